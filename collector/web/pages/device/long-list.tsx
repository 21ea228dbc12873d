import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { DevicePageState } from '../../table/list-search.ts'
import { Pager } from '../../table/pager.tsx'
import { pagingOf } from '../../table/paging.ts'
import { SearchBox } from '../../table/search-box.tsx'
import { Dimmed } from '../../ui/dimmed.tsx'
import { type PlainColumn, PlainTable } from '../../ui/plain-table.tsx'
import { Section } from '../../ui/section.tsx'
import { filledColumns, matching } from './list-items.ts'
import { useDeviceSearch } from './use-device.ts'

/** A list of up to this many items is shown whole, without search and pages. */
const shortMax = 25

type Props<T> = { items: readonly T[] | undefined }

/**
 * Builds a section with a table of a device's parts. It is hidden without items, and so is a column without values. A
 * long list has a search and pages, whose state is in the address.
 */
export function longList<T extends object>(title: string, columns: readonly PlainColumn<T>[]) {
  return function LongList({ items = [] }: Props<T>) {
    if (items.length === 0) return null
    const table = { title, columns: filledColumns(columns, items), items }
    return (
      <Section title={`${title} (${items.length})`}>
        {items.length > shortMax ? <Paged {...table} /> : <Table {...table} />}
      </Section>
    )
  }
}

type TableProps<T> = { title: string; columns: readonly PlainColumn<T>[]; items: readonly T[] }

function Table<T>({ title, columns, items }: TableProps<T>) {
  return <PlainTable name={title} columns={columns} items={items} keyOf={(_, at) => String(at)} />
}

function Paged<T extends object>({ title, columns, items }: TableProps<T>) {
  const { list, q, page, size } = useDeviceSearch()
  const own: DevicePageState = list === title ? { q, page } : {}
  const navigate = useNavigate()
  const change = useCallback(
    (part: Pick<DevicePageState, 'q' | 'page' | 'size'>, replace = false) => {
      const search = (before: DevicePageState): DevicePageState => ({
        ...before,
        q: before.list === title ? before.q : undefined,
        page: undefined,
        ...part,
        list: title,
      })
      void navigate({ to: '.', search, replace, resetScroll: false })
    },
    [navigate, title],
  )
  const search = useCallback((text: string) => change({ q: text || undefined }, true), [change])
  const found = matching(items, own.q)
  const { limit, offset } = pagingOf({ page: own.page, size })
  return (
    <>
      <search aria-label={title} style={{ display: 'block', marginBottom: 8 }}>
        <SearchBox label={`Search: ${title}`} placeholder="Any value" value={own.q ?? ''} onSearch={search} />
      </search>
      {found.length === 0 ? (
        <Dimmed>Nothing matches. Change the search.</Dimmed>
      ) : (
        <Table title={title} columns={columns} items={found.slice(offset, offset + limit)} />
      )}
      <Pager name={title} total={found.length} limit={limit} offset={offset} onGo={change} />
    </>
  )
}
