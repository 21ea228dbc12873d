import { expect, it } from 'vitest'
import { cronInWords } from './cron-words.ts'

it.each([
  ['30 2 * * *', 'Every day at 02:30'],
  ['0 7 * * MON-FRI', 'Monday to Friday at 07:00'],
  ['0 7,19 * * 1,3,5', 'Every Monday, Wednesday and Friday at 07:00 and 19:00'],
  ['@weekly', 'Every Sunday at 00:00'],
  ['@Hourly', 'Every hour at minute 0'],
  ['*/15 * * * *', 'Every 15 minutes'],
  ['10 */6 * * *', 'Every 6 hours at minute 10'],
  ['0 3 1 * *', 'On day 1 of each month at 03:00'],
  ['0 3 L * *', 'On the last day of each month at 03:00'],
])('%s is: %s', (cron, words) => {
  expect(cronInWords(cron)).toBe(words)
})

it.each(['0 3 * * FRI#2', '0 0 1 1 *', '*/15 * * * MON', '0 3 1 * MON', '5-10 3 * * *', 'daily', '0 0 * * * *'])(
  '%s has no description',
  (cron) => {
    expect(cronInWords(cron)).toBeUndefined()
  },
)
