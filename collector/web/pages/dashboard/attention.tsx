import type { Alert } from '@rollcall/shared/api/alert.ts'
import type { RuleSeverity } from '@rollcall/shared/api/rule.ts'
import type { SiteSummary } from '@rollcall/shared/api/summary.ts'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { alertsOptions } from '../../api/alerts.ts'
import { findingSummaryOptions } from '../../api/findings.ts'
import { reviewSummaryOptions } from '../../api/identity.ts'
import { isOfApiClient } from '../../ui/frame/alert-banner.tsx'
import { Section } from '../../ui/section.tsx'
import { Failure } from '../../ui/states/failure.tsx'
import { Outline } from '../../ui/states/loaded.tsx'
import { type AttentionItem, alertRow, findingRows, reviewRows, scanRows, serviceRows } from './attention-rows.tsx'
import classes from './dashboard.module.css'

/** Lists everything that needs attention, one row a kind: findings, reviews, scans, Audit Services and alerts. */
export function Attention({ scans, auditServices }: Pick<SiteSummary, 'scans' | 'auditServices'>) {
  const alerts = useQuery(alertsOptions)
  const reviews = useQuery(reviewSummaryOptions)
  const findings = useQuery(findingSummaryOptions)
  const queries = [findings, alerts, reviews]
  const failed = queries.find(({ isError, data }) => isError && data === undefined)
  const rows = [
    ...(alerts.data?.items ?? []).filter(isOnlyHere).map(alertRow),
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

/** Other alerts are in the banner above, or a review. */
const isOnlyHere = ({ kind }: Alert) => !isOfApiClient(kind) && kind !== 'device.collision'

const ranks: Record<RuleSeverity, number> = { error: 0, warning: 1, info: 2 }

function AttentionRow({ severity, icon, label, detail, number, trend, to }: Omit<AttentionItem, 'key'>) {
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
