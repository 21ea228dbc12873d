import type { Column } from './column.ts'
import { compareSpans } from './oid-span.ts'
import type { ReceivedVarbind } from './received-varbind.ts'
import type { VarbindList } from './varbind-list.ts'

/**
 * `taken` counts, for each requested column, how many of the answer's variables belong to it: always the first ones.
 */
type Answer = { list: VarbindList; requested: readonly Column[]; taken: number[] }

/**
 * The answers of one walk, stored undecoded. Variables are created on demand, so that few objects wait for the end of
 * the walk.
 */
export class Answers {
  /** Total bytes of the answers' variables. */
  bytes = 0
  readonly #answers: Answer[] = []

  /** Assigns each variable to its column (RFC 3416, section 4.2.3: row by row); returns the number assigned. */
  take(list: VarbindList, requested: readonly Column[], rowsMax: number): number {
    const taken = new Array<number>(requested.length).fill(0)
    this.#answers.push({ list, requested, taken })
    this.bytes += list.bytes
    let sum = 0
    let index = 0
    for (const name = list.cursor(); name.next(); index = index + 1 < requested.length ? index + 1 : 0) {
      const column = requested[index]
      if (column === undefined || column.done || !column.takes(name, rowsMax, this)) continue
      taken[index] = (taken[index] ?? 0) + 1
      sum += 1
    }
    return sum
  }

  /** Returns the variables of each column, sorted even if the agent's are not. */
  of(columns: readonly Column[]): ReceivedVarbind[][] {
    const rows = new Map(columns.map((column) => [column, new ColumnRows(column.count)]))
    for (const { list, requested, taken } of this.#answers) {
      const parts = requested.map((column) => rows.get(column))
      const left = [...taken]
      let index = 0
      for (const name = list.cursor(); name.next(); index = index + 1 < requested.length ? index + 1 : 0) {
        const count = left[index] ?? 0
        if (count === 0) continue
        left[index] = count - 1
        parts[index]?.add(name.varbind())
      }
    }
    return [...rows].map(([column, { varbinds }]) =>
      column.isOrdered ? varbinds : varbinds.sort((a, b) => compareSpans(a, 0, b, 0)),
    )
  }
}

/** An array of its final length: an array that grows takes three times the memory. */
class ColumnRows {
  readonly varbinds: ReceivedVarbind[]
  private count = 0

  constructor(length: number) {
    this.varbinds = new Array(length)
  }

  add(varbind: ReceivedVarbind): void {
    this.varbinds[this.count] = varbind
    this.count += 1
  }
}
