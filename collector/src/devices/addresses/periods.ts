import { endOfTime } from '../../snapshots/read/as-of.ts'

type Period = { deviceId: string; from: string; until: string }
type Sighting = { deviceId: string; firstAt: string; lastAt: string }

/** A period in which a device had an address. `until` is `endOfTime` if it still has it. */
export type Held = Period & { lastSeen: string | null; isMain: boolean }

/**
 * Derives who had an address from the versions of devices that listed it and from the sightings with it. A device that
 * never listed it had it as a further address, as routers and servers do. An address that another device listed after
 * this one was last seen with it went over to that device. The latest period comes first.
 */
export function periodsOf(
  listed: readonly Period[],
  sightings: readonly Sighting[],
  holders: ReadonlySet<string>,
): Held[] {
  const seen = Map.groupBy(sightings, ({ deviceId }) => deviceId)
  const main = joined(listed).map((period) => ({
    ...period,
    lastSeen: lastSeenIn(period, seen.get(period.deviceId) ?? []),
    isMain: true,
  }))
  const listing = new Set(main.map(({ deviceId }) => deviceId))
  const further = [...seen].flatMap(([deviceId, own]) =>
    listing.has(deviceId) ? [] : furtherPeriods(own, holders.has(deviceId)),
  )
  return [...main.map((period) => until(period, main)), ...further].sort(latestFirst)
}

/** Joins the versions of each device that follow one another. */
function joined(listed: readonly Period[]): Period[] {
  const inOrder = [...listed].sort((a, b) => (a.from < b.from ? -1 : 1))
  return [...Map.groupBy(inOrder, ({ deviceId }) => deviceId).values()].flatMap((versions) => {
    const periods: Period[] = []
    for (const version of versions) {
      const last = periods.at(-1)
      if (last?.until === version.from) last.until = version.until
      else periods.push({ ...version })
    }
    return periods
  })
}

function lastSeenIn({ from, until }: Period, sightings: readonly Sighting[]): string | null {
  const within = sightings.filter(({ firstAt, lastAt }) => firstAt < until && lastAt >= from)
  const times = within.map(({ lastAt }) => (lastAt < until ? lastAt : until))
  return times.reduce<string | null>((last, time) => (last === null || time > last ? time : last), null)
}

/** Ends a period where another device listed the address after this one was last seen with it. */
function until(period: Held, main: readonly Held[]): Held {
  const { deviceId, lastSeen } = period
  if (lastSeen === null) return period
  const isTaken = (other: Held) => other.deviceId !== deviceId && other.from > lastSeen
  const taken = main.filter(isTaken).map(({ from }) => from)
  const end = taken.reduce((first, from) => (from < first ? from : first), period.until)
  return { ...period, until: end }
}

function furtherPeriods(sightings: readonly Sighting[], isHolder: boolean): Held[] {
  const inOrder = [...sightings].sort((a, b) => (a.firstAt < b.firstAt ? -1 : 1))
  const periods: Held[] = []
  for (const { deviceId, firstAt: from, lastAt } of inOrder) {
    const last = periods.at(-1)
    if (last && from <= last.until) {
      if (lastAt > last.until) last.until = lastAt
    } else periods.push({ deviceId, from, until: lastAt, lastSeen: null, isMain: false })
  }
  const newest = periods.reduce((a, b) => (b.until > a.until ? b : a))
  return periods.map((period) => ({
    ...period,
    lastSeen: period.until,
    until: isHolder && period === newest ? endOfTime : period.until,
  }))
}

const latestFirst = (a: Held, b: Held): number =>
  a.from === b.from ? (a.deviceId < b.deviceId ? -1 : 1) : a.from < b.from ? 1 : -1
