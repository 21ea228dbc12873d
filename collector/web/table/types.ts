import type { ReactNode } from 'react'

export type Column<T> = {
  /** As in the address. */
  id: string
  header: string
  render: (item: T) => ReactNode
  /** What the API sorts by, where it does. */
  sort?: string
  align?: 'right'
  /** CSS width; without one it shares what is left. */
  width?: string
  /** Shown only once somebody asks for it. */
  optional?: true
  /** Cannot be taken away: it leads to the item. */
  fixed?: true
  /** Not on a narrow screen. */
  wideOnly?: true
}
