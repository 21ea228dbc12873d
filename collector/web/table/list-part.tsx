import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { shownColumns } from './columns.ts'
import { DataTable, type DataTableProps } from './data-table.tsx'
import type { ListState } from './list-search.ts'
import { Pager } from './pager.tsx'
import { pagingOf } from './paging.ts'
import { SearchBox } from './search-box.tsx'
import type { useListAddress } from './use-list-address.ts'

export type ListPartProps<T, S extends ListState> = Omit<DataTableProps<T>, 'sort' | 'onSort'> & {
  address: ReturnType<typeof useListAddress<S>>
  /** The API's default sort order, if it is that of a column. */
  sort?: string
  /** The fields that the search covers; without it there is no search. */
  searched?: string
  filters?: ReactNode
}

/** A list below a title: search, filters, table and pages, all stored in the address. */
export function ListPart<T extends { id: string }, S extends ListState>(props: ListPartProps<T, S>) {
  const { address, columns, sort = '', searched, filters, ...table } = props
  const { state, change, search } = address
  const total = table.query.data?.total ?? 0
  return (
    <>
      {(searched || filters) && (
        <Group gap="xs" mb="sm" role="search" aria-label={table.name}>
          {searched && (
            <SearchBox
              label={`Search ${table.name.toLowerCase()}`}
              placeholder={searched}
              value={state.q ?? ''}
              onSearch={search}
            />
          )}
          {filters}
        </Group>
      )}
      <DataTable
        {...table}
        columns={shownColumns(columns, state.columns)}
        sort={state.sort ?? sort}
        onSort={(next) => change({ sort: next } as Partial<S>)}
      />
      {total > 0 && <Pager total={total} {...pagingOf(state)} onGo={(to) => change(to as Partial<S>)} />}
    </>
  )
}
