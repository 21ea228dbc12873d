import { afterEach, expect, it } from 'vitest'
import { fromLocalInput, toLocalInput } from './local-time.ts'
import { setTimeDisplay } from './time-format.ts'

afterEach(() => setTimeDisplay({ dateFormat: 'browser', timeZone: null }))

it('converts both ways to the minute', () => {
  expect(fromLocalInput(toLocalInput('2026-03-09T08:05:00.000Z'))).toBe('2026-03-09T08:05:00.000Z')
  expect(toLocalInput('2026-03-09T08:05:00.000Z')).toMatch(/^2026-03-(08|09|10)T\d\d:\d5$/)
})

it('converts in the time zone of shown times, not in that of the browser', () => {
  setTimeDisplay({ dateFormat: 'browser', timeZone: 'Asia/Tokyo' })
  expect(toLocalInput('2026-05-12T01:00:00.000Z')).toBe('2026-05-12T10:00')
  expect(fromLocalInput('2026-05-12T10:00')).toBe('2026-05-12T01:00:00.000Z')
})

it('converts nothing, and what is no time, to nothing', () => {
  expect([null, 'soon'].map(toLocalInput)).toEqual(['', ''])
  expect(['', 'tomorrow', '12026-05-12T10:00'].map(fromLocalInput)).toEqual([null, null, null])
})
