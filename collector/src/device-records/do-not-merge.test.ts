import { expect, it } from 'vitest'
import type { Kit } from '../store/kit.ts'
import { readMigrations } from '../store/migrations.ts'
import { openStore } from '../store/open.ts'
import { earlierDevice, earlierDevices } from '../store/testing/earlier-devices.ts'
import { describeOnBothEngines } from '../store/testing/stores.ts'
import { doNotMergePairs, pairOf } from './do-not-merge.ts'

/** The tables as they were before, as far as a pair needs them. */
const oldTables = (kit: Kit) => ({
  devices: earlierDevices(kit),
  keptApart: kit.table('devices_kept_apart', {
    firstId: kit.text('first_id').notNull(),
    secondId: kit.text('second_id').notNull(),
  }),
})

describeOnBothEngines('do-not-merge decisions of an earlier release', ({ engine, newDatabase }) => {
  it('are migrated', async () => {
    await using stack = new AsyncDisposableStack()
    const store = await openStore(await newDatabase())
    stack.defer(() => store.close())
    const migrations = await readMigrations(engine)
    const at = migrations.findIndex(({ name }) => name.endsWith('_kept_apart_for_good.sql'))
    await store.migrate(migrations.slice(0, at))
    const time = '2026-11-20T08:00:00.000Z'
    await store.write(async (tx) => {
      const { devices, keptApart } = tx.tables(oldTables)
      await tx.insertRows(
        devices,
        ['d1', 'd2'].map((id) => earlierDevice(id, time)),
      )
      await tx.insert(keptApart).values(pairOf('d2', 'd1'))
    })
    await store.migrate(migrations)
    const pair = { firstId: 'd1', secondId: 'd2', keptAt: null, keptBy: null }
    expect(await store.read((db) => doNotMergePairs(db, ['d2']))).toEqual([pair])
  })
})
