import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import classes from './sort-head.module.css'

export type Sorting = {
  /** The key of a column; `-` in front means descending. */
  sort: string
  onSort: (sort: string) => void
}

type Props = {
  header: string
  sort?: string
  align?: 'right'
  width?: number | undefined
  from?: string | undefined
  sorting: Sorting | undefined
}

/** The head of a column. If the column can be sorted, a button sorts by it, and reverses the order. */
export function SortHead({ header, sort: key, align, width, from, sorting }: Props) {
  const isDescending = sorting?.sort === `-${key}`
  const isSorted = key !== undefined && (sorting?.sort === key || isDescending)
  const Arrow = isDescending ? IconArrowDown : IconArrowUp
  return (
    <th
      scope="col"
      style={{ width }}
      data-align={align}
      data-from={from}
      aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : undefined}
    >
      {key === undefined || !sorting ? (
        header
      ) : (
        <button
          type="button"
          className={classes['sort']}
          onClick={() => sorting.onSort(sorting.sort === key ? `-${key}` : key)}
        >
          {header}
          {isSorted && <Arrow size={13} aria-hidden />}
        </button>
      )}
    </th>
  )
}
