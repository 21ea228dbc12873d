const hourMs = 60 * 60_000
/** No time zone is further from UTC. */
const offsetMsMax = 15 * hourMs

/** What the clocks of a zone show at an instant, as milliseconds since 1970 as if they showed UTC. */
export type WallClock = (instantMs: number) => number

/** `timeZone` is an IANA name. */
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
 * The first instant at which the clocks show this time or a later one. Where they skip it, as zones do that begin
 * summer time at midnight, that is the moment they skip it; where they show it twice, the first time.
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
