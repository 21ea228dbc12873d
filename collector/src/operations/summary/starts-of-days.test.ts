import { expect, test } from 'vitest'
import { startsOfDays } from './starts-of-days.ts'

test.each([
  ['UTC', '2026-03-01T00:00:00Z', ['2026-02-28T00:00:00.000Z', '2026-03-01T00:00:00.000Z']],
  ['UTC', '2026-02-28T23:59:59.999Z', ['2026-02-27T00:00:00.000Z', '2026-02-28T00:00:00.000Z']],
  // Summer time begins on the 29th, so this day has 23 hours.
  ['Europe/Berlin', '2026-03-30T10:00:00Z', ['2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z']],
  ['Asia/Kolkata', '2026-11-20T18:30:00Z', ['2026-11-19T18:30:00.000Z', '2026-11-20T18:30:00.000Z']],
  ['Pacific/Kiritimati', '2026-11-20T09:59:59Z', ['2026-11-18T10:00:00.000Z', '2026-11-19T10:00:00.000Z']],
  // This zone skips midnight when summer time begins.
  ['Africa/Cairo', '2026-04-24T12:00:00Z', ['2026-04-22T22:00:00.000Z', '2026-04-23T22:00:00.000Z']],
])('lists the starts of the last two days in %s at %s', (timeZone, now, starts) => {
  expect(startsOfDays(new Date(now), timeZone, 2)).toEqual(starts)
})
