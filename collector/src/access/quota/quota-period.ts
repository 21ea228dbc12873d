import { firstInstant, wallClockOf } from '../../lib/wall-clock.ts'

/** Recharge of a site's quota: at 00:00 of this day of each month. `timeZone` is an IANA name. */
type Recharge = { rechargeDay: number; timeZone: string }

/** Period from one recharge to the next, in milliseconds since 1970. */
export type Period = { startMs: number; endMs: number }

/** Computes the period that contains `nowMs`. */
export function periodAt(nowMs: number, { rechargeDay, timeZone }: Recharge): Period {
  const wallClock = wallClockOf(timeZone)
  const today = new Date(wallClock(nowMs))
  const startOf = (monthsFromNow: number) =>
    firstInstant(wallClock, Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + monthsFromNow, rechargeDay))
  const thisMonthMs = startOf(0)
  if (thisMonthMs > nowMs) return { startMs: startOf(-1), endMs: thisMonthMs }
  return { startMs: thisMonthMs, endMs: startOf(1) }
}

/** Creates a `periodAt` that caches results: the calendar takes a fraction of a millisecond a call. */
export function createPeriods(): typeof periodAt {
  const cached = new Map<string, Period>()
  return (nowMs, recharge) => {
    const key = `${recharge.rechargeDay} ${recharge.timeZone}`
    const last = cached.get(key)
    if (last && last.startMs <= nowMs && nowMs < last.endMs) return last
    const period = periodAt(nowMs, recharge)
    cached.set(key, period)
    return period
  }
}
