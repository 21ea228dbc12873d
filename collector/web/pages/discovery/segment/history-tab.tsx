import type { TaskRecord } from '@rollcall/shared/api/task.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { taskListOptions } from '../../../api/tasks.ts'
import { ListPart } from '../../../table/list-part.tsx'
import type { ListState } from '../../../table/list-search.ts'
import { pagingOf } from '../../../table/paging.ts'
import type { Column } from '../../../table/types.ts'
import { useListAddress } from '../../../table/use-list-address.ts'
import { Empty } from '../../../ui/states/empty.tsx'
import { Time } from '../../../ui/time.tsx'
import { taskColumns } from '../tasks/columns.tsx'
import { useSegment } from './use-segment.ts'

const columns: readonly Column<TaskRecord>[] = [
  {
    id: 'scan',
    header: 'Scan',
    fixed: true,
    render: ({ id, createdAt }) => (
      <Link to="/tasks/$taskId" params={{ taskId: id }} data-row-link={id}>
        <Time exact value={createdAt} />
      </Link>
    ),
  },
  ...taskColumns.filter(({ id }) => id !== 'createdAt'),
]

/** Scans of the segment, newest first, with their results. */
export function HistoryTab() {
  const { segmentId } = useSegment()
  const address = useListAddress<ListState>()
  return (
    <ListPart
      name="Scans"
      address={address}
      columns={columns}
      query={useQuery(taskListOptions({ segmentId, kind: 'scan', ...pagingOf(address.state) }))}
      sort="-createdAt"
      empty={<Empty title="Not scanned yet">Scans of this segment are listed here with their results.</Empty>}
    />
  )
}
