import type { SnmpEndpoint } from './endpoint.ts'
import type { OidSpan } from './oid-span.ts'
import { type PduRequest, PduType } from './pdu.ts'

const varbindsStart = 48
/** Beyond this an answer spans several IP fragments, and one lost fragment loses all. */
const varbindsMax = 128
const varbindsAfterSilence = 12
/** So often GETNEXT may have to help out before GETBULK is given up. */
const rescuesMax = 2

/**
 * How an agent is asked, learned from how it answers. One per session: what a table taught, the next one uses.
 *
 * What is too much for it (tooBig, silence, an answer cut short) makes requests smaller, success makes them larger again.
 * Where GETBULK fails altogether, by an error or by silence however little is asked, GETNEXT asks instead: of an agent
 * that never answered a GETBULK for good, else until the table ends.
 */
export class Pace {
  /** How many variables are asked for at once. */
  varbinds = varbindsStart
  #ceiling = varbindsMax
  readonly #version: SnmpEndpoint['version']
  #bulkWorks = false
  #bulkFails = false
  #rescues = 0
  #rescuing = false

  constructor(version: SnmpEndpoint['version']) {
    this.#version = version
  }

  get byGetNext(): boolean {
    return this.#version === 'v1' || this.#bulkFails || this.#rescuing || this.#rescues >= rescuesMax
  }

  /** A new table: an agent that does answer GETBULK is asked so again. */
  startTable(): void {
    this.#rescues = 0
    this.#rescuing = false
  }

  request(oids: readonly OidSpan[]): PduRequest {
    if (this.byGetNext) return { type: PduType.getNext, oids }
    return { type: PduType.getBulk, oids, maxRepetitions: this.repetitions(oids.length) }
  }

  repetitions(columns: number): number {
    return this.byGetNext ? 1 : Math.max(1, Math.floor(this.varbinds / columns))
  }

  /** An answer without an error, that had room for `got` of the `wanted` variables. */
  answered(wanted: number, got: number): void {
    if (this.#rescuing) {
      this.#rescuing = false
      this.#rescues += 1
      if (!this.#bulkWorks) this.#bulkFails = true
    } else if (!this.byGetNext) this.#bulkWorks = true
    if (got < wanted) {
      // The agent cut the answer to what it can send: ask for no more than that.
      this.varbinds = Math.max(1, Math.min(this.varbinds, got))
    } else {
      this.#ceiling = Math.min(varbindsMax, this.#ceiling + Math.ceil(this.#ceiling / 8))
      this.varbinds = Math.min(this.#ceiling, this.varbinds * 2)
    }
  }

  tooMuch(): void {
    this.varbinds = Math.max(1, Math.floor(this.varbinds / 2))
    this.#ceiling = this.varbinds
  }

  /** Nothing came: ask for much less, and when that gets no answer either, by GETNEXT for one row. */
  silent(again: boolean): void {
    this.varbinds = Math.max(1, Math.min(varbindsAfterSilence, Math.floor(this.varbinds / 4)))
    this.#ceiling = this.varbinds
    this.#rescuing = again
  }

  /** An answer with an error; true when it was to GETBULK, and GETNEXT is to be tried instead. */
  failed(): boolean {
    this.#rescuing = !this.byGetNext
    return this.#rescuing
  }
}
