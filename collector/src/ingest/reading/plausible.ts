import { dayMs } from '@rollcall/shared/durations.ts'
import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import type { Software } from '@rollcall/shared/inventory/software.ts'

/**
 * Earliest plausible time: no agent or Audit Service existed before it. A clock that reports an earlier one has lost
 * its battery (1970, 1980, 2000, 2010).
 */
const clocksFrom = '2015-01-01T00:00:00.000Z'
/** A clock may be ahead of ours by this much without being wrong. */
const aheadMsMax = 5 * 60_000
/** Earliest plausible installation: 1601 and 1970 are the zero of Windows and of Unix. */
const installedFrom = '1980-01-01T00:00:00.000Z'
/** The limit of an observation. */
export const linesMax = 64

type ReportedTimes = Pick<Observation, 'source' | 'observedAt' | 'truncated' | 'software'>

/**
 * Repairs implausible times. An observation from the future, or by a clock that was never set, is dated now; impossible
 * installation dates are left out. `truncated` lists each repair.
 */
export function plausible<O extends ReportedTimes>(observation: O, now: string): O {
  const { observedAt, truncated, software } = observation
  const clock = clockFault(observation, now)
  const isOdd = oddDate(now)
  const odd = software?.filter(isOdd).length ?? 0
  const seenAt = clock !== undefined || observedAt > now ? now : observedAt
  if (seenAt === observedAt && odd === 0) return observation
  const lines = [
    ...(clock === undefined ? [] : [`observedAt: ${observedAt} ${clock}: taken as the time it came`]),
    ...(odd === 0 ? [] : [`software[].installDate: ${odd} left out: before 1980 or in the future`]),
  ]
  return {
    ...observation,
    observedAt: seenAt,
    ...(software && odd > 0 ? { software: software.map((item) => (isOdd(item) ? withoutDate(item) : item)) } : {}),
    truncated: [...lines, ...truncated].slice(0, linesMax),
  }
}

/** Fault of an unattended clock. A person who imports or writes a snapshot has stated its time. */
function clockFault({ source, observedAt }: ReportedTimes, now: string): string | undefined {
  if (observedAt > after(now, aheadMsMax)) return 'is in the future'
  const isClock = source === 'Agent' || source === 'Service'
  const from = isClock ? clocksFrom : new Date(1).toISOString()
  return observedAt < from ? 'is of a clock that was never set' : undefined
}

/** Detects impossible dates. All times are in one format, so they compare as text. */
function oddDate(now: string): (item: Software) => boolean {
  const until = after(now, dayMs)
  return ({ installDate }) => installDate !== undefined && (installDate < installedFrom || installDate > until)
}

const after = (time: string, ms: number): string => new Date(Date.parse(time) + ms).toISOString()

function withoutDate({ installDate: _, ...item }: Software): Software {
  return item
}
