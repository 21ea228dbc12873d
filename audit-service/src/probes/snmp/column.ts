import { formatOid } from './oid.ts'
import { compareSpans, decodeSpan, isUnder, type OidSpan } from './oid-span.ts'
import type { ReceivedVarbind } from './received-varbind.ts'
import { isExceptionTag } from './varbind.ts'
import type { VarbindList } from './varbind-list.ts'

/** One column of a table that is being walked. As a name it is the one that the next request asks behind. */
export class Column implements OidSpan {
  octets: Uint8Array
  oidAt: number
  oidEnd: number
  done = false
  /** Why its end was not reached, in words. */
  cut: string | undefined
  count = 0
  readonly #root: OidSpan
  /** What was found: of each answer every `step`-th object from `first` on, `count` of them. */
  readonly #parts: { list: VarbindList; first: number; step: number; count: number }[] = []
  /** All names that were found, from the first object on that came out of order. */
  #seen: Set<string> | undefined

  constructor(root: OidSpan) {
    this.#root = root
    this.octets = root.octets
    this.oidAt = root.oidAt
    this.oidEnd = root.oidEnd
  }

  /** Takes its objects of an answer to its end, and returns how many they are. */
  take(list: VarbindList, first: number, step: number, rowsMax: number): number {
    const part = { list, first, step, count: 0 }
    this.#parts.push(part)
    for (let place = first; place < list.length && this.#isNext(list, place, rowsMax); place += step) {
      part.count += 1
      this.count += 1
    }
    return part.count
  }

  /**
   * Whether the object belongs to the column, which ends otherwise. Some agents have rows out of order: as long as each
   * is one that was not there yet the walk gets on, and `rowsMax` ends it. One that comes again would go on for ever.
   */
  #isNext(list: VarbindList, place: number, rowsMax: number): boolean {
    const span = list.spanAt(place)
    // Some agents fall back to an earlier object: that, too, is the end of this column.
    if (isExceptionTag(list.octets[span.oidEnd] ?? 0) || !isUnder(span, this.#root)) return this.end()
    if (compareSpans(span, 0, this, 0) <= 0) this.#seen ??= new Set(this.varbinds().map(nameOf))
    if (this.#seen?.has(nameOf(span)))
      return this.end(`stopped where the agent repeats itself, at ${formatOid(decodeSpan(span))}`)
    if (this.count >= rowsMax) return this.end(`stopped after ${rowsMax} rows`)
    this.#seen?.add(nameOf(span))
    this.octets = span.octets
    this.oidAt = span.oidAt
    this.oidEnd = span.oidEnd
    return true
  }

  end(cut?: string): false {
    this.done = true
    this.cut = cut
    return false
  }

  /** What was found, in order also where the agent has none. */
  varbinds(): ReceivedVarbind[] {
    const found: ReceivedVarbind[] = new Array(this.count)
    let at = 0
    for (const { list, first, step, count } of this.#parts) {
      for (let i = 0; i < count; i += 1) {
        found[at] = list.at(first + i * step)
        at += 1
      }
    }
    return this.#seen ? found.sort((a, b) => compareSpans(a, 0, b, 0)) : found
  }
}

const nameOf = ({ octets, oidAt, oidEnd }: OidSpan): string =>
  Buffer.from(octets.buffer, octets.byteOffset + oidAt, oidEnd - oidAt).toString('latin1')
