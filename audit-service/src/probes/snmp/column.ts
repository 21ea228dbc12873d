import { formatOid } from './oid.ts'
import { compareSpans, decodeSpan, isUnder, type OidSpan, spanLength } from './oid-span.ts'
import { isExceptionTag } from './varbind.ts'

/** Objects received so far, by column. */
type Received = { of(columns: readonly Column[]): readonly (readonly OidSpan[])[] }

/** One column of a table during a walk. As an OID span it is the last name, which the next request continues from. */
export class Column implements OidSpan {
  octets: Uint8Array
  oidAt: number
  oidEnd: number
  done = false
  /** Reason that the column was not read to its end, in words. */
  cut: string | undefined
  count = 0
  readonly #root: OidSpan
  /** Length in octets of the prefix of all names in the column. */
  readonly #under: number
  /** All names of the column, recorded from the first object out of order. */
  #seen: Set<string> | undefined

  constructor(root: OidSpan) {
    this.#root = root
    this.#under = spanLength(root)
    this.octets = root.octets
    this.oidAt = root.oidAt
    this.oidEnd = root.oidEnd
  }

  /**
   * Returns true if the object belongs to the column; otherwise the column ends. Some agents have rows out of order:
   * new rows advance the walk until `rowsMax`, but a repeated row would continue forever.
   */
  takes(span: OidSpan, rowsMax: number, answers: Received): boolean {
    const under = this.#under
    // Some agents fall back to an earlier object, which also ends this column.
    if (isExceptionTag(span.octets[span.oidEnd] ?? 0) || !isUnder(span, this.#root)) return this.end()
    if (compareSpans(span, under, this, under) <= 0) this.#seen ??= new Set(answers.of([this])[0]?.map(nameOf))
    if (this.#seen?.has(nameOf(span)))
      return this.end(`stopped at ${formatOid(decodeSpan(span))}, where the agent repeats itself`)
    if (this.count >= rowsMax) return this.end(`stopped after ${rowsMax} rows`)
    this.#seen?.add(nameOf(span))
    this.octets = span.octets
    this.oidAt = span.oidAt
    this.oidEnd = span.oidEnd
    this.count += 1
    return true
  }

  /** True if all names were in order. */
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
