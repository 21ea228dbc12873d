/** Delay of an observation from which its own time is recorded as well. */
const delayMs = 60_000

/**
 * Returns the two times of a change: when it was recorded, and, if the observation that showed it was late, when that
 * was made. History shows the second one only where it is set.
 */
export function changeTimes(timestamp: string, observedAt: string | undefined) {
  const isLate = observedAt !== undefined && Date.parse(timestamp) - Date.parse(observedAt) >= delayMs
  return { timestamp, observedAt: isLate ? observedAt : null }
}
