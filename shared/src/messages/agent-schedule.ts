/** Schedule of a site's agents, as the collector answers it. An absent value has its default. */
export type AgentSchedule = { intervalMinutes?: number | undefined; jitterMinutes?: number | undefined }

export const intervalMinutesMin = 5
export const minutesMax = 24 * 60
export const defaultIntervalMinutes = 60

/** Returns the interval of an agent's snapshots, and the period over which agents spread them. */
export function periodsOf({ intervalMinutes = defaultIntervalMinutes, jitterMinutes }: AgentSchedule) {
  const intervalMs = intervalMinutes * 60_000
  // Leaves some of the interval, so that a late snapshot does not meet the next one.
  const jitterMs = jitterMinutes === undefined ? (intervalMs / 6) * 5 : jitterMinutes * 60_000
  return { intervalMs, jitterMs: Math.min(jitterMs, intervalMs) }
}

/** Returns the minutes between two starts of the agent by its timer. A start that is not due ends at once. */
export const timerMinutesOf = ({ intervalMinutes = defaultIntervalMinutes }: AgentSchedule): number =>
  intervalMinutes < defaultIntervalMinutes ? intervalMinutesMin : defaultIntervalMinutes
