import { earliestYear } from '@rollcall/shared/inventory/earliest-year.ts'
import { timeOfSeconds } from '../../text.ts'

/**
 * Parses the date of an installer: `YYYYMMDD` as documented, or what some installers write instead: a date in their
 * user's locale, or seconds since 1970. Returns undefined for a date that two locales read differently.
 */
export function installDateOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(text) ?? []
  if (year !== undefined) return dateOf(year, month, day)
  if (/^\d{10}$/.test(text)) return timeOfSeconds(text)
  // A time of day may follow.
  const [, first = '', separator, second = '', third = ''] =
    /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})(?:[ T].{0,20})?$/.exec(text) ?? []
  if (first.length === 4) return dateOf(first, second, third)
  if (third.length !== 4) return undefined
  // No locale puts a dot after the month.
  if (separator === '.' || Number(first) > 12 || Number(first) === Number(second)) return dateOf(third, second, first)
  return Number(second) > 12 ? dateOf(third, first, second) : undefined
}

const latestYear = 2100

/** Returns undefined for a day that does not exist. */
function dateOf(year: string, month = '', day = ''): string | undefined {
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  const isDay = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
  return isDay && Number(year) >= earliestYear && Number(year) <= latestYear ? date.toISOString() : undefined
}
