/** Tolerance for a clock that counts as correct, because a request takes time to arrive. */
const offMsMax = 5 * 60_000
/** Matches IMF-fixdate, the format that agents send. */
const form = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/**
 * Reads the time of an agent's clock from the Date header of its request (RFC 9110 section 6.6.1); undefined without
 * one.
 */
export function sentAtMs(date: string | undefined): number | undefined {
  const sentMs = date !== undefined && form.test(date) ? Date.parse(date) : Number.NaN
  return Number.isNaN(sentMs) ? undefined : sentMs
}

/**
 * Returns the milliseconds by which an agent's clock is ahead of the collector's: negative when it is behind, 0 when it
 * is correct or unknown.
 */
export function clockAheadMs(sentMs: number | undefined, now: Date): number {
  const aheadMs = sentMs === undefined ? 0 : sentMs - now.getTime()
  return Math.abs(aheadMs) > offMsMax ? aheadMs : 0
}
