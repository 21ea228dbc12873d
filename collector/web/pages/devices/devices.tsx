import { Button, Group, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { deviceListOptions, devicesPath } from '../../api/devices.ts'
import { download } from '../../api/request.ts'
import { shownColumns } from '../../table/columns.ts'
import { ColumnsMenu } from '../../table/columns-menu.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { Pager } from '../../table/pager.tsx'
import { pagingOf } from '../../table/paging.ts'
import { SearchBox } from '../../table/search-box.tsx'
import { useSelection } from '../../table/selection.ts'
import { useNow } from '../../ui/now.tsx'
import { useAction } from '../../ui/use-action.ts'
import { useTitle } from '../../ui/use-title.ts'
import type { DeviceListState } from '../search.ts'
import { DeviceBulkBar } from './bulk-actions.tsx'
import { deviceColumns } from './columns.tsx'
import { DeviceFilters } from './filters.tsx'
import { NoDevices } from './no-devices.tsx'
import { filterOf, isNarrowed, queryOf } from './query.ts'
import { Views } from './views.tsx'

export function Devices() {
  const state = useSearch({ from: '/frame/devices' })
  const navigate = useNavigate({ from: '/devices' })
  const now = useNow()
  const query = useQuery(deviceListOptions(queryOf(state, now)))
  const selection = useSelection(query.data?.items.map(({ id }) => id) ?? [])
  const csv = useAction('The list was not saved', () =>
    download(devicesPath, { ...filterOf(state, now), format: 'csv' }, 'devices.csv'),
  )
  useTitle('Devices')

  /** Another question begins at its first page. */
  const change = useCallback(
    (part: Partial<DeviceListState>) =>
      void navigate({ search: (before) => ({ ...before, page: undefined, ...part }) }),
    [navigate],
  )
  const search = useCallback(
    (q: string) =>
      void navigate({
        search: (before) => ({ ...before, page: undefined, q: q || undefined }),
        // Each letter as a step of its own would bury the page before.
        replace: true,
      }),
    [navigate],
  )
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Title order={1}>Devices</Title>
        <Group gap="xs">
          <Views state={state} />
          <ColumnsMenu
            columns={deviceColumns}
            named={state.columns}
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
        </Group>
      </Group>
      <Group gap="xs" mb="sm" role="search" aria-label="Devices">
        <SearchBox
          label="Search devices"
          placeholder="Name, address, MAC, serial number"
          value={state.q ?? ''}
          onSearch={search}
        />
        <DeviceFilters state={state} onChange={change} />
      </Group>
      <DataTable
        name="Devices"
        columns={shownColumns(deviceColumns, state.columns)}
        query={query}
        nameOf={({ name }) => name}
        sort={state.sort ?? 'name'}
        onSort={(sort) => change({ sort })}
        selection={selection}
        empty={<NoDevices isNarrowed={isNarrowed(state)} />}
      />
      {query.data && query.data.total > 0 && <Pager total={query.data.total} {...pagingOf(state)} onGo={change} />}
      <DeviceBulkBar devices={query.data?.items ?? []} selection={selection} />
    </>
  )
}
