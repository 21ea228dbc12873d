import type { Alert } from '@rollcall/shared/api/alert.ts'
import type { ReviewSummary } from '@rollcall/shared/api/review.ts'
import type { ScanProblem, SiteSummary } from '@rollcall/shared/api/summary.ts'
import { IconAlertOctagon, IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { alertsOptions } from '../../api/alerts.ts'
import { reviewSummaryOptions } from '../../api/identity.ts'
import { counted } from '../../ui/amounts.ts'
import { isOfApiClient } from '../../ui/frame/alert-banner.tsx'
import { AlertConfirmation } from '../../ui/frame/alert-confirmation.tsx'
import { AlertLink } from '../../ui/frame/alert-link.tsx'
import { Section } from '../../ui/section.tsx'
import { Failure } from '../../ui/states/failure.tsx'
import { Outline } from '../../ui/states/loaded.tsx'
import { Time } from '../../ui/time.tsx'
import classes from './dashboard.module.css'

type Line = { key: string; severity: Alert['severity']; text: ReactNode }

/** Lists what needs attention: alerts, failed scans, silent Audit Services and open reviews. */
export function Attention({ devices, scans, auditServices }: Pick<SiteSummary, 'devices' | 'scans' | 'auditServices'>) {
  const alerts = useQuery(alertsOptions)
  const reviews = useQuery(reviewSummaryOptions)
  const lines = [
    ...(alerts.data?.items ?? []).map(alertLine),
    ...scans.problems.map(scanLine),
    ...moreScans(scans),
    ...auditServices.silent.map(serviceLine),
    ...unreadableLines(devices),
    ...(reviews.data ? reviewLines(reviews.data) : []),
  ]
  const queries = [alerts, reviews]
  const failed = queries.find(({ isError, data }) => isError && data === undefined)
  return (
    <Section title="Needs attention">
      {lines.length > 0 && (
        <ul className={classes['attention']}>
          {lines.map(({ key, severity, text }) => {
            const Icon = severity === 'error' ? IconAlertOctagon : IconAlertTriangle
            return (
              <li key={key} data-severity={severity}>
                <Icon size={16} role="img" aria-label={severity === 'error' ? 'Error' : 'Warning'} />
                <span className="wrap">{text}</span>
              </li>
            )
          })}
        </ul>
      )}
      {failed ? (
        <Failure error={failed.error} label="Part of this list" retry={() => void failed.refetch()} />
      ) : queries.some(({ data }) => data === undefined) ? (
        <Outline lines={2} label="Needs attention" />
      ) : (
        lines.length === 0 && <AllClear />
      )}
    </Section>
  )
}

function AllClear() {
  return (
    <p className={classes['calm']}>
      <IconCircleCheck size={16} aria-hidden />
      Nothing needs attention. Scans succeed, Audit Services are connected, and no reviews are open.
    </p>
  )
}

/** Shows the title only if the banner above every page already shows the details. */
const alertLine = (alert: Alert): Line => ({
  key: alert.id,
  severity: alert.severity,
  text: (
    <>
      <strong>{alert.title}.</strong> {!isOfApiClient(alert.kind) && alert.detail} <AlertLink kind={alert.kind} />{' '}
      <AlertConfirmation alert={alert} /> <Time value={alert.since} />
    </>
  ),
})

const scanWords: Record<ScanProblem['problem'], string> = {
  failed: 'the last scan failed',
  late: 'the scheduled scan is overdue',
  unserved: 'it has a scan schedule but no active Audit Service',
}

const scanLine = ({ segmentId, segmentName, problem, since, detail }: ScanProblem): Line => ({
  key: segmentId,
  severity: problem === 'failed' ? 'error' : 'warning',
  text: (
    <>
      Segment{' '}
      <Link to="/segments/$segmentId" params={{ segmentId }}>
        {segmentName}
      </Link>
      : {scanWords[problem]}
      {detail && ` (${detail})`}. <Time value={since} />
    </>
  ),
})

function moreScans({ problems, problemsTotal }: SiteSummary['scans']): Line[] {
  const more = problemsTotal - problems.length
  const text = `${counted(more, 'more segment has', 'more segments have')} failed or overdue scans, or no Audit Service.`
  return more > 0 ? [{ key: 'more scans', severity: 'warning', text }] : []
}

const serviceLine = ({ id, name, lastSeen }: SiteSummary['auditServices']['silent'][number]): Line => ({
  key: id,
  severity: 'warning',
  text: (
    <>
      Audit Service <Link to="/settings/audit-services">{name}</Link>:{' '}
      {lastSeen === null ? (
        'it has joined but never connected.'
      ) : (
        <>
          last seen <Time value={lastSeen} />.
        </>
      )}
    </>
  ),
})

function unreadableLines({ unreadable }: SiteSummary['devices']): Line[] {
  if (unreadable === 0) return []
  const text = (
    <>
      The last scan could not read{' '}
      <Link to="/devices" search={{ unreadable: 'true' }}>
        {counted(unreadable, 'device')}
      </Link>{' '}
      that an earlier one could.
    </>
  )
  return [{ key: 'unreadable', severity: 'warning', text }]
}

function reviewLines({ total, collisions, devices, pairs }: ReviewSummary): Line[] {
  if (total === 0) return []
  const parts = [
    [collisions, 'collision of live devices', 'collisions of live devices'],
    [devices, 'doubtful match', 'doubtful matches'],
    [pairs, 'pair of likely duplicates', 'pairs of likely duplicates'],
  ] as const
  const counts = parts.flatMap(([count, one, many]) => (count > 0 ? [counted(count, one, many)] : [])).join(', ')
  const text = (
    <>
      <Link to="/reviews">Open reviews</Link>: {counts}.
    </>
  )
  return [{ key: 'reviews', severity: 'warning', text }]
}
