import { Group, Progress } from '@mantine/core'
import type { TaskRecord } from '@rollcall/shared/api/task.ts'
import { isActive } from '../../../api/tasks.ts'
import { counted, duration } from '../../../ui/amounts.ts'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { useNow } from '../../../ui/now.tsx'
import { percentOf } from '../../../ui/tasks/words.ts'
import { Time } from '../../../ui/time.tsx'
import { TaskStatusLabel } from '../tasks/status.tsx'
import { useScanSpeed } from './scan-speed.ts'

/** Progress and time left of a task, or the duration of a finished one. */
export function TaskProgress({ task }: { task: TaskRecord }) {
  const percent = percentOf(task)
  return (
    <div>
      <Group justify="space-between" gap="xs" mb={4}>
        <TaskStatusLabel task={task} />
        <Dimmed className="number">{isActive(task) ? <Left task={task} /> : <Took task={task} />}</Dimmed>
      </Group>
      {isActive(task) && (
        <Progress
          value={percent}
          size="md"
          mb="sm"
          aria-label={`Addresses done: ${percent} percent`}
          animated={task.status === 'Running'}
        />
      )}
    </div>
  )
}

function Left({ task }: { task: TaskRecord }) {
  const speed = useScanSpeed(task)
  const { addressesTotal, addressesDone, hostsFound, new: added, known, ignored } = task.progress
  if (task.status === 'Queued') {
    return (
      <>
        requested <Time value={task.createdAt} />
      </>
    )
  }
  if (addressesTotal > 0 && addressesDone >= addressesTotal) {
    const left = hostsFound - added - known - ignored
    return left > 0 ? `all addresses scanned, ${counted(left, 'host')} still being audited` : 'all addresses scanned'
  }
  if (!speed) return 'estimating time left'
  return `${counted(Math.round(speed.perSecond), 'address', 'addresses')}/s, ${duration(speed.msLeft)} left`
}

function Took({ task: { createdAt, startedAt, finishedAt } }: { task: TaskRecord }) {
  const now = useNow()
  const end = finishedAt ?? new Date(now).toISOString()
  const took = startedAt ? `, took ${duration(Date.parse(end) - Date.parse(startedAt))}` : ''
  return (
    <>
      ended <Time value={finishedAt ?? createdAt} />
      {took}
    </>
  )
}
