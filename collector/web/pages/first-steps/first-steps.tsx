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

/** The first five minutes: five steps, in any order, each done when what it is for is there. */
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
        about="Five steps to an inventory that fills itself. None must be done now: Settings leads back here."
        actions={
          <Button variant="default" onClick={leave}>
            Go to the inventory
          </Button>
        }
      />
      {isAdministrator ? (
        <ol className={classes['steps']}>
          <Step number={1} title="Your password" isDone about="You have chosen one that only you know." />
          <SiteStep />
          <MachineStep />
          <SegmentStep />
          <JoinStep />
        </ol>
      ) : (
        <Empty title="An administrator takes these steps">
          They name the site, say what is scanned, and let other machines join. Your account reads what comes of it.
        </Empty>
      )}
    </div>
  )
}
