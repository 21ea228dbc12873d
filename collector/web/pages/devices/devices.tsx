import { deviceFilterOf } from '@rollcall/shared/lists/device-filter.ts'
import { Link } from '@tanstack/react-router'
import { devicesPath } from '../../api/devices.ts'
import { useSelection } from '../../table/bulk/selection.ts'
import { nameColumns, shownColumns } from '../../table/columns.ts'
import { ColumnsMenu } from '../../table/columns-menu.tsx'
import { ListPage } from '../../table/list-page.tsx'
import type { DeviceListState } from '../../table/list-search.ts'
import { useListAddress } from '../../table/use-list-address.ts'
import { useNow } from '../../ui/now.tsx'
import { Empty } from '../../ui/states/empty.tsx'
import { ViewsMenu } from '../views/views-menu.tsx'
import { AsOfMenu } from './as-of-menu.tsx'
import { DeviceBulkBar } from './bulk-bar.tsx'
import { pastColumns } from './columns.tsx'
import { useDeviceColumns } from './field-columns.tsx'
import { DeviceFilters } from './filters.tsx'
import { PastListBar } from './past-list-bar.tsx'
import { isNarrowed, omittedKeys, queryOf, shownState } from './query.ts'
import { useDeviceList } from './use-device-list.ts'

export function Devices() {
  const asked = useListAddress<DeviceListState>()
  const { change } = asked
  const state = shownState(asked.state)
  const now = useNow()
  const { columns, fields, isReady, offer, columnNamed } = useDeviceColumns(state.columns)
  const { query, refusal } = useDeviceList(
    { ...queryOf(state, now), columns: state.asOf === undefined ? fields : undefined },
    isReady,
  )
  const matching = deviceFilterOf({ ...state, sort: undefined, columns: undefined }, now)
  const selection = useSelection(query.data?.items.map(({ id }) => id) ?? [], {
    list: listOf(state),
    page: `${state.page} ${state.size} ${state.sort}`,
    isOld: query.isPlaceholderData,
  })
  const shown = state.columns && nameColumns(columns, idsOf(shownColumns(columns, state.columns)))
  const { asOf } = state
  return (
    <>
      <ListPage
        name="Devices"
        isCompact
        exported={{ path: devicesPath, query: deviceFilterOf({ ...state, columns: shown }, now) }}
        address={{ ...asked, state }}
        columns={asOf === undefined ? columns : pastColumns(asOf)}
        nav={asOf !== undefined && <PastListBar asOf={asOf} omitted={omittedKeys(asked.state)} />}
        query={query}
        sort="name"
        searched="Name, address, MAC, serial number"
        filters={<DeviceFilters state={state} refusal={refusal} onChange={change} />}
        {...(asOf === undefined ? { selection: { ...selection, nameOf: ({ name }: { name: string }) => name } } : {})}
        empty={<NoDevices isNarrowed={isNarrowed(state)} />}
        actions={
          <>
            <AsOfMenu asOf={asOf} onChange={(time) => change({ asOf: time })} />
            <DeviceViews state={state} />
            <ColumnsMenu
              columns={columns}
              named={state.columns}
              onOpen={offer}
              columnNamed={columnNamed}
              onChange={(columns) => change({ columns, ...(state.page ? { page: state.page } : {}) })}
            />
          </>
        }
      />
      {asOf === undefined && (
        <DeviceBulkBar
          devices={query.data?.items ?? []}
          selection={selection}
          total={query.data?.total ?? 0}
          matching={matching}
          isArchive={state.archived === 'true'}
        />
      )}
    </>
  )
}

/** The filters of a list as one text, whatever its page, order and columns. */
const listOf = ({ page: _, size: __, sort: ___, columns: ____, view: _____, ...filters }: DeviceListState): string =>
  JSON.stringify(filters)

const idsOf = (columns: readonly { id: string }[]) => columns.map(({ id }) => id)

function NoDevices({ isNarrowed }: { isNarrowed: boolean }) {
  if (isNarrowed) {
    return (
      <Empty art="search" title="No devices match" action={<Link to="/devices">Show all devices</Link>}>
        Change the search or the filters.
      </Empty>
    )
  }
  return <Empty title="No devices yet">Scan a segment, install an agent or import a file to add devices.</Empty>
}

const builtIn = [
  { name: 'All devices', parameters: {} },
  { name: 'New in the last 7 days', parameters: { new: '7d', sort: '-lastSeen' } },
  { name: 'Changed in the last 7 days', parameters: { changed: '7d', sort: '-lastSeen' } },
  { name: 'Not seen for 30 days', parameters: { quiet: '30d', sort: 'lastSeen' } },
  { name: 'Not identified', parameters: { type: 'unknown' } },
  { name: 'Archived', parameters: { archived: 'true' } },
]

/** Views of the list of devices. */
const DeviceViews = ({ state }: { state: DeviceListState }) => (
  <ViewsMenu list="devices" state={state} builtIn={builtIn} />
)
