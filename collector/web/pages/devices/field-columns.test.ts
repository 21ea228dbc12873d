import { afterEach, expect, test } from 'vitest'
import { setTimeDisplay } from '../../ui/time-format.ts'
import { valueText } from './field-columns.tsx'

afterEach(() => setTimeDisplay({ dateFormat: 'browser', timeZone: null }))

test.each([
  ['Asia/Tokyo', '2026-05-13'],
  ['America/New_York', '2026-05-12'],
])('one of several times is shown as its day in %s if times are shown so', (timeZone, day) => {
  setTimeDisplay({ dateFormat: 'browser', timeZone })
  expect(valueText('2026-05-12T20:00:00.000Z', 'time')).toBe(day)
})
