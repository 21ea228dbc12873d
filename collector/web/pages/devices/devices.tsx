import { Button } from '@mantine/core'
import { deviceFilterOf } from '@rollcall/shared/lists/device-filter.ts'
import { IconDownload } from '@tabler/icons-react'
import { devicesPath } from '../../api/devices.ts'
import { download } from '../../api/request.ts'
import { useSelection } from '../../table/bulk/selection.ts'
import { nameColumns, shownColumns } from '../../table/columns.ts'
import { ColumnsMenu } from '../../table/columns-menu.tsx'
import { ListPage } from '../../table/list-page.tsx'
import type { DeviceListState } from '../../table/list-search.ts'
import { useListAddress } from '../../table/use-list-address.ts'
import { useNow } from '../../ui/now.tsx'
import { useAction } from '../../ui/use-action.ts'
import { DeviceBulkBar } from './bulk-actions.tsx'
import { useDeviceColumns } from './field-columns.tsx'
import { DeviceFilters } from './filters.tsx'
import { NoDevices } from './no-devices.tsx'
import { isNarrowed, queryOf } from './query.ts'
import { useDeviceList } from './use-device-list.ts'
import { DeviceViews } from './views.tsx'

export function Devices() {
  const address = useListAddress<DeviceListState>()
  const { state, change } = address
  const now = useNow()
  const { columns, fields, isReady, offer, columnNamed } = useDeviceColumns(state.columns)
  const { query, refusal } = useDeviceList({ ...queryOf(state, now), columns: fields }, isReady)
  const selection = useSelection(query.data?.items.map(({ id }) => id) ?? [])
  const shown = state.columns && nameColumns(columns, idsOf(shownColumns(columns, state.columns)))
  const csv = useAction('The list was not downloaded', () =>
    download(devicesPath, { ...deviceFilterOf({ ...state, columns: shown }, now), format: 'csv' }, 'devices.csv'),
  )
  return (
    <>
      <ListPage
        name="Devices"
        address={address}
        columns={columns}
        query={query}
        nameOf={({ name }) => name}
        sort="name"
        searched="Name, address, MAC, serial number"
        filters={<DeviceFilters state={state} refusal={refusal} onChange={change} />}
        selection={selection}
        empty={<NoDevices isNarrowed={isNarrowed(state)} />}
        actions={
          <>
            <DeviceViews state={state} />
            <ColumnsMenu
              columns={columns}
              named={state.columns}
              onOpen={offer}
              columnNamed={columnNamed}
              onChange={(columns) => change({ columns, ...(state.page ? { page: state.page } : {}) })}
            />
            <Button
              variant="default"
              leftSection={<IconDownload size={15} aria-hidden />}
              loading={csv.isPending}
              onClick={() => csv.mutate()}
            >
              CSV
            </Button>
          </>
        }
      />
      <DeviceBulkBar devices={query.data?.items ?? []} selection={selection} isArchive={state.archived === 'true'} />
    </>
  )
}

const idsOf = (columns: readonly { id: string }[]) => columns.map(({ id }) => id)
