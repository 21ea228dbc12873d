import type { SiteSummary } from '@rollcall/shared/api/summary.ts'
import { useQuery } from '@tanstack/react-query'
import { alertsOptions } from '../../api/alerts.ts'
import { findingSummaryOptions } from '../../api/findings.ts'
import { reviewSummaryOptions } from '../../api/identity.ts'
import { summaryOptions } from '../../api/summary.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Loaded, Outline } from '../../ui/states/loaded.tsx'
import { Attention } from './attention.tsx'
import { ChangesOverTime } from './changes-over-time.tsx'
import { ComplianceNow } from './compliance-now.tsx'
import classes from './dashboard.module.css'
import { DeviceFigures } from './device-figures.tsx'
import { FirstSteps } from './first-steps.tsx'
import { Manufacturers } from './manufacturers.tsx'
import { Types } from './types.tsx'

export function Dashboard() {
  const summary = useQuery(summaryOptions)
  // All of the dashboard is shown at once: rows that arrive later would move the page below them.
  const isAwaited = [useQuery(alertsOptions), useQuery(reviewSummaryOptions), useQuery(findingSummaryOptions)].some(
    ({ data, failureCount }) => data === undefined && failureCount === 0,
  )
  return (
    <>
      <PageHead title="Dashboard" />
      <Loaded query={summary} label="The dashboard" lines={8}>
        {(data) => (isAwaited ? <Outline lines={8} label="The dashboard" /> : <Parts {...data} />)}
      </Loaded>
    </>
  )
}

function Parts(data: SiteSummary) {
  return (
    <>
      {data.devices.total === 0 ? <FirstSteps segments={data.scans.segments} /> : <DeviceFigures {...data} />}
      <Attention {...data} />
      {data.devices.total > 0 && <Inventory {...data} />}
    </>
  )
}

function Inventory({ devices, changes }: SiteSummary) {
  return (
    <div className={classes['beside']}>
      <Types devices={devices} />
      <Manufacturers devices={devices} />
      <ChangesOverTime days={changes} />
      <ComplianceNow />
    </div>
  )
}
