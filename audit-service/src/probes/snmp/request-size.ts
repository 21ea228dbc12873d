import type { SnmpEndpoint } from './endpoint.ts'
import type { OidSpan } from './oid-span.ts'
import { type PduRequest, PduType } from './pdu.ts'

const varbindsStart = 48
/** A longer answer spans several IP fragments, and one lost fragment loses all. */
const varbindsMax = 128
const varbindsAfterSilence = 12
/** Number of times that GETNEXT may replace a failed GETBULK before GETBULK is given up. */
const rescuesMax = 2

/**
 * Request type and size for an agent, adapted to its answers. One per session: the next table starts with the results
 * of the last.
 *
 * Failures (tooBig, silence, a truncated answer) make requests smaller, success makes them larger again. If GETBULK
 * fails even for the smallest size, GETNEXT replaces it: permanently for an agent that never answered a GETBULK,
 * otherwise until the table ends.
 */
export class RequestSize {
  /** Number of variables per request. */
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

  /** Starts a new table: an agent that does answer GETBULK receives it again. */
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

  /** Records an answer without an error, with `got` of the `wanted` variables. */
  answered(wanted: number, got: number): void {
    if (this.#rescuing) {
      this.#rescuing = false
      this.#rescues += 1
      if (!this.#bulkWorks) this.#bulkFails = true
    } else if (!this.byGetNext) this.#bulkWorks = true
    if (got < wanted) {
      // The agent truncated the answer to its limit: request no more than that.
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

  /** Records silence: the next request is much smaller, and after another silence a GETNEXT for one row. */
  silent(again: boolean): void {
    this.varbinds = Math.max(1, Math.min(varbindsAfterSilence, Math.floor(this.varbinds / 4)))
    this.#ceiling = this.varbinds
    this.#rescuing = again
  }

  /** Records an answer with an error. Returns true if it was to GETBULK, and GETNEXT is to be tried instead. */
  failed(): boolean {
    this.#rescuing = !this.byGetNext
    return this.#rescuing
  }
}
