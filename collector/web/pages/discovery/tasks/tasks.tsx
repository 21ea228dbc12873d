import { useQuery } from '@tanstack/react-query'
import { segmentsOptions } from '../../../api/catalogs.ts'
import { taskListOptions } from '../../../api/tasks.ts'
import { FilterChips } from '../../../table/filter-chips.tsx'
import { ListPage } from '../../../table/list-page.tsx'
import type { TaskListState } from '../../../table/list-search.ts'
import { savedListOf } from '../../../table/saved-list.ts'
import { useListAddress } from '../../../table/use-list-address.ts'
import { itemOptions, optionsOf } from '../../../ui/options.ts'
import { Empty } from '../../../ui/states/empty.tsx'
import { kindNames, statusNames } from '../../../ui/tasks/words.ts'
import { ViewsMenu } from '../../views/views-menu.tsx'
import { taskColumns, titleColumn } from './columns.tsx'

const builtIn = [
  { name: 'All tasks', parameters: {} },
  { name: 'Failed', parameters: { status: 'Failed' } },
]

export function Tasks() {
  const address = useListAddress<TaskListState>()
  const { state, change } = address
  const { status, kind, segmentId, deviceId } = state
  const { exported, page } = savedListOf('tasks', state)
  const query = useQuery(taskListOptions(page))
  const segments = useQuery(segmentsOptions)
  const device = { value: deviceId ?? '', label: query.data?.items[0]?.deviceName ?? 'one' }
  const isNarrowed = [status, kind, segmentId, deviceId].some((value) => value !== undefined)
  return (
    <ListPage
      name="Tasks"
      exported={exported}
      address={address}
      columns={[titleColumn, ...taskColumns]}
      query={query}
      sort="-createdAt"
      actions={<ViewsMenu list="tasks" state={state} builtIn={builtIn} />}
      filters={
        <FilterChips
          state={state}
          onChange={change}
          chips={[
            { key: 'status', label: 'Status', options: optionsOf(statusNames) },
            { key: 'kind', label: 'Kind', options: optionsOf(kindNames) },
            { key: 'segmentId', label: 'Segment', options: itemOptions(segments.data?.items) },
            ...(deviceId === undefined ? [] : [{ key: 'deviceId' as const, label: 'Device', options: [device] }]),
          ]}
        />
      }
      empty={
        isNarrowed ? (
          <Empty title="No tasks match">Change or remove the filters.</Empty>
        ) : (
          <Empty title="No tasks yet">
            Scans of segments and audits of devices are listed here with their progress and result.
          </Empty>
        )
      }
    />
  )
}
