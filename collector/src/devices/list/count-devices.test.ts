import { dayMs } from '@rollcall/shared/durations.ts'
import { expect, it } from 'vitest'
import type { DeviceRow } from '../../device-records/load-devices.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { device } from '../testing/devices.ts'
import { countDevices } from './count-devices.ts'

const now = new Date('2026-11-29T12:00:00.000Z')
const ago = (days: number) => new Date(now.getTime() - days * dayMs).toISOString()

/** More than are read on one side of a time. */
const many = 1_200

describeOnBothEngines('the counts of devices', ({ open }) => {
  it.each([
    { seen: 'lately', days: (number: number) => (number % 10 === 0 ? 30 : 0.5) },
    { seen: 'long ago', days: (number: number) => (number % 10 === 0 ? 0.5 : 30) },
    { seen: 'at any time', days: (number: number) => number % 20 },
    { seen: 'exactly a day and a week ago', days: (number: number) => (number % 2 === 0 ? 1 : 7) },
  ])('equal a filter over all devices, if most were seen $seen', async ({ days }) => {
    const store = await open()
    const rows = Array.from({ length: many }, (_, number) => {
      const time = ago(days(number))
      return device(number, { firstSeen: time, lastSeen: time, isArchived: number % 13 === 0 })
    })
    await store.write((tx) =>
      tx.insertRows(tx.tables(deviceTables).devices, [
        ...rows,
        device(1_000_000, { siteId: 'other', lastSeen: ago(0) }),
      ]),
    )
    const listed = rows.filter(({ isArchived }) => !isArchived)
    const counted = (isCounted: (row: DeviceRow) => boolean) => listed.filter(isCounted).length
    expect(await store.read((db) => countDevices(db, 'site', now))).toMatchObject({
      total: listed.length,
      seenLastDay: counted(({ lastSeen }) => lastSeen >= ago(1)),
      unseenLastWeek: counted(({ lastSeen }) => lastSeen < ago(7)),
      newLastWeek: counted(({ firstSeen }) => firstSeen >= ago(7)),
      manufacturers: ['Dell Inc.', 'Rare & Sons'].map((name) => ({
        manufacturer: name,
        devices: counted(({ manufacturer }) => manufacturer === name),
      })),
      otherManufacturers: 0,
      withoutManufacturer: counted(({ manufacturer }) => manufacturer === null),
    })
  })
})
