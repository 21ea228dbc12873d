import { compareTails, type Oid } from './oid.ts'
import { compareSpans, decodeTail, type OidSpan, spanLength } from './oid-span.ts'
import type { TableRow } from './reader.ts'
import type { ReceivedVarbind } from './received-varbind.ts'
import type { Varbind } from './varbind.ts'

/** How the indexes of cells compare, each in the column with that number, and what they are. */
type Indexes<V> = {
  compare: (a: V, aColumn: number, b: V, bColumn: number) => number
  indexOf: (cell: V, column: number) => Oid
}

/** Of objects whose names are decoded. */
export const oidIndexes = (roots: readonly Oid[]): Indexes<Varbind> => ({
  compare: (a, aColumn, b, bColumn) =>
    compareTails(a.oid, roots[aColumn]?.length ?? 0, b.oid, roots[bColumn]?.length ?? 0),
  indexOf: ({ oid }, column) => oid.slice(roots[column]?.length),
})

/** Of objects as they came: compared in place. */
export function spanIndexes(roots: readonly OidSpan[]): Indexes<ReceivedVarbind> {
  const skips = roots.map(spanLength)
  return {
    compare: (a, aColumn, b, bColumn) => compareSpans(a, skips[aColumn] ?? 0, b, skips[bColumn] ?? 0),
    indexOf: (cell, column) => decodeTail(cell, skips[column] ?? 0),
  }
}

/** Merges columns, each in index order, to rows in index order. */
export function mergeRows<V extends Varbind>(
  columns: readonly (readonly V[])[],
  { compare, indexOf }: Indexes<V>,
  rowsMax: number,
): TableRow[] {
  const heads = columns.map(() => 0)
  const rows: TableRow[] = []
  while (rows.length < rowsMax) {
    const cells: (V | undefined)[] = new Array(columns.length).fill(undefined)
    let first: V | undefined
    let firstColumn = 0
    for (let column = 0; column < columns.length; column += 1) {
      const head = columns[column]?.[heads[column] ?? 0]
      if (head === undefined) continue
      const order = first === undefined ? -1 : compare(head, column, first, firstColumn)
      if (order > 0) continue
      if (order < 0) {
        cells.fill(undefined, 0, column)
        first = head
        firstColumn = column
      }
      cells[column] = head
    }
    if (first === undefined) break
    for (let column = 0; column < cells.length; column += 1) {
      if (cells[column] !== undefined) heads[column] = (heads[column] ?? 0) + 1
    }
    rows.push({ index: indexOf(first, firstColumn), cells })
  }
  return rows
}
