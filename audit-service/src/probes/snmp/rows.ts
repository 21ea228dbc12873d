import { compareTails, type Oid } from './oid.ts'
import type { TableRow } from './reader.ts'
import type { Varbind } from './varbind.ts'

/** Merges columns, each in index order, to rows in index order. Indexes are compared in place, never as text. */
export function mergeRows(
  roots: readonly Oid[],
  columns: readonly (readonly Varbind[])[],
  rowsMax: number,
): TableRow[] {
  const heads = columns.map(() => 0)
  const rows: TableRow[] = []
  while (rows.length < rowsMax) {
    let first: Varbind | undefined
    let firstSkip = 0
    for (let i = 0; i < columns.length; i += 1) {
      const head = columns[i]?.[heads[i] ?? 0]
      const skip = roots[i]?.length ?? 0
      if (head !== undefined && (first === undefined || compareTails(head.oid, skip, first.oid, firstSkip) < 0)) {
        first = head
        firstSkip = skip
      }
    }
    if (first === undefined) break
    const cells: (Varbind | undefined)[] = []
    for (let i = 0; i < columns.length; i += 1) {
      const head = columns[i]?.[heads[i] ?? 0]
      const mine = head !== undefined && compareTails(head.oid, roots[i]?.length ?? 0, first.oid, firstSkip) === 0
      cells.push(mine ? head : undefined)
      if (mine) heads[i] = (heads[i] ?? 0) + 1
    }
    rows.push({ index: first.oid.slice(firstSkip), cells })
  }
  return rows
}
