import { Skeleton } from '@mantine/core'
import type { List } from '@rollcall/shared/api/common.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import type { CSSProperties, ReactNode } from 'react'
import { SortHead } from '../ui/sort-head.tsx'
import { Failure } from '../ui/states/failure.tsx'
import type { Selection } from './bulk/selection.ts'
import classes from './data-table.module.css'
import { actionsId } from './row-actions.tsx'
import { showFullText } from './show-full-text.ts'
import type { Column } from './types.ts'
import { useRowKeys } from './use-row-keys.ts'

export type DataTableProps<T> = {
  /** Accessible name of the table: `Devices`. */
  name: string
  columns: readonly Column<T>[]
  query: UseQueryResult<List<T>>
  sort: string
  onSort: (sort: string) => void
  empty: ReactNode
  /** Row selection. Without it rows cannot be selected. */
  selection?: Selection & { /** Names a row, for its checkbox. */ nameOf: (item: T) => string }
  /** Keeps one line for each row on a phone, with fewer columns. Otherwise rows are cards there. */
  isCompact?: true
}

const outlineRows = 12

export function DataTable<T extends { id: string }>({ query, columns, empty, isCompact, ...rest }: DataTableProps<T>) {
  const { data } = query
  useRowKeys(rest.selection?.toggle ?? ignore)
  if (data === undefined && query.isError) {
    return <Failure error={query.error} label={rest.name} retry={() => void query.refetch()} />
  }
  if (data?.items.length === 0) return empty
  return (
    <div className={classes['scroller']} data-old={query.isPlaceholderData || undefined} aria-busy={query.isFetching}>
      <table
        className={classes['table']}
        style={widthsOf(columns, rest.selection !== undefined)}
        data-cards={!isCompact || undefined}
        aria-label={rest.name}
      >
        <Head columns={columns} items={data?.items ?? []} {...rest} />
        <tbody onPointerOver={showFullText}>
          {data === undefined ? (
            <OutlineRows columns={columns.length + (rest.selection ? 1 : 0)} />
          ) : (
            data.items.map((item) => <Row key={item.id} item={item} columns={columns} {...rest} />)
          )}
        </tbody>
      </table>
    </div>
  )
}

const ignore = () => undefined

const widthMin = 116

const checkWidth = 36

/** Returns the minimum table width for each screen size. Below it the table scrolls. */
function widthsOf<T>(columns: readonly Column<T>[], isSelectable: boolean): CSSProperties {
  const sum = (kinds: readonly Column<T>['from'][]) =>
    columns
      .filter(({ from }) => kinds.includes(from))
      .reduce((total, { width = widthMin }) => total + width, isSelectable ? checkWidth : 0)
  const widths = { narrow: sum([undefined]), sm: sum([undefined, 'sm']), xl: sum([undefined, 'sm', 'xl']) }
  return Object.fromEntries(Object.entries(widths).map(([screen, width]) => [`--width-${screen}`, `${width}px`]))
}

type HeadProps<T> = Pick<DataTableProps<T>, 'columns' | 'selection' | 'sort' | 'onSort' | 'name'> & {
  items: readonly T[]
}

function Head<T extends { id: string }>({ columns, selection, sort, onSort, items, name }: HeadProps<T>) {
  const chosen = items.filter(({ id }) => selection?.ids.has(id)).length
  const isAll = items.length > 0 && chosen === items.length
  return (
    <thead>
      <tr>
        {selection && (
          <th scope="col" className={classes['check']}>
            <input
              type="checkbox"
              aria-label={`Select all ${name.toLowerCase()} on this page`}
              checked={isAll}
              disabled={items.length === 0}
              ref={(box) => {
                if (box) box.indeterminate = chosen > 0 && !isAll
              }}
              onChange={() => selection.setAll(!isAll)}
            />
          </th>
        )}
        {columns.map((column) => (
          <SortHead key={column.id} {...column} sorting={{ sort, onSort }} />
        ))}
      </tr>
    </thead>
  )
}

type RowProps<T> = Pick<DataTableProps<T>, 'columns' | 'selection'> & { item: T }

function Row<T extends { id: string }>({ item, columns, selection }: RowProps<T>) {
  const isChosen = selection?.ids.has(item.id)
  return (
    <tr data-chosen={isChosen || undefined}>
      {selection && (
        <td className={classes['check']}>
          <input
            type="checkbox"
            aria-label={`Select ${selection.nameOf(item)}`}
            checked={isChosen}
            // A change event does not report the Shift key, a click does.
            onClick={(event) => selection.toggle(item.id, event.shiftKey)}
            onChange={ignore}
          />
        </td>
      )}
      {columns.map(({ id, header, render, align, from, wraps }, at) => (
        <td
          key={id}
          data-align={align}
          data-from={from}
          data-wraps={wraps}
          data-name={at === 0 || id === actionsId ? undefined : header}
        >
          {render(item)}
        </td>
      ))}
    </tr>
  )
}

function OutlineRows({ columns }: { columns: number }) {
  return Array.from({ length: outlineRows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
    <tr key={row}>
      <td colSpan={columns}>
        <Skeleton height={12} width={`${88 - ((row * 13) % 45)}%`} />
      </td>
    </tr>
  ))
}
