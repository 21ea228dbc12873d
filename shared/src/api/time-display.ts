import { z } from 'zod'
import { type DateFormat, dateFormats } from './choices.ts'

export const dateFormatSchema = z.enum(dateFormats).meta({ example: 'iso' })

const isTimeZone = (name: string): boolean => {
  try {
    // Intl accepts a mere offset such as +01:00, which has no name and no daylight saving time.
    return /^[a-z]/i.test(name) && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}
/** IANA time zone name. */
export const timeZoneSchema = z
  .string()
  .max(64, { abort: true })
  .refine(isTimeZone, 'not a time zone such as Europe/Berlin')
  .meta({ example: 'Europe/Berlin' })

/** A format of dates and a time zone; null is that of the browser. */
export type TimeDisplay = { dateFormat: DateFormat; timeZone: string | null }
