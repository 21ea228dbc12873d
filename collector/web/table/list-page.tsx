import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ListState } from '../pages/search.ts'
import { PageHead } from '../ui/page-head.tsx'
import { shownColumns } from './columns.ts'
import { DataTable, type DataTableProps } from './data-table.tsx'
import { Pager } from './pager.tsx'
import { pagingOf } from './paging.ts'
import { SearchBox } from './search-box.tsx'
import type { useListAddress } from './use-list-address.ts'

type Props<T, S extends ListState> = Omit<DataTableProps<T>, 'sort' | 'onSort'> & {
  address: ReturnType<typeof useListAddress<S>>
  /** One sentence on what the page is for, where its title does not say it. */
  about?: ReactNode
  /** As the API sorts where the address says nothing. */
  sort: string
  /** Under the title: ways to the pages beside it, or figures of all that is listed. */
  nav?: ReactNode
  /** What a search looks at; a list without it cannot be searched. */
  searched?: string
  filters?: ReactNode
  /** What can be done with the list, on the right of its title. */
  actions?: ReactNode
}

/** A page that is one list: its title, what narrows it, the table and its pages, all of it as the address says. */
export function ListPage<T extends { id: string }, S extends ListState>(props: Props<T, S>) {
  const { address, about, nav, columns, sort, searched, filters, actions, ...table } = props
  const { state, change, search } = address
  const total = table.query.data?.total ?? 0
  return (
    <>
      <PageHead title={table.name} about={about} actions={actions} />
      {nav}
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
