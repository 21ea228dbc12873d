import type { Alert } from '@rollcall/shared/api/alert.ts'
import type { FindingSummary } from '@rollcall/shared/api/finding.ts'
import type { ReviewSummary } from '@rollcall/shared/api/review.ts'
import type { RuleSeverity } from '@rollcall/shared/api/rule.ts'
import type { ScanProblem, SiteSummary } from '@rollcall/shared/api/summary.ts'
import { IconPlugConnectedX, IconRadar2, IconUserQuestion } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Sparkline } from '../../charts/sparkline.tsx'
import { count, counted } from '../../ui/amounts.ts'
import { RuleIcon, SeverityIcon } from '../../ui/finding-icon.tsx'
import { AlertConfirmation } from '../../ui/frame/alert-confirmation.tsx'
import { AlertLink } from '../../ui/frame/alert-link.tsx'
import { shownOfAll } from '../findings/omitted.tsx'
import classes from './dashboard.module.css'

/** One kind of thing that needs attention. */
export type AttentionItem = {
  key: string
  severity: RuleSeverity
  icon: ReactNode
  label: string
  /** Names of the counted ones, or the reason. */
  detail?: ReactNode
  number: ReactNode
  trend?: ReactNode
  /** The list that shows exactly the counted ones; absent if the detail has a link of its own. */
  to?: LinkProps
}

export const alertRow = (alert: Alert): AttentionItem => ({
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
export function findingRows({ rules }: FindingSummary): AttentionItem[] {
  return rules.flatMap((rule): AttentionItem[] => {
    const { id, name, origin, severity, open, problem, trend } = rule
    const shown = shownOfAll(rule)
    const ofOpen: AttentionItem = {
      ...{ key: id, severity, label: name },
      icon: <RuleIcon key={id} origin={origin} severity={severity} />,
      ...(shown && { detail: `${shown} matches have a finding` }),
      number: count(open),
      trend: <Sparkline key={id} values={trend} label={`Last 7 days: ${trend.join(', ')}`} />,
      to: { to: '/findings', search: { ruleId: id, state: 'open' } },
    }
    const ofProblem: AttentionItem = {
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

export function scanRows({ problems, problemsTotal }: SiteSummary['scans']): AttentionItem[] {
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

export function serviceRows({ silent }: SiteSummary['auditServices']): AttentionItem[] {
  if (silent.length === 0) return []
  return [
    {
      key: 'services',
      severity: 'warning',
      icon: <IconPlugConnectedX size={18} aria-hidden className={classes['icon']} />,
      label: silent.length === 1 ? 'Audit Service offline' : 'Audit Services offline',
      detail: silent.map(({ name }) => name).join(', '),
      number: count(silent.length),
      to: { to: '/settings/audit-services' },
    },
  ]
}

export function reviewRows({ total, collisions, devices, pairs }: ReviewSummary): AttentionItem[] {
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
