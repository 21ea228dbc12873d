import type { ReactNode } from 'react'

export type Column<T> = {
  /** The column's id in the address. */
  id: string
  header: string
  render: (item: T) => ReactNode
  /** The API's sort field, if sortable. */
  sort?: string
  align?: 'right'
  /** Width in pixels; a column without it takes the remaining space. */
  width?: number
  /** Long values take more lines rather than being cut. */
  wraps?: true
  /** The column is hidden by default. */
  optional?: true
  /** The column is always shown, as it links to the item. */
  fixed?: true
  /** The smallest screen that shows it: a tablet (`sm`) or a desktop (`xl`). */
  from?: 'sm' | 'xl'
}
