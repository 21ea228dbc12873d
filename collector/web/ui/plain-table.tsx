import type { ReactNode } from 'react'
import classes from './plain-table.module.css'

export type PlainColumn<T> = {
  header: string
  render: (item: T) => ReactNode
  align?: 'right'
}

export type PlainTableProps<T> = {
  name: string
  columns: readonly PlainColumn<T>[]
  items: readonly T[]
  keyOf: (item: T, at: number) => string
  /** Marks the row that the address names. */
  isMarked?: (item: T) => boolean
}

/** A table of all items in the given order, without pages or sorting. */
export function PlainTable<T>({ name, columns, items, keyOf, isMarked }: PlainTableProps<T>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must reach the scroller
    <section className={classes['scroller']} tabIndex={0} aria-label={`${name}, table`}>
      <table className={classes['table']} aria-label={name}>
        <thead>
          <tr>
            {columns.map(({ header, align }) => (
              <th key={header} scope="col" data-align={align}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item, at) => (
            <tr key={keyOf(item, at)} aria-current={isMarked?.(item) || undefined}>
              {columns.map(({ header, render, align }) => (
                <td key={header} data-align={align}>
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
