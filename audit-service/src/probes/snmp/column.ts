import { formatOid } from './oid.ts'
import { compareSpans, decodeSpan, isUnder, type OidSpan, spanLength } from './oid-span.ts'
import { isExceptionTag } from './varbind.ts'

/** Objects that were received so far, by column. */
type Received = { of(columns: readonly Column[]): readonly (readonly OidSpan[])[] }

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
  /** How many octets all names of the column begin with. */
  readonly #under: number
  /** All names that were found, from the first object on that came out of order. */
  #seen: Set<string> | undefined

  constructor(root: OidSpan) {
    this.#root = root
    this.#under = spanLength(root)
    this.octets = root.octets
    this.oidAt = root.oidAt
    this.oidEnd = root.oidEnd
  }

  /**
   * Whether the object belongs to the column, which ends otherwise. Some agents have rows out of order: as long as each
   * is one that was not there yet the walk gets on, and `rowsMax` ends it. One that comes again would go on for ever.
   */
  takes(span: OidSpan, rowsMax: number, answers: Received): boolean {
    const under = this.#under
    // Some agents fall back to an earlier object: that, too, is the end of this column.
    if (isExceptionTag(span.octets[span.oidEnd] ?? 0) || !isUnder(span, this.#root)) return this.end()
    if (compareSpans(span, under, this, under) <= 0) this.#seen ??= new Set(answers.of([this])[0]?.map(nameOf))
    if (this.#seen?.has(nameOf(span)))
      return this.end(`stopped where the agent repeats itself, at ${formatOid(decodeSpan(span))}`)
    if (this.count >= rowsMax) return this.end(`stopped after ${rowsMax} rows`)
    this.#seen?.add(nameOf(span))
    this.octets = span.octets
    this.oidAt = span.oidAt
    this.oidEnd = span.oidEnd
    this.count += 1
    return true
  }

  /** The names came in order, as far as they came. */
  get isOrdered(): boolean {
    return this.#seen === undefined
  }

  end(cut?: string): false {
    this.done = true
    this.cut = cut
    return false
  }
}

const nameOf = ({ octets, oidAt, oidEnd }: OidSpan): string =>
  Buffer.from(octets.buffer, octets.byteOffset + oidAt, oidEnd - oidAt).toString('latin1')
