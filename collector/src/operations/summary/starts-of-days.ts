import { firstInstant, wallClockOf } from '../../lib/wall-clock.ts'

/** When each of the last days began where the clocks show this zone's time, today the last of them; UTC. */
export function startsOfDays(now: Date, timeZone: string, days: number): string[] {
  const wallClock = wallClockOf(timeZone)
  const today = new Date(wallClock(now.getTime()))
  const midnight = (daysAgo: number) =>
    Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() - daysAgo)
  return Array.from({ length: days }, (_, day) =>
    new Date(firstInstant(wallClock, midnight(days - 1 - day))).toISOString(),
  )
}
