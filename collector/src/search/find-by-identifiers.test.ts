import { expect, it } from 'vitest'
import { at, device, uuid } from '../devices/testing/devices.ts'
import { deviceTables } from '../store/schema/devices.ts'
import { describeOnBothEngines } from '../store/testing/stores.ts'
import { findByIdentifiers } from './find-by-identifiers.ts'

const archived = 1_200

describeOnBothEngines('a search of the first half of a MAC', ({ open }) => {
  it('finds the listed device that has it behind those of many archived ones', async () => {
    const store = await open()
    const { devices, deviceIdentifiers } = store.tables(deviceTables)
    const numbers = Array.from({ length: archived + 1 }, (_, number) => number)
    await store.write(async (tx) => {
      await tx.insertRows(
        devices,
        numbers.map((number) => device(number, number < archived ? { isArchived: true, archivedAt: at(1) } : {})),
      )
      await tx.insertRows(
        deviceIdentifiers,
        numbers.map((number) => ({
          ...{ deviceId: uuid(number), siteId: 'site', kind: 'mac' as const, origin: 'Agent' as const },
          value: `00:1b:21:00:${number
            .toString(16)
            .padStart(4, '0')
            .replace(/(..)(..)/, '$1:$2')}`,
          ...{ reported: null, manufacturer: null, firstSeen: at(1), lastSeen: at(1) },
        })),
      )
    })
    const found = await store.read((db) => findByIdentifiers(db, 'site', '00:1b:21', 10))
    expect(found.map((hit) => hit.device.id)).toEqual([uuid(archived)])
  })
})
