/** A clock that is this far off is right: the way takes its time. */
const offMsMax = 5 * 60_000
/** IMF-fixdate, the form that is sent. */
const form = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/**
 * Milliseconds that an agent's clock is ahead of ours, below zero where it is behind, by the Date of its request (RFC 9110
 * section 6.6.1). 0 where it is right, and where the agent does not tell.
 */
export function clockAheadMs(date: string | undefined, now: Date): number {
  const sentMs = date !== undefined && form.test(date) ? Date.parse(date) : Number.NaN
  const aheadMs = sentMs - now.getTime()
  return Math.abs(aheadMs) > offMsMax ? aheadMs : 0
}
