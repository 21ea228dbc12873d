/** When a site's quota is recharged: at 00:00 of that day of each month. `timeZone` is an IANA name. */
type Recharge = { rechargeDay: number; timeZone: string }

/** From one recharge to the next, as milliseconds since 1970. */
export type Period = { startMs: number; endMs: number }

const hourMs = 60 * 60_000
/** No time zone is further from UTC. */
const offsetMsMax = 15 * hourMs

/** The period that `nowMs` is in. */
export function periodAt(nowMs: number, { rechargeDay, timeZone }: Recharge): Period {
  const wallClock = wallClockOf(timeZone)
  const today = new Date(wallClock(nowMs))
  const startOf = (monthsFromNow: number) =>
    firstInstant(wallClock, Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + monthsFromNow, rechargeDay))
  const thisMonthMs = startOf(0)
  if (thisMonthMs > nowMs) return { startMs: startOf(-1), endMs: thisMonthMs }
  return { startMs: thisMonthMs, endMs: startOf(1) }
}

/** `periodAt` with the last answers kept: asking the calendar takes a fraction of a millisecond. */
export function createPeriods(): typeof periodAt {
  const known = new Map<string, Period>()
  return (nowMs, recharge) => {
    const key = `${recharge.rechargeDay} ${recharge.timeZone}`
    const last = known.get(key)
    if (last && last.startMs <= nowMs && nowMs < last.endMs) return last
    const period = periodAt(nowMs, recharge)
    known.set(key, period)
    return period
  }
}

/** What the clocks of a zone show at an instant, as milliseconds since 1970 as if they showed UTC. */
type WallClock = (instantMs: number) => number

function wallClockOf(timeZone: string): WallClock {
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
function firstInstant(wallClock: WallClock, shown: number): number {
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
