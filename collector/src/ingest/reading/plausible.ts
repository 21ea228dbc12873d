import { dayMs } from '@rollcall/shared/durations.ts'
import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import type { Software } from '@rollcall/shared/inventory/software.ts'

/** Before it no agent and no Audit Service was: a clock that says so has lost its battery (1970, 1980, 2000, 2010). */
const clocksFrom = '2015-01-01T00:00:00.000Z'
/** So far a clock may be ahead of ours without being wrong. */
const aheadMsMax = 5 * 60_000
/** What is older than this was not installed then: 1601 and 1970 are the 0 of Windows and of Unix. */
const installedFrom = '1980-01-01T00:00:00.000Z'
/** As in an observation. */
export const linesMax = 64

type Told = Pick<Observation, 'source' | 'observedAt' | 'truncated' | 'software'>

/**
 * The observation with times that can be: one seen in the future, or by a clock that was never set, is of now, and dates of
 * installation that cannot be are left out. `truncated` says so.
 */
export function plausible<O extends Told>(observation: O, now: string): O {
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

/** Of clocks that nobody reads: who imports or writes a snapshot has said when it was. */
function clockFault({ source, observedAt }: Told, now: string): string | undefined {
  if (observedAt > after(now, aheadMsMax)) return 'is in the future'
  const isClock = source === 'Agent' || source === 'Service'
  const from = isClock ? clocksFrom : new Date(1).toISOString()
  return observedAt < from ? 'is of a clock that was never set' : undefined
}

/** Times are written alike, so that they compare as text. */
function oddDate(now: string): (item: Software) => boolean {
  const until = after(now, dayMs)
  return ({ installDate }) => installDate !== undefined && (installDate < installedFrom || installDate > until)
}

const after = (time: string, ms: number): string => new Date(Date.parse(time) + ms).toISOString()

function withoutDate({ installDate: _, ...item }: Software): Software {
  return item
}
