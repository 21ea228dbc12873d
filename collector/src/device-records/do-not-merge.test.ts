import { expect, it } from 'vitest'
import type { Kit } from '../store/kit.ts'
import { readMigrations } from '../store/migrations.ts'
import { openStore } from '../store/open.ts'
import { describeOnBothEngines } from '../store/testing/stores.ts'
import { doNotMergePairs, pairOf } from './do-not-merge.ts'

/** The tables as they were before, as far as a pair needs them. */
const oldTables = (kit: Kit) => ({
  devices: kit.table('devices', {
    id: kit.text('id').primaryKey(),
    siteId: kit.text('site_id').notNull(),
    name: kit.text('name').notNull(),
    nameKey: kit.text('name_key').notNull(),
    type: kit.text('type').notNull(),
    searchText: kit.text('search_text').notNull(),
    firstSeen: kit.time('first_seen').notNull(),
    lastSeen: kit.time('last_seen').notNull(),
    modifiedAt: kit.time('modified_at').notNull(),
    customFields: kit.json<object>('custom_fields').notNull(),
  }),
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
      const row = { siteId: 's', name: 'pc', nameKey: 'pc', type: 'computer', searchText: 'pc', customFields: {} }
      const times = { firstSeen: time, lastSeen: time, modifiedAt: time }
      await tx.insertRows(
        devices,
        ['d1', 'd2'].map((id) => ({ id, ...row, ...times })),
      )
      await tx.insert(keptApart).values(pairOf('d2', 'd1'))
    })
    await store.migrate(migrations)
    const pair = { firstId: 'd1', secondId: 'd2', keptAt: null, keptBy: null }
    expect(await store.read((db) => doNotMergePairs(db, ['d2']))).toEqual([pair])
  })
})
