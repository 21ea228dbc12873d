import { expect, it } from 'vitest'
import { fromLocalInput, toLocalInput } from './local-time.ts'

it('converts both ways to the minute', () => {
  expect(fromLocalInput(toLocalInput('2026-03-09T08:05:00.000Z'))).toBe('2026-03-09T08:05:00.000Z')
  expect(toLocalInput('2026-03-09T08:05:00.000Z')).toMatch(/^2026-03-(08|09|10)T\d\d:\d5$/)
  expect([toLocalInput(null), fromLocalInput('')]).toEqual(['', null])
})
