/** A clock that is this far off is right: the way takes its time. */
const offMsMax = 5 * 60_000
/** IMF-fixdate, the form that is sent. */
const form = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/** The time that an agent's clock showed, by the Date of its request (RFC 9110 section 6.6.1); undefined without one. */
export function sentAtMs(date: string | undefined): number | undefined {
  const sentMs = date !== undefined && form.test(date) ? Date.parse(date) : Number.NaN
  return Number.isNaN(sentMs) ? undefined : sentMs
}

/** Milliseconds that an agent's clock is ahead of ours, below zero where it is behind; 0 where it is right or unknown. */
export function clockAheadMs(sentMs: number | undefined, now: Date): number {
  const aheadMs = sentMs === undefined ? 0 : sentMs - now.getTime()
  return Math.abs(aheadMs) > offMsMax ? aheadMs : 0
}
