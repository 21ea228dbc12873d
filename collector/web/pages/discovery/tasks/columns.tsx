import type { TaskRecord } from '@rollcall/shared/api/task.ts'
import { Link } from '@tanstack/react-router'
import { timeColumn } from '../../../table/time-column.tsx'
import type { Column } from '../../../table/types.ts'
import { count, duration } from '../../../ui/amounts.ts'
import { useNow } from '../../../ui/now.tsx'
import { useTaskTitles } from '../../../ui/tasks/use-titles.ts'
import { TaskStatusLabel } from './status.tsx'

/** Columns shared by all task lists. */
export const taskColumns: readonly Column<TaskRecord>[] = [
  { id: 'status', width: 140, header: 'Status', render: (task) => <TaskStatusLabel task={task} /> },
  {
    id: 'addresses',
    width: 140,
    header: 'Addresses',
    align: 'right',
    from: 'sm',
    render: ({ progress }) => `${count(progress.addressesDone)} / ${count(progress.addressesTotal)}`,
  },
  ...(
    [
      ['hostsFound', 'Found', 70],
      ['new', 'New', 62],
      ['known', 'Known', 70],
      ['ignored', 'Ignored', 76],
      ['audited', 'Audited', 78],
      ['notAudited', 'Not audited', 102],
      ['failed', 'Failed', 70],
    ] as const
  ).map(
    ([key, header, width]): Column<TaskRecord> => ({
      ...{ id: key, width, header, align: 'right', from: 'sm' },
      ...(key === 'known' || key === 'ignored' ? { optional: true } : {}),
      render: ({ progress }) => count(progress[key]),
    }),
  ),
  { id: 'took', width: 90, header: 'Duration', align: 'right', from: 'sm', render: (task) => <Took {...task} /> },
  { id: 'requestedBy', width: 120, header: 'Requested by', from: 'xl', render: ({ requestedBy }) => requestedBy },
  timeColumn('createdAt', 'Requested', { width: 92, align: 'right' }),
]

export const titleColumn: Column<TaskRecord> = {
  id: 'title',
  header: 'Task',
  fixed: true,
  wraps: true,
  render: (task) => <TaskLink task={task} />,
}

function TaskLink({ task }: { task: TaskRecord }) {
  const title = useTaskTitles()(task)
  return (
    <Link to="/tasks/$taskId" params={{ taskId: task.id }} data-row-link={task.id} title={title}>
      {title}
    </Link>
  )
}

function Took({ startedAt, finishedAt }: TaskRecord) {
  const now = useNow()
  if (startedAt === null) return null
  return duration((finishedAt === null ? now : Date.parse(finishedAt)) - Date.parse(startedAt))
}
