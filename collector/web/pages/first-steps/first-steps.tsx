import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useMay } from '../../api/use-may.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Empty } from '../../ui/states/empty.tsx'
import { leaveFirstSteps } from './due.ts'
import classes from './first-steps.module.css'
import { JoinStep } from './join-step.tsx'
import { MachineStep } from './machine-step.tsx'
import { SegmentStep } from './segment-step.tsx'
import { SiteStep } from './site-step.tsx'
import { Step } from './step.tsx'

/** Five steps after the first start, in any order. Each is done when its result exists. */
export function FirstSteps() {
  const navigate = useNavigate()
  const isAdministrator = useMay('Administrator')
  const leave = () => {
    leaveFirstSteps()
    void navigate({ to: '/devices' })
  }
  return (
    <div className={classes['page']}>
      <PageHead
        title="First steps"
        about="Five steps set up the inventory. You can do them later: Settings links to this page."
        actions={
          <Button variant="default" onClick={leave}>
            Go to the inventory
          </Button>
        }
      />
      {isAdministrator ? (
        <ol className={classes['steps']}>
          <Step number={1} title="Your password" isDone about="You have set your own password." />
          <SiteStep />
          <MachineStep />
          <SegmentStep />
          <JoinStep />
        </ol>
      ) : (
        <Empty title="Only Administrators can do these steps">
          An Administrator names the site, adds segments and lets other machines join. Your account can view the
          results.
        </Empty>
      )}
    </div>
  )
}
