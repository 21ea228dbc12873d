const form =
  /^(\d{4})-(\d{2})-(\d{2})T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i
const canonical = /T\d\d:\d\d:\d\d\.\d{3}Z$/
const daysOfMonths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/**
 * Reads an RFC 3339 date-time with an offset, and returns it in UTC with milliseconds. Also accepts one without seconds.
 * Otherwise returns what is wrong with it.
 */
export function readTimestamp(text: string): { time: string } | { problem: string } {
  const [, year, month, day] = form.exec(text) ?? []
  if (!isDay(Number(year), Number(month), Number(day)))
    return { problem: 'not a date-time with an offset such as 2026-11-20T08:15:30Z' }
  // Nearly all are in this form already, and a Date takes ten times as long.
  if (canonical.test(text)) return { time: text }
  // RFC 3339 allows t and z for T and Z.
  const time = new Date(text.toUpperCase()).toISOString()
  // An offset can move the first and last hours outside the four-digit years.
  return /^\d{4}-/.test(time) ? { time } : { problem: 'must be within the years 0000 to 9999 in UTC' }
}

function isDay(year: number, month: number, day: number): boolean {
  const days = month === 2 && isLeapYear(year) ? 29 : (daysOfMonths[month - 1] ?? 0)
  return day >= 1 && day <= days
}

const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
