import { Group } from '@mantine/core'
import type { SegmentListItem } from '@rollcall/shared/api/segment.ts'
import { IconRadar2 } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { scanSegment } from '../../api/segments.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import { useTask } from '../../api/use-task.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { useAction } from '../../ui/use-action.ts'
import { LiveScan } from '../discovery/scan/live-scan.tsx'
import { useNewestScan } from '../discovery/segment/use-segment.ts'

type Props = { segment: SegmentListItem }

/** Starts the scan of the first segment and shows its progress. */
export function FirstScan({ segment: { id, name, auditServiceId } }: Props) {
  const refresh = useRefresh('tasks')
  const { query, task } = useNewestScan(id)
  const scan = useAction('The scan was not started', () => scanSegment(id).then(refresh))
  return (
    <Loaded query={query} label="The first scan" lines={1}>
      {() =>
        task ? (
          <Watched taskId={task.id} segmentId={id} />
        ) : (
          <Group gap="sm">
            <ActionButton
              label={`Scan ${name} now`}
              variant="filled"
              icon={IconRadar2}
              action={scan}
              disabled={auditServiceId === null}
            />
            {auditServiceId === null && 'Choose an Audit Service for the segment first.'}
          </Group>
        )
      }
    </Loaded>
  )
}

function Watched({ taskId, segmentId }: { taskId: string; segmentId: string }) {
  const query = useTask(taskId)
  return (
    <Loaded query={query} label="The first scan">
      {(task) => (
        <>
          <LiveScan task={task} />
          <Link to="/segments/$segmentId" params={{ segmentId }}>
            View segment
          </Link>
        </>
      )}
    </Loaded>
  )
}
