import type { ReactNode } from 'react'
import classes from './plain-table.module.css'
import { SortHead, type Sorting } from './sort-head.tsx'

export type PlainColumn<T> = {
  header: string
  render: (item: T) => ReactNode
  align?: 'right'
  /** Key of the order by this column, if the table can be sorted by it. */
  sort?: string
}

export type PlainTableProps<T> = {
  name: string
  columns: readonly PlainColumn<T>[]
  items: readonly T[]
  keyOf: (item: T, at: number) => string
  /** Marks the row that the address names. */
  isMarked?: (item: T) => boolean
  /** The order of the items, if columns can change it. */
  sorting?: Sorting
}

/** A table of all items in the given order, without pages. */
export function PlainTable<T>({ name, columns, items, keyOf, isMarked, sorting }: PlainTableProps<T>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must reach the scroller
    <section className={classes['scroller']} tabIndex={0} aria-label={`${name}, table`}>
      <table className={classes['table']} aria-label={name}>
        <thead>
          <tr>
            {columns.map((column) => (
              <SortHead key={column.header} {...column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item, at) => (
            <tr key={keyOf(item, at)} aria-current={isMarked?.(item) || undefined}>
              {columns.map(({ header, render, align }) => (
                <td key={header} data-align={align} data-name={header}>
                  {render(item)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
