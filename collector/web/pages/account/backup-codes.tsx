import { SecretOnce } from '../../forms/secret-once.tsx'
import classes from './account.module.css'

/** Each is good once, where the app is lost. */
export function BackupCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <SecretOnce title="Backup codes" label="All of them" secret={codes.join(' ')} onClose={onClose}>
      Each signs you in once in place of a code of the app. Those made before are void.
      <ul className={classes['codes']} aria-label="Backup codes">
        {codes.map((code) => (
          <li key={code} className="mono">
            {code}
          </li>
        ))}
      </ul>
    </SecretOnce>
  )
}
