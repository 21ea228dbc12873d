import { SecretOnce } from '../../forms/secret-once.tsx'
import classes from './account.module.css'

/** Shows new backup codes, each valid once. */
export function BackupCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <SecretOnce title="Backup codes" label="All codes" secret={codes.join(' ')} onClose={onClose}>
      Each code replaces an authenticator code once. Earlier backup codes no longer work.
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
