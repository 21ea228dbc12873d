import type { Alert } from '@rollcall/shared/api/alert.ts'
import type { FindingSummary } from '@rollcall/shared/api/finding.ts'
import type { ReviewSummary } from '@rollcall/shared/api/review.ts'
import type { RuleSeverity } from '@rollcall/shared/api/rule.ts'
import type { ScanProblem, SiteSummary } from '@rollcall/shared/api/summary.ts'
import { IconCircleCheck, IconPlugConnectedX, IconRadar2, IconUserQuestion } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { alertsOptions } from '../../api/alerts.ts'
import { findingSummaryOptions } from '../../api/findings.ts'
import { reviewSummaryOptions } from '../../api/identity.ts'
import { Sparkline } from '../../charts/sparkline.tsx'
import { count, counted } from '../../ui/amounts.ts'
import { RuleIcon, SeverityIcon } from '../../ui/finding-icon.tsx'
import { isOfApiClient } from '../../ui/frame/alert-banner.tsx'
import { AlertConfirmation } from '../../ui/frame/alert-confirmation.tsx'
import { AlertLink } from '../../ui/frame/alert-link.tsx'
import { Section } from '../../ui/section.tsx'
import { Failure } from '../../ui/states/failure.tsx'
import { Outline } from '../../ui/states/loaded.tsx'
import classes from './dashboard.module.css'

type Row = {
  key: string
  severity: RuleSeverity
  icon: ReactNode
  label: string
  /** Which ones, or why. */
  detail?: ReactNode
  number: ReactNode
  trend?: ReactNode
  /** The list that shows exactly the counted ones; absent if the detail has a link of its own. */
  to?: LinkProps
}

/** Lists everything that needs attention, one row a kind: findings, reviews, scans, Audit Services and alerts. */
export function Attention({ scans, auditServices }: Pick<SiteSummary, 'scans' | 'auditServices'>) {
  const alerts = useQuery(alertsOptions)
  const reviews = useQuery(reviewSummaryOptions)
  const findings = useQuery(findingSummaryOptions)
  const queries = [findings, alerts, reviews]
  const failed = queries.find(({ isError, data }) => isError && data === undefined)
  const rows = [
    ...(alerts.data?.items ?? []).filter(({ kind }) => !isOfApiClient(kind)).map(alertRow),
    ...scanRows(scans),
    ...serviceRows(auditServices),
    ...(findings.data ? findingRows(findings.data) : []),
    ...(reviews.data ? reviewRows(reviews.data) : []),
  ].sort((a, b) => ranks[a.severity] - ranks[b.severity])
  return (
    <Section title="Needs attention" aside={<Link to="/findings">All findings</Link>}>
      {rows.length > 0 && (
        <ul className={classes['attention']}>
          {rows.map(({ key, ...row }) => (
            <AttentionRow key={key} {...row} />
          ))}
        </ul>
      )}
      {failed ? (
        <Failure error={failed.error} label="Part of this list" retry={() => void failed.refetch()} />
      ) : queries.some(({ data }) => data === undefined) ? (
        <Outline lines={2} label="Needs attention" />
      ) : (
        rows.length === 0 && <AllClear />
      )}
    </Section>
  )
}

const ranks: Record<RuleSeverity, number> = { error: 0, warning: 1, info: 2 }

function AttentionRow({ severity, icon, label, detail, number, trend, to }: Omit<Row, 'key'>) {
  return (
    <li data-severity={severity}>
      {icon}
      <span className={classes['what']}>
        {to ? (
          <Link {...to} className={classes['whole'] ?? ''}>
            {label}
          </Link>
        ) : (
          <strong>{label}</strong>
        )}
        {detail && <span className={classes['detail']}>{detail}</span>}
      </span>
      <span className={classes['trend']}>{trend}</span>
      <span className={classes['number']}>{number}</span>
    </li>
  )
}

function AllClear() {
  return (
    <p className={classes['calm']}>
      <IconCircleCheck size={16} aria-hidden />
      Nothing needs attention. Scans succeed, Audit Services are connected, and no findings or reviews are open.
    </p>
  )
}

