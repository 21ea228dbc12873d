import { formatOid } from './oid.ts'
import { compareSpans, isUnder, type OidSpan } from './oid-span.ts'
import type { ReceivedVarbind } from './received-varbind.ts'
import { isException } from './varbind.ts'

/** About what an object takes in memory beside its octets. */
const objectBytes = 8

/** One column of a table that is being walked. */
export class Column {
  readonly root: OidSpan
  readonly found: ReceivedVarbind[] = []
  /** What the next request asks behind. */
  last: OidSpan
  done = false
  /** Why its end was not reached, in words. */
  cut: string | undefined
  /** All that was found, from the first object on that came out of order. */
  #seen: Set<string> | undefined

  constructor(root: OidSpan) {
    this.root = root
    this.last = root
  }

  /**
   * Takes the next object; returns about how many bytes it holds. Some agents have rows out of order: as long as each is
   * one that was not there yet, the walk gets on, and `rowsMax` ends it. One that comes again would go on for ever.
   */
  take(varbind: ReceivedVarbind, rowsMax: number): number {
    if (isException(varbind) || !isUnder(varbind, this.root)) {
      // Some agents fall back to an earlier object: that, too, is the end of this column.
      return this.end()
    }
    if (compareSpans(varbind, 0, this.last, 0) <= 0) this.#seen ??= new Set(this.found.map(keyOf))
    if (this.#seen?.has(keyOf(varbind)))
      return this.end(`stopped where the agent repeats itself, at ${formatOid(varbind.oid)}`)
    if (this.found.length >= rowsMax) return this.end(`stopped after ${rowsMax} rows`)
    this.#seen?.add(keyOf(varbind))
    this.last = varbind
    this.found.push(varbind)
    return objectBytes + varbind.end - varbind.oidAt
  }

  /** What was found, in order also where the agent has none. */
  get ordered(): ReceivedVarbind[] {
    return this.#seen ? this.found.toSorted((a, b) => compareSpans(a, 0, b, 0)) : this.found
  }

  end(cut?: string): 0 {
    this.done = true
    this.cut = cut
    return 0
  }
}

const keyOf = ({ octets, oidAt, oidEnd }: OidSpan): string =>
  Buffer.from(octets.buffer, octets.byteOffset + oidAt, oidEnd - oidAt).toString('latin1')
