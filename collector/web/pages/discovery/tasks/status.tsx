import type { TaskRecord } from '@rollcall/shared/api/task.ts'
import {
  type Icon,
  IconAlertTriangle,
  IconBan,
  IconCheck,
  IconClock,
  IconClockX,
  IconLoader2,
} from '@tabler/icons-react'
import { percentOf, statusNames } from '../../../ui/tasks/words.ts'
import classes from './status.module.css'

const icons: Record<TaskRecord['status'], Icon> = {
  Queued: IconClock,
  Running: IconLoader2,
  Success: IconCheck,
  Failed: IconAlertTriangle,
  Cancelled: IconBan,
  Expired: IconClockX,
}

/** The status of a task. A successful task may still have remarks. */
export function TaskStatusLabel({ task }: { task: Pick<TaskRecord, 'status' | 'error' | 'progress'> }) {
  const { status, error } = task
  const isPartial = status === 'Success' && error !== null
  const Shape = isPartial ? IconAlertTriangle : icons[status]
  return (
    <span className={classes['status']} data-status={isPartial ? 'Partial' : status}>
      <Shape size={15} aria-hidden />
      {isPartial ? 'Done, with remarks' : statusNames[status]}
      {status === 'Running' && <span className="number">{percentOf(task)} %</span>}
    </span>
  )
}
