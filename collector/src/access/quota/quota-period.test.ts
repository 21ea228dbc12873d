import { dayMs } from '@rollcall/shared/durations.ts'
import { describe, expect, it } from 'vitest'
import { periodAt } from './quota-period.ts'

const period = (now: string, timeZone: string, rechargeDay: number) => {
  const { startMs, endMs } = periodAt(Date.parse(now), { timeZone, rechargeDay })
  return [startMs, endMs].map((ms) => new Date(ms).toISOString().replace('.000Z', 'Z'))
}

describe('a quota period', () => {
  it.each([
    ['UTC', '2026-11-20T08:00:00Z', 1, '2026-11-01T00:00:00Z', '2026-12-01T00:00:00Z'],
    ['UTC', '2026-11-20T08:00:00Z', 20, '2026-11-20T00:00:00Z', '2026-12-20T00:00:00Z'],
    ['UTC', '2026-11-20T08:00:00Z', 21, '2026-10-21T00:00:00Z', '2026-11-21T00:00:00Z'],
    ['UTC', '2026-12-31T23:59:59.999Z', 1, '2026-12-01T00:00:00Z', '2027-01-01T00:00:00Z'],
    ['UTC', '2027-01-01T00:00:00Z', 1, '2027-01-01T00:00:00Z', '2027-02-01T00:00:00Z'],
    ['UTC', '2027-02-27T00:00:00Z', 28, '2027-01-28T00:00:00Z', '2027-02-28T00:00:00Z'],
    ['UTC', '2027-03-01T00:00:00Z', 28, '2027-02-28T00:00:00Z', '2027-03-28T00:00:00Z'],
    ['UTC', '2028-02-29T12:00:00Z', 28, '2028-02-28T00:00:00Z', '2028-03-28T00:00:00Z'],
    ['Europe/Berlin', '2026-04-10T00:00:00Z', 15, '2026-03-14T23:00:00Z', '2026-04-14T22:00:00Z'],
    ['America/New_York', '2026-11-01T03:59:59Z', 1, '2026-10-01T04:00:00Z', '2026-11-01T04:00:00Z'],
    ['Asia/Kolkata', '2026-11-20T00:00:00Z', 1, '2026-10-31T18:30:00Z', '2026-11-30T18:30:00Z'],
    ['Asia/Kathmandu', '2026-11-20T00:00:00Z', 1, '2026-10-31T18:15:00Z', '2026-11-30T18:15:00Z'],
    ['Australia/Lord_Howe', '2026-10-10T00:00:00Z', 1, '2026-09-30T13:30:00Z', '2026-10-31T13:00:00Z'],
    ['Pacific/Kiritimati', '2026-11-30T10:00:00Z', 1, '2026-11-30T10:00:00Z', '2026-12-31T10:00:00Z'],
    ['Etc/GMT+12', '2026-12-01T11:59:59Z', 1, '2026-11-01T12:00:00Z', '2026-12-01T12:00:00Z'],
    ['Pacific/Chatham', '2026-10-01T00:00:00Z', 1, '2026-09-30T10:15:00Z', '2026-10-31T10:15:00Z'],
    // Clocks that go from 23:59:59 to 01:00:00: the day begins at 01:00.
    ['America/Sao_Paulo', '2018-11-10T00:00:00Z', 4, '2018-11-04T03:00:00Z', '2018-12-04T02:00:00Z'],
    ['Asia/Beirut', '2026-04-01T00:00:00Z', 28, '2026-03-27T22:00:00Z', '2026-04-27T21:00:00Z'],
    ['Africa/Cairo', '2024-05-01T00:00:00Z', 26, '2024-04-25T22:00:00Z', '2024-05-25T21:00:00Z'],
    ['Atlantic/Azores', '2027-03-28T01:00:00Z', 28, '2027-03-28T01:00:00Z', '2027-04-28T00:00:00Z'],
    // Clocks that show 00:00 twice: the first counts.
    ['America/Havana', '2026-11-01T04:30:00Z', 1, '2026-11-01T04:00:00Z', '2026-12-01T05:00:00Z'],
    // Clocks that go back at midnight, to 23:00 of the day before.
    ['America/Sao_Paulo', '2018-02-18T02:30:00Z', 18, '2018-01-18T02:00:00Z', '2018-02-18T03:00:00Z'],
    // A day that a zone skipped when it crossed the date line.
    ['Pacific/Kwajalein', '1993-08-30T00:00:00Z', 21, '1993-08-21T12:00:00Z', '1993-09-20T12:00:00Z'],
  ])('in %s at %s with recharge on day %i is from %s to %s', (timeZone, now, day, start, end) => {
    expect(period(now, timeZone, day)).toEqual([start, end])
  })

  const regions = Map.groupBy(Intl.supportedValuesOf('timeZone'), (timeZone) => timeZone.split('/')[0])

  it.each([...regions])(
    'follows the previous one without a gap for a year, in each time zone of %s',
    (_, timeZones) => {
      for (const timeZone of timeZones) {
        const recharge = { timeZone, rechargeDay: 28 }
        let period = periodAt(Date.parse('2026-01-15T00:00:00Z'), recharge)
        for (let month = 0; month < 12; month += 1) {
          expect(periodAt(period.endMs - 1, recharge), timeZone).toEqual(period)
          const next = periodAt(period.endMs, recharge)
          expect(next.startMs, timeZone).toBe(period.endMs)
          const days = (next.endMs - next.startMs) / dayMs
          expect(days > 27.9 && days < 31.1, timeZone).toBe(true)
          period = next
        }
      }
    },
  )
})
