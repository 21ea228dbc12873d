import { expect, test } from 'vitest'
import { dayOf, endOfDay, startOfDay } from './days.ts'

test("a day lasts from midnight to midnight in the viewer's time zone", () => {
  const [start = '', end = ''] = [startOfDay('2026-11-20'), endOfDay('2026-11-20')]
  expect([dayOf(start), dayOf(end), dayOf(Date.parse(start) - 1), dayOf(Date.parse(end) + 1)]).toEqual([
    '2026-11-20',
    '2026-11-20',
    '2026-11-19',
    '2026-11-21',
  ])
})

test.each([undefined, '', '2026-1-1', 'yesterday', '2026-11-20T00:00:00Z'])('rejects the day %s', (text) => {
  expect([startOfDay(text), endOfDay(text)]).toEqual([undefined, undefined])
})
