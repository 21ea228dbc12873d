import { IconAlertOctagon, IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { alertsOptions } from '../../api/alerts.ts'
import { Time } from '../time.tsx'
import classes from './alert-banner.module.css'
import { AlertLink } from './alert-link.tsx'

export const isOfApiClient = (kind: string): boolean => kind.startsWith('registration.')

/** Banner on every page for App registrations that have expired or will soon. */
export function AlertBanner() {
  const { data } = useQuery(alertsOptions)
  const standing = data?.items.filter(({ kind }) => isOfApiClient(kind)) ?? []
  if (standing.length === 0) return null
  return (
    <section aria-label="API client alerts" className={classes['banner']}>
      {standing.map(({ id, kind, severity, title, detail, since }) => {
        const Icon = severity === 'error' ? IconAlertOctagon : IconAlertTriangle
        return (
          <div key={id} className={classes['line']} data-severity={severity}>
            <Icon size={18} aria-hidden className={classes['icon'] ?? ''} />
            {/* Without the age, as screen readers would read the whole banner again every minute. */}
            <span className="wrap" role={severity === 'error' ? 'alert' : 'status'}>
              <strong>{title}.</strong> <span className={classes['detail']}>{detail}</span> <AlertLink kind={kind} />
            </span>
            <span className={classes['since']}>
              since <Time value={since} />
            </span>
          </div>
        )
      })}
    </section>
  )
}
