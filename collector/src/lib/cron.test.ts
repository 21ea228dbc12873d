import { expect, it } from 'vitest'
import { nextRunOf } from './cron.ts'

/** Lists every run in a time range. */
function runs(cron: string, timeZone: string, from: string, to: string): string[] {
  const found: string[] = []
  for (let at = new Date(from); ; ) {
    const next = nextRunOf({ cron, timeZone }, at)
    if (next >= to) return found
    found.push(next)
    at = new Date(next)
  }
}

it.each([
  ['30 2 * * MON-FRI', 'Europe/Berlin', '2026-11-23T01:30:00.000Z'],
  ['0 0 1,15 */2 *', 'Asia/Kolkata', '2026-12-31T18:30:00.000Z'],
  ['*/5 * * * *', 'UTC', '2026-11-20T08:05:00.000Z'],
  ['0 3 L * *', 'UTC', '2026-11-30T03:00:00.000Z'],
  ['0 3 * * FRI#2', 'UTC', '2026-12-11T03:00:00.000Z'],
  ['@daily', 'America/New_York', '2026-11-21T05:00:00.000Z'],
  ['@Hourly', 'UTC', '2026-11-20T09:00:00.000Z'],
])('runs %s in %s next at %s', (cron, timeZone, next) => {
  expect(nextRunOf({ cron, timeZone }, new Date('2026-11-20T08:00:30Z'))).toBe(next)
})

it.each([
  ['seconds', '0 0 3 * * *'],
  ['too few fields', '0 3 * *'],
  ['a field out of its range', '61 3 * * *'],
  ['a day that never is', '0 0 30 2 *'],
  ['what a crontab alone knows', '@reboot'],
  ['a single time', '2026-11-21T00:00:00'],
  ['the moment it is read', '? 3 * * *'],
  ['words', 'every day at three now'],
  ['nothing', ''],
])('rejects %s: %s', (_, cron) => {
  expect(() => nextRunOf({ cron, timeZone: 'UTC' }, new Date('2026-11-20T08:00:00Z'))).toThrow(
    expect.objectContaining({ code: 'validation_failed', fields: [expect.objectContaining({ path: '/cron' })] }),
  )
})

it('runs a time of day after a clock gap, and once if it occurs twice', () => {
  const spring = runs('30 2 * * *', 'Europe/Berlin', '2026-03-28T00:00:00Z', '2026-03-31T00:00:00.000Z')
  expect(spring).toEqual(['2026-03-28T01:30:00.000Z', '2026-03-29T01:00:00.000Z', '2026-03-30T00:30:00.000Z'])
  const autumn = runs('30 2 * * *', 'Europe/Berlin', '2026-10-24T00:00:00Z', '2026-10-27T00:00:00.000Z')
  expect(autumn).toEqual(['2026-10-24T00:30:00.000Z', '2026-10-25T00:30:00.000Z', '2026-10-26T01:30:00.000Z'])
})

it('runs an interval hourly through both', () => {
  const hours = (from: string, to: string) => runs('0 * * * *', 'Europe/Berlin', from, to).length
  expect(hours('2026-03-28T22:59:59Z', '2026-03-29T22:00:00.000Z')).toBe(23)
  expect(hours('2026-10-24T21:59:59Z', '2026-10-25T23:00:00.000Z')).toBe(25)
})
