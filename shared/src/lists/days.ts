import { dayMs } from '../durations.ts'

/** Returns the date and time of an instant in a time zone, in ISO 8601 without a zone: `2026-11-20T08:15:30`. */
function wallTimeIn(instant: number, timeZone: string): string {
  // Swedish dates are ISO 8601.
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone })
  return format.format(instant).replace(' ', 'T')
}

/** Returns the instant of a date and time in a time zone; NaN for an invalid text. */
export function fromWallTimeIn(text: string, timeZone: string): number {
  const asUtc = Date.parse(`${text}Z`)
  if (Number.isNaN(asUtc)) return asUtc
  const offsetAt = (instant: number) =>
    Date.parse(`${wallTimeIn(instant, timeZone)}Z`) - Math.floor(instant / 1000) * 1000
  // The offset of the zone may differ between the guess and the result.
  const guess = asUtc - offsetAt(asUtc)
  return asUtc - offsetAt(guess)
}

/** Returns the first instant of a day, such as `2026-11-20`, in a time zone; undefined for an invalid day. */
export function startOfDay(day: string | undefined, timeZone: string): string | undefined {
  if (day === undefined || !/^\d{4}-\d\d-\d\d$/.test(day)) return undefined
  const start = fromWallTimeIn(`${day}T00:00:00`, timeZone)
  return Number.isNaN(start) ? undefined : new Date(start).toISOString()
}

/** Returns the last millisecond of a day in a time zone. */
export function endOfDay(day: string | undefined, timeZone: string): string | undefined {
  const noon = startOfDay(day, timeZone) === undefined ? Number.NaN : Date.parse(`${day}T12:00:00Z`)
  const next = Number.isNaN(noon) ? undefined : startOfDay(new Date(noon + dayMs).toISOString().slice(0, 10), timeZone)
  return next && new Date(Date.parse(next) - 1).toISOString()
}
