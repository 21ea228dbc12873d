import type { ReactNode } from 'react'

export type Column<T> = {
  /** As in the address. */
  id: string
  header: string
  render: (item: T) => ReactNode
  /** What the API sorts by, where it does. */
  sort?: string
  align?: 'right'
  /** Pixels; one without it takes what is left. */
  width?: number
  /** Shown only once somebody asks for it. */
  optional?: true
  /** Cannot be taken away: it leads to the item. */
  fixed?: true
  /** Only on a screen as wide as a tablet's (`sm`) or a desk's (`xl`). */
  from?: 'sm' | 'xl'
}