const alertRow = (alert: Alert): Row => ({
  key: alert.id,
  severity: alert.severity,
  icon: <SeverityIcon severity={alert.severity} />,
  label: alert.title,
  detail: (
    <>
      {alert.detail} <AlertLink kind={alert.kind} /> <AlertConfirmation alert={alert} />
    </>
  ),
  number: null,
})

/** Rows of rules: those with open findings, and those that cannot be evaluated. */
function findingRows({ rules }: FindingSummary): Row[] {
  return rules.flatMap(({ id, name, origin, severity, open, hasMore, problem, trend }): Row[] => {
    const ofOpen: Row = {
      ...{ key: id, severity, label: name },
      icon: <RuleIcon key={id} origin={origin} severity={severity} />,
      number: `${count(open)}${hasMore ? ' or more' : ''}`,
      trend: <Sparkline key={id} values={trend} label={`Last 7 days: ${trend.join(', ')}`} />,
      to: { to: '/findings', search: { ruleId: id, state: 'open' } },
    }
    const ofProblem: Row = {
      ...{ key: `${id} problem`, severity: 'warning', icon: <SeverityIcon key={id} severity="warning" /> },
      label: `The rule “${name}” cannot be evaluated`,
      detail: problem,
      number: null,
      to: { to: '/settings/rules' },
    }
    return [...(open > 0 ? [ofOpen] : []), ...(problem === null ? [] : [ofProblem])]
  })
}

const scanWords: Record<ScanProblem['problem'], string> = {
  failed: 'the last scan failed',
  late: 'the scheduled scan is overdue',
  unserved: 'it has a scan schedule but no active Audit Service',
}

function scanRows({ problems, problemsTotal }: SiteSummary['scans']): Row[] {
  const [first] = problems
  if (!first) return []
  const severity = problems.some(({ problem }) => problem === 'failed') ? 'error' : 'warning'
  const named = problems.slice(0, 3).map(({ segmentId, segmentName, problem, detail }) => (
    <span key={segmentId}>
      <Link to="/segments/$segmentId" params={{ segmentId }}>
        {segmentName}
      </Link>
      : {scanWords[problem]}
      {detail && ` (${detail})`}
    </span>
  ))
  return [
    {
      key: 'scans',
      severity,
      icon: <IconRadar2 size={18} aria-hidden className={classes['icon']} />,
      label: problemsTotal === 1 ? 'Segment with a scan problem' : 'Segments with scan problems',
      detail: named,
      number: count(problemsTotal),
      to:
        problemsTotal === 1
          ? { to: '/segments/$segmentId', params: { segmentId: first.segmentId } }
          : { to: '/segments' },
    },
  ]
}

function serviceRows({ silent }: SiteSummary['auditServices']): Row[] {
  if (silent.length === 0) return []
  return [
    {
      key: 'services',
      severity: 'warning',
      icon: <IconPlugConnectedX size={18} aria-hidden className={classes['icon']} />,
      label: silent.length === 1 ? 'Audit Service away' : 'Audit Services away',
      detail: silent.map(({ name }) => name).join(', '),
      number: count(silent.length),
      to: { to: '/settings/audit-services' },
    },
  ]
}

function reviewRows({ total, collisions, devices, pairs }: ReviewSummary): Row[] {
  if (total === 0) return []
  const parts = [
    [collisions, 'collision of live devices', 'collisions of live devices'],
    [devices, 'doubtful match', 'doubtful matches'],
    [pairs, 'pair of likely duplicates', 'pairs of likely duplicates'],
  ] as const
  return [
    {
      key: 'reviews',
      severity: 'warning',
      icon: <IconUserQuestion size={18} aria-hidden className={classes['icon']} />,
      label: total === 1 ? 'Open review' : 'Open reviews',
      detail: parts.flatMap(([n, one, many]) => (n > 0 ? [counted(n, one, many)] : [])).join(', '),
      number: count(total),
      to: { to: '/reviews' },
    },
  ]
}
