import { LRUCache } from 'lru-cache'
import { firstInstant, wallClockOf } from '../../lib/wall-clock.ts'

const minuteMs = 60_000

/** To find the starts takes milliseconds, and dashboards ask for the same ones again and again. */
const recent = new LRUCache<string, readonly string[]>({ max: 64 })

/** Lists the start of each of the last days in a time zone, today last, as UTC. Days begin with a minute. */
export function startsOfDays(now: Date, timeZone: string, days: number): readonly string[] {
  const key = `${timeZone} ${days} ${Math.floor(now.getTime() / minuteMs)}`
  const starts = recent.get(key) ?? findStarts(now, timeZone, days)
  recent.set(key, starts)
  return starts
}

function findStarts(now: Date, timeZone: string, days: number): string[] {
  const wallClock = wallClockOf(timeZone)
  const today = new Date(wallClock(now.getTime()))
  const midnight = (daysAgo: number) =>
    Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() - daysAgo)
  return Array.from({ length: days }, (_, day) =>
    new Date(firstInstant(wallClock, midnight(days - 1 - day))).toISOString(),
  )
}
