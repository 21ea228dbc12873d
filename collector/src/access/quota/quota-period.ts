import { firstInstant, wallClockOf } from '../../lib/wall-clock.ts'

/** When a site's quota is recharged: at 00:00 of that day of each month. `timeZone` is an IANA name. */
type Recharge = { rechargeDay: number; timeZone: string }

/** From one recharge to the next, as milliseconds since 1970. */
export type Period = { startMs: number; endMs: number }

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
