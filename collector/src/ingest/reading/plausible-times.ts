import { dayMs } from '@rollcall/shared/durations.ts'
import { earliestYear } from '@rollcall/shared/inventory/earliest-year.ts'
import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import { later } from '../../lib/shift-time.ts'

/**
 * Earliest plausible time: no agent or Audit Service existed before it. A clock that reports an earlier one has lost
 * its battery (1970, 1980, 2000, 2010).
 */
const clocksFrom = '2015-01-01T00:00:00.000Z'
/** A clock may be ahead of ours by this much without being wrong. */
const aheadMsMax = 5 * 60_000
const datesFrom = `${earliestYear}-01-01T00:00:00.000Z`
/** The limit of an observation. */
export const linesMax = 64

type ReportedTimes = Pick<Observation, 'source' | 'observedAt' | 'truncated' | 'hardware' | 'software'>

/** Dates of the past that a device reports, in the form of the data. */
const dateFields = {
  software: { installDate: true },
  hardware: {
    os: { installedAt: true, bootedAt: true, pendingUpdates: { listsFrom: true } },
    accounts: { lastSignInAt: true },
    containers: { createdAt: true },
    security: { antivirus: { signaturesFrom: true } },
  },
} as const
type DateFields = { readonly [name: string]: true | DateFields }

/**
 * Repairs implausible times. An observation from the future, or by a clock that was never set, is dated now; impossible
 * dates in the data are left out. `truncated` lists each repair.
 */
export function plausible<O extends ReportedTimes>(observation: O, now: string): O {
  const { observedAt, truncated } = observation
  const clock = clockFault(observation, now)
  const leftOut = new Map<string, number>()
  const repaired = withoutOddDates(observation, dateFields, '', oddDate(now), leftOut)
  const seenAt = clock !== undefined || observedAt > now ? now : observedAt
  if (seenAt === observedAt && leftOut.size === 0) return observation
  const lines = [
    ...(clock === undefined ? [] : [`observedAt: ${observedAt} ${clock}: taken as the time it came`]),
    ...[...leftOut].map(([path, count]) => `${path}: ${count} left out: before ${earliestYear} or in the future`),
  ]
  return { ...repaired, observedAt: seenAt, truncated: [...lines, ...truncated].slice(0, linesMax) }
}

/** Fault of an unattended clock. A person who imports or writes a snapshot has stated its time. */
function clockFault({ source, observedAt }: ReportedTimes, now: string): string | undefined {
  if (observedAt > later(now, aheadMsMax)) return 'is in the future'
  const isClock = source === 'Agent' || source === 'Service'
  const from = isClock ? clocksFrom : new Date(1).toISOString()
  return observedAt < from ? 'is of a clock that was never set' : undefined
}

/** Detects impossible dates. All times are in one format, so they compare as text. */
function oddDate(now: string): (date: string) => boolean {
  const until = later(now, dayMs)
  return (date) => date < datesFrom || date > until
}

/** Returns the value without its impossible dates, or the value itself if it has none. Counts them by their path. */
function withoutOddDates<T>(
  value: T,
  fields: DateFields,
  path: string,
  isOdd: (date: string) => boolean,
  leftOut: Map<string, number>,
): T {
  if (Array.isArray(value)) {
    const items = value.map((item) => withoutOddDates(item, fields, `${path}[]`, isOdd, leftOut))
    return items.some((item, at) => item !== value[at]) ? (items as T) : value
  }
  let repaired = value
  for (const name in fields) {
    const below = fields[name]
    const field = (value as Readonly<Record<string, unknown>>)[name]
    if (below === undefined || field === undefined) continue
    const at = path === '' ? name : `${path}.${name}`
    if (below === true) {
      if (typeof field !== 'string' || !isOdd(field)) continue
      leftOut.set(at, (leftOut.get(at) ?? 0) + 1)
      const { [name as keyof T]: _, ...others } = repaired as T & object
      repaired = others as T
    } else {
      const part = withoutOddDates(field, below, at, isOdd, leftOut)
      if (part !== field) repaired = { ...repaired, [name]: part }
    }
  }
  return repaired
}
