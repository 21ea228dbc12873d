import { Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTask } from '../../../api/use-task.ts'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { Empty } from '../../../ui/states/empty.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { LiveScan } from '../scan/live-scan.tsx'
import { CancelTask } from '../tasks/cancel-task.tsx'
import { useNewestScan, useSegment } from './use-segment.ts'

/** The running scan, or else the last one. */
export function ScanTab() {
  const { segmentId } = useSegment()
  const { query, task } = useNewestScan(segmentId)
  return (
    <Loaded query={query} label="The last scan">
      {() =>
        task ? (
          <NewestScan key={task.id} id={task.id} />
        ) : (
          <Empty title="Not scanned yet">
            A scan finds hosts at the segment’s addresses and audits them with its credentials. Its progress is shown
            here.
          </Empty>
        )
      }
    </Loaded>
  )
}

function NewestScan({ id }: { id: string }) {
  const query = useTask(id)
  return (
    <Loaded query={query} label="The last scan">
      {(task) => (
        <>
          <Group justify="space-between" mb="sm">
            <Dimmed className="wrap">
              Requested by {task.requestedBy}.{' '}
              <Link to="/tasks/$taskId" params={{ taskId: id }}>
                View task
              </Link>
            </Dimmed>
            <CancelTask task={task} />
          </Group>
          <LiveScan task={task} />
        </>
      )}
    </Loaded>
  )
}
