const hourMs = 60 * 60_000
/** Upper bound of the offset of any time zone from UTC. */
const offsetMsMax = 15 * hourMs

/** Converts an instant to the wall clock time of a zone, in milliseconds since 1970 as if it were UTC. */
type WallClock = (instantMs: number) => number

/** Creates the wall clock of a time zone. `timeZone` is an IANA name. */
export function wallClockOf(timeZone: string): WallClock {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  return (instantMs) => {
    const parts = new Map(format.formatToParts(instantMs).map(({ type, value }) => [type, Number(value)]))
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
    const seconds = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
    return seconds + (((instantMs % 1000) + 1000) % 1000)
  }
}

/**
 * Finds the first instant at which the wall clock shows this time or a later one. If the zone skips the time, as some
 * zones do when summer time begins at midnight, it is the moment of the skip. If the zone shows it twice, it is the
 * first time.
 */
export function firstInstant(wallClock: WallClock, shown: number): number {
  let after = shown - offsetMsMax
  while (wallClock(after) < shown) after += hourMs
  let before = after - hourMs
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (wallClock(middle) < shown) before = middle
    else after = middle
  }
  return after
}
