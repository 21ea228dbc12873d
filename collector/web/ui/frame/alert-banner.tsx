import type { Alert } from '@rollcall/shared/api/alert.ts'
import { IconAlertOctagon, IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { alertsOptions } from '../../api/alerts.ts'
import { useMay } from '../../api/use-may.ts'
import { useAdministratorsHint } from '../administrators-hint.ts'
import { firstNames } from '../amounts.ts'
import classes from './alert-banner.module.css'

export const isOfApiClient = (kind: string): boolean => kind.startsWith('registration.')

/** Names in a line for several registrations. */
const namesMax = 3

/** Banner on every page: one line for App registrations that have expired, and one for those that soon will. */
export function AlertBanner() {
  const { data } = useQuery(alertsOptions)
  const of = (kind: Alert['kind']) => data?.items.filter((alert) => alert.kind === kind) ?? []
  const [expired, expiring] = [of('registration.expired'), of('registration.expiring')]
  if (expired.length + expiring.length === 0) return null
  return (
    <section aria-label="API client alerts" className={classes['banner']}>
      {expired.length > 0 && <Line alerts={expired} several="App registrations have expired" />}
      {expiring.length > 0 && <Line alerts={expiring} several="App registrations expire within 30 days" />}
    </section>
  )
}

function Line({ alerts, several }: { alerts: readonly Alert[]; several: string }) {
  const mayRenew = useMay('Administrator')
  const whom = useAdministratorsHint()
  const [first] = alerts
  if (!first) return null
  const isError = first.severity === 'error'
  const Icon = isError ? IconAlertOctagon : IconAlertTriangle
  return (
    <div className={classes['line']} data-severity={first.severity}>
      <Icon size={16} aria-hidden className={classes['icon'] ?? ''} />
      <span className="wrap" role={isError ? 'alert' : 'status'}>
        <strong>{alerts.length === 1 ? first.title : `${alerts.length} ${several}: ${namesOf(alerts)}`}.</strong>{' '}
        {mayRenew ? <Link to="/settings/app-registrations">Renew or delete</Link> : `${whom}`}
      </span>
    </div>
  )
}

function namesOf(alerts: readonly Alert[]): string {
  const names = alerts.map(({ title }) => /"(.*)"/.exec(title)?.[1] ?? title)
  return firstNames(names, namesMax)
}
