import type { List } from '@rollcall/shared/api/common.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PlainTable, type PlainTableProps } from '../ui/plain-table.tsx'
import { Loaded } from '../ui/states/loaded.tsx'
import { Pager } from './pager.tsx'

type Props<T> = Omit<PlainTableProps<T>, 'items'> & {
  query: UseQueryResult<List<T>>
  /** Name of the data in error messages. */
  label: string
  empty: ReactNode
  paging: { limit: number; offset: number }
  onPage: (page: string | undefined) => void
}

/** A table with its own pages, as a part of a page. */
export function PagedTable<T>({ query, label, empty, paging, onPage, ...table }: Props<T>) {
  return (
    <Loaded query={query} label={label}>
      {({ items, total }) =>
        total === 0 ? (
          empty
        ) : (
          <>
            <PlainTable {...table} items={items} />
            <Pager name={table.name.toLowerCase()} total={total} {...paging} onGo={({ page }) => onPage(page)} />
          </>
        )
      }
    </Loaded>
  )
}
