import type { SiteSummary } from '@rollcall/shared/api/summary.ts'
import { useQuery } from '@tanstack/react-query'
import { summaryOptions } from '../../api/summary.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
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
  return (
    <>
      <PageHead title="Dashboard" />
      <Loaded query={summary} label="The dashboard" lines={8}>
        {(data) => (
          <>
            {data.devices.total === 0 ? <FirstSteps segments={data.scans.segments} /> : <DeviceFigures {...data} />}
            <Attention {...data} />
            {data.devices.total > 0 && <Inventory {...data} />}
          </>
        )}
      </Loaded>
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
