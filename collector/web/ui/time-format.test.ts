import type { TimeDisplay } from '@rollcall/shared/api/time-display.ts'
import { startOfDay } from '@rollcall/shared/lists/days.ts'
import { afterEach, expect, test } from 'vitest'
import { dayOf, exactTime, fromWallTime, setTimeDisplay, shownTimeZone, timeIn, wallTime } from './time-format.ts'

const time = '2026-07-01T22:15:30.000Z'
afterEach(() => setTimeDisplay({ dateFormat: 'browser', timeZone: null }))

test.each<[TimeDisplay, shown: string, day: string]>([
  [{ dateFormat: 'iso', timeZone: 'UTC' }, '2026-07-01 22:15:30', '2026-07-01'],
  [{ dateFormat: 'iso', timeZone: 'Europe/Berlin' }, '2026-07-02 00:15:30', '2026-07-02'],
  [{ dateFormat: 'en-GB', timeZone: 'Asia/Tokyo' }, '2 Jul 2026, 07:15:30', '2026-07-02'],
  [{ dateFormat: 'de-DE', timeZone: 'Europe/Berlin' }, '02.07.2026, 00:15:30', '2026-07-02'],
])('times are shown as %j', (display, shown, day) => {
  setTimeDisplay(display)
  expect([exactTime(time), dayOf(time)]).toEqual([shown, day])
  expect(fromWallTime(wallTime(time))).toBe(Date.parse(time))
  expect(dayOf(startOfDay(day, shownTimeZone()) ?? '')).toBe(day)
})

test.each<[TimeDisplay['dateFormat'], shown: string]>([
  ['iso', '2026-07-02 07:15'],
  ['en-GB', 'Thu 2 Jul, 07:15'],
  ['de-DE', 'Do., 2. Juli, 07:15'],
])('a time in a zone of its own is shown in the format %s', (dateFormat, shown) => {
  setTimeDisplay({ dateFormat, timeZone: 'UTC' })
  expect(timeIn(time, 'Asia/Tokyo')).toBe(shown)
})

test.each([
  ['before the clock goes forward', '2026-03-29T01:59:00', '2026-03-29T00:59:00.000Z'],
  ['after the clock goes forward', '2026-03-29T03:00:00', '2026-03-29T01:00:00.000Z'],
  ['in the hour that is twice', '2026-10-25T02:30:00', '2026-10-25T00:30:00.000Z'],
  ['a day of 25 hours', '2026-10-25T23:59:00', '2026-10-25T22:59:00.000Z'],
])('converts a typed time %s', (_, typed, instant) => {
  setTimeDisplay({ dateFormat: 'iso', timeZone: 'Europe/Berlin' })
  const found = new Date(fromWallTime(typed)).toISOString()
  expect(wallTime(found)).toBe(typed)
  if (!typed.startsWith('2026-10-25T02')) expect(found).toBe(instant)
})
