import type { SnapshotListItem } from '@rollcall/shared/api/snapshot.ts'
import { afterEach, expect, test } from 'vitest'
import { setTimeDisplay } from '../../../ui/time-format.ts'
import { byMonth } from './months.ts'

const snapshot = (auditDate: string): SnapshotListItem => ({
  id: auditDate,
  deviceId: 'd',
  auditDate,
  source: 'Agent',
  scheduleId: null,
  auditServiceId: null,
  agentId: null,
})

afterEach(() => setTimeDisplay({ dateFormat: 'browser', timeZone: null }))

test('groups a year of snapshots into twelve months in order', () => {
  const months = byMonth(
    ['2026-11-20', '2026-11-15', '2026-03-10', '2025-11-15'].map((day) => snapshot(`${day}T12:00:00.000Z`)),
  )
  expect(months.map(({ name, snapshots }) => [name, snapshots.length])).toEqual([
    ['November 2026', 2],
    ['March 2026', 1],
    ['November 2025', 1],
  ])
})

test.each([
  ['Asia/Tokyo', 'December 2026'],
  ['America/New_York', 'November 2026'],
])('the month of a snapshot is that of %s if times are shown so', (timeZone, month) => {
  setTimeDisplay({ dateFormat: 'browser', timeZone })
  expect(byMonth([snapshot('2026-11-30T20:00:00.000Z')])).toMatchObject([{ name: month }])
})
