import type { Oid } from './oid.ts'
import { compareSpans, decodeTail, type OidSpan, spanLength } from './oid-span.ts'
import type { TableRow } from './reader.ts'
import type { ReceivedVarbind } from './received-varbind.ts'

/** Merges columns, each sorted by index, to rows in index order. */
export function mergeRows(
  columns: readonly (readonly ReceivedVarbind[])[],
  roots: readonly OidSpan[],
  rowsMax: number,
): TableRow[] {
  const rootLengths = roots.map(spanLength)
  const heads = columns.map(() => 0)
  const rows: TableRow[] = []
  while (rows.length < rowsMax) {
    const cells: (ReceivedVarbind | undefined)[] = new Array(columns.length).fill(undefined)
    let first: ReceivedVarbind | undefined
    let rootLength = 0
    for (let column = 0; column < columns.length; column += 1) {
      const head = columns[column]?.[heads[column] ?? 0]
      if (head === undefined) continue
      const length = rootLengths[column] ?? 0
      const order = first === undefined ? -1 : compareSpans(head, length, first, rootLength)
      if (order > 0) continue
      if (order < 0) {
        cells.fill(undefined, 0, column)
        first = head
        rootLength = length
      }
      cells[column] = head
    }
    if (first === undefined) break
    for (let column = 0; column < cells.length; column += 1) {
      if (cells[column] !== undefined) heads[column] = (heads[column] ?? 0) + 1
    }
    rows.push(new Row(first, rootLength, cells))
  }
  return rows
}

class Row implements TableRow {
  readonly cells: readonly (ReceivedVarbind | undefined)[]
  private readonly first: ReceivedVarbind
  private readonly rootLength: number

  constructor(first: ReceivedVarbind, rootLength: number, cells: Row['cells']) {
    this.first = first
    this.rootLength = rootLength
    this.cells = cells
  }

  get index(): Oid {
    return decodeTail(this.first, this.rootLength)
  }
}
