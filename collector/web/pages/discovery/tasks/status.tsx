import type { TaskRecord } from '@rollcall/shared/api/task.ts'
import { StateWord } from '../../../ui/state-word.tsx'
import type { StatusKind } from '../../../ui/status-dot.tsx'
import { percentOf, statusNames } from '../../../ui/tasks/words.ts'

const kinds: Record<TaskRecord['status'], StatusKind> = {
  Queued: 'off',
  Running: 'busy',
  Success: 'good',
  Failed: 'bad',
  Cancelled: 'off',
  Expired: 'warn',
}

/** The status of a task. A successful task may still have remarks. */
export function TaskStatusLabel({ task }: { task: Pick<TaskRecord, 'status' | 'error' | 'progress'> }) {
  const { status, error } = task
  if (status === 'Success' && error !== null) return <StateWord kind="warn">Done, with warnings</StateWord>
  return (
    <StateWord kind={kinds[status]}>
      {statusNames[status]}
      {status === 'Running' && <span className="number"> {percentOf(task)} %</span>}
    </StateWord>
  )
}
