import { firstInstant, wallClockOf } from '../../lib/wall-clock.ts'

/** Lists the start of each of the last days in a time zone, today last, as UTC. */
export function startsOfDays(now: Date, timeZone: string, days: number): string[] {
  const wallClock = wallClockOf(timeZone)
  const today = new Date(wallClock(now.getTime()))
  const midnight = (daysAgo: number) =>
    Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() - daysAgo)
  return Array.from({ length: days }, (_, day) =>
    new Date(firstInstant(wallClock, midnight(days - 1 - day))).toISOString(),
  )
}
