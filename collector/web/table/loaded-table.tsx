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
  /** The page of the list; without it, the list is shown as it was read. */
  paging?: { limit: number; offset: number; onPage: (page: string | undefined) => void }
}

/** A table of a list that is read, as a part of a page. */
export function LoadedTable<T>({ query, label, empty, paging, ...table }: Props<T>) {
  return (
    <Loaded query={query} label={label}>
      {({ items, total }) =>
        total === 0 ? (
          empty
        ) : (
          <>
            <PlainTable {...table} items={items} />
            {paging && (
              <Pager
                name={table.name.toLowerCase()}
                total={total}
                {...paging}
                onGo={({ page }) => paging.onPage(page)}
              />
            )}
          </>
        )
      }
    </Loaded>
  )
}
