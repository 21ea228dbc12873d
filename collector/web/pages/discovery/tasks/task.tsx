import { Space } from '@mantine/core'
import type { TaskRecord } from '@rollcall/shared/api/task.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { auditServicesOptions, segmentsOptions } from '../../../api/catalogs.ts'
import { useTask } from '../../../api/use-task.ts'
import { DeviceLink } from '../../../ui/device-link.tsx'
import { FactLine } from '../../../ui/fact-line.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { PageOf } from '../../../ui/states/page-of.tsx'
import { useTaskTitles } from '../../../ui/tasks/use-titles.ts'
import { Time } from '../../../ui/time.tsx'
import { LiveScan } from '../scan/live-scan.tsx'
import { CancelTask } from './cancel-task.tsx'

const route = getRouteApi('/frame/tasks/$taskId')

export function TaskPage() {
  const { taskId } = route.useParams()
  const titleOf = useTaskTitles()
  return (
    <PageOf query={useTask(taskId)} label="Task" list={{ to: '/tasks', label: 'All tasks' }}>
      {(task) => (
        <>
          <PageHead title={titleOf(task)} actions={<CancelTask task={task} />} />
          <TaskFacts task={task} />
          <Space h="md" />
          <LiveScan key={task.id} task={task} />
        </>
      )}
    </PageOf>
  )
}

function TaskFacts({ task }: { task: TaskRecord }) {
  const { segmentId, deviceId, auditServiceId } = task
  const services = useQuery(auditServicesOptions)
  const segments = useQuery(segmentsOptions)
  return (
    <FactLine
      facts={{
        Segment: segmentId && (
          <Link to="/segments/$segmentId" params={{ segmentId }}>
            {segments.data?.items.find(({ id }) => id === segmentId)?.name ?? 'View segment'}
          </Link>
        ),
        Device: deviceId && <DeviceLink id={deviceId} name={task.deviceName ?? 'View device'} />,
        'Audit Service': services.data?.items.find(({ id }) => id === auditServiceId)?.name,
        'Requested by': task.requestedBy,
        Requested: <Time exact value={task.createdAt} />,
        Started: task.startedAt && <Time exact value={task.startedAt} />,
        Finished: task.finishedAt && <Time exact value={task.finishedAt} />,
      }}
    />
  )
}
