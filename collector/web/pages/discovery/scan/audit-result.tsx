import type { HostAudit } from '@rollcall/shared/api/host-audit.ts'
import classes from './scan.module.css'

const stateNames: Record<HostAudit['state'], string> = {
  audited: 'Audited',
  notAudited: 'Not audited',
  failed: 'Failed',
}

/** The result of a host's audit in words, with all attempts if there are several. */
export function AuditResult({ audit: { state, text, attempts } }: { audit: HostAudit }) {
  const summary = (
    <>
      <span className={classes['state']} data-state={state}>
        {stateNames[state]}
      </span>{' '}
      {text}
    </>
  )
  if (attempts.length < 2) return <span className="wrap">{summary}</span>
  return (
    <details>
      <summary className="wrap">{summary}</summary>
      <ul className={classes['attempts']}>
        {attempts.map((attempt) => (
          <li key={attempt.text} className="wrap">
            {attempt.text}
          </li>
        ))}
      </ul>
    </details>
  )
}
