import { expect, test } from 'vitest'
import { endOfDay, startOfDay } from './days.ts'

test.each([
  ['UTC', '2026-11-20', '2026-11-20T00:00:00.000Z', '2026-11-20T23:59:59.999Z'],
  ['Pacific/Kiritimati', '2026-11-20', '2026-11-19T10:00:00.000Z', '2026-11-20T09:59:59.999Z'],
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
])('a day in %s lasts from midnight to midnight: %s', (timeZone, day, start, end) => {
  expect([startOfDay(day, timeZone), endOfDay(day, timeZone)]).toEqual([start, end])
})

test.each([undefined, '', '2026-1-1', 'yesterday', '2026-11-20T00:00:00Z', '2026-13-45'])('%s is no day', (text) => {
  expect([startOfDay(text, 'UTC'), endOfDay(text, 'UTC')]).toEqual([undefined, undefined])
})
