import { describe, expect, it } from 'vitest'
import { daysBefore, daysLeft, dueNotice } from './expiry-dates.ts'

const expiresAt = '2027-01-01T12:00:00.000Z'
const now = (days: number, ms = 0) => new Date(Date.parse(daysBefore(expiresAt, days)) + ms).toISOString()

describe('the notice due for an expiration date', () => {
  it.each([
    ['nothing before the first reminder', now(30, -1), null, undefined],
    ['the first reminder at its time', now(30), null, 30],
    ['it once', now(7, -1), 30, undefined],
    ['the second reminder at its time', now(7), 30, 7],
    ['it once', now(0, -1), 7, undefined],
    ['the first reminder if it was missed, until the second', now(7, -1), null, 30],
    ['only the second reminder if both were missed', now(6), null, 7],
    ['that the date has passed', now(0), 7, 0],
    ['only that the date has passed if all reminders were missed', now(-100), null, 0],
    ['that once', now(-100), 0, undefined],
  ])('is %s', (_, at, lastNotice, due) => {
    expect(dueNotice({ expiresAt, lastNotice }, at)).toBe(due)
  })
})

it('counts started days as days left', () => {
  expect([now(30), now(7, -1), now(1), now(0, -1)].map((at) => daysLeft(expiresAt, at))).toEqual([
    '30 days',
    '8 days',
    '1 day',
    '1 day',
  ])
})
