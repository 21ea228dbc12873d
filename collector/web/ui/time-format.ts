import type { TimeDisplay } from '@rollcall/shared/api/time-display.ts'
import { fromWallTimeIn } from '@rollcall/shared/lists/days.ts'

/** The formats of all shown times. */
type Formats = {
  exact: Intl.DateTimeFormat
  clock: Intl.DateTimeFormat
  day: Intl.DateTimeFormat
  wall: Intl.DateTimeFormat
}

let display: TimeDisplay = { dateFormat: 'browser', timeZone: null }
let formats = formatsOf(display)
const listeners = new Set<() => void>()

/** Sets how times are shown from now on. Shown `Time` elements follow with the next `publishTimeDisplay`. */
export function setTimeDisplay(next: TimeDisplay): void {
  if (next.dateFormat === display.dateFormat && next.timeZone === display.timeZone) return
  display = next
  formats = formatsOf(next)
}

export function publishTimeDisplay(): void {
  for (const listener of listeners) listener()
}

export function subscribeToTimeDisplay(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const timeDisplay = (): TimeDisplay => display

/** Returns the time zone of shown times. */
export const shownTimeZone = (): string => formats.exact.resolvedOptions().timeZone

function localeOf({ dateFormat }: TimeDisplay): string | undefined {
  if (dateFormat === 'browser') return undefined
  return dateFormat === 'iso' ? 'sv-SE' : dateFormat
}

function formatsOf(given: TimeDisplay): Formats {
  const zone = given.timeZone === null ? {} : { timeZone: given.timeZone }
  const inLocale = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(localeOf(given), { ...options, ...zone })
  const isIso = given.dateFormat === 'iso'
  return {
    exact: inLocale(isIso ? { dateStyle: 'short', timeStyle: 'medium' } : { dateStyle: 'medium', timeStyle: 'medium' }),
    clock: inLocale({ timeStyle: 'short' }),
    day: inLocale(isIso ? { dateStyle: 'short' } : { weekday: 'short', day: 'numeric', month: 'short' }),
    // Swedish dates are ISO 8601.
    wall: new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', ...zone }),
  }
}

/** Formats a time with its date, as the user or the site has chosen. */
export const exactTime = (time: string | number): string => formats.exact.format(new Date(time))

/** Formats a time as another display would show it. */
export const exactTimeAs = (given: TimeDisplay, time: number): string => formatsOf(given).exact.format(time)

/** Formats the time of day. */
export const timeOfDay = (time: string | number): string => formats.clock.format(new Date(time))

/** Formats a day of the last weeks. */
export const shortDay = (time: string | number): string => formats.day.format(new Date(time))

/** Formats a time in a time zone of its own, such as that of a schedule: `Tue 24 Nov, 02:30` or `2026-11-24 02:30`. */
export function timeIn(time: string, timeZone: string): string {
  const parts: Intl.DateTimeFormatOptions =
    display.dateFormat === 'iso'
      ? { dateStyle: 'short', timeStyle: 'short' }
      : { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }
  return new Intl.DateTimeFormat(localeOf(display), { ...parts, timeZone }).format(new Date(time))
}

/** Formats a time: `2026-11-20 08:15:30 UTC`. */
export const utcTime = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`

/** Returns the shown date and time in ISO 8601 without a zone: `2026-11-20T08:15:30`. */
export const wallTime = (time: string | number): string => formats.wall.format(new Date(time)).replace(' ', 'T')

/** Returns the instant of a date and time in the zone of shown times; NaN for an invalid text. */
export const fromWallTime = (text: string): number => fromWallTimeIn(text, shownTimeZone())

/** Formats a day as in addresses and date fields, `2026-11-20`. */
export const dayOf = (time: string | number): string => wallTime(time).slice(0, 10)
