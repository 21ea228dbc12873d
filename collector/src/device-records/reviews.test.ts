import { expect, it } from 'vitest'
import { testIngest } from '../ingest/testing/ingest.ts'
import { agent, at } from '../ingest/testing/observations.ts'
import type { Kit } from '../store/kit.ts'
import { readMigrations } from '../store/migrations.ts'
import { openStore } from '../store/open.ts'
import { identityTables } from '../store/schema/identity.ts'
import { earlierDevice, earlierDevices } from '../store/testing/earlier-devices.ts'
import { describeOnBothEngines } from '../store/testing/stores.ts'
import { recordReviews } from './reviews.ts'

/** Earlier tables, as far as a review needs them. */
const oldTables = (kit: Kit) => ({
  devices: earlierDevices(kit),
  reviews: kit.table('device_reviews', {
    deviceId: kit.text('device_id').notNull(),
    siteId: kit.text('site_id').notNull(),
    review: kit.text('review').notNull(),
    snapshotId: kit.text('snapshot_id'),
    since: kit.time('since').notNull(),
    endsAt: kit.time('ends_at'),
  }),
})

describeOnBothEngines('open reviews of an earlier release', ({ engine, newDatabase }) => {
  it('have the kind of their reason, and leave room for others', async () => {
    await using stack = new AsyncDisposableStack()
    const store = await openStore(await newDatabase())
    stack.defer(() => store.close())
    const migrations = await readMigrations(engine)
    const at = migrations.findIndex(({ name }) => name.endsWith('_device_review_kinds.sql'))
    await store.migrate(migrations.slice(0, at))
    const time = '2026-11-20T08:00:00.000Z'
    const open = [
      { kind: 'match', review: 'Network card changed.', snapshotId: 's1' },
      { kind: 'twins', review: 'Two machines seem to use this identity: they report in turn.', endsAt: time },
      { kind: 'crowd', review: 'More than 64 devices share its identifiers. It stays as matched.', endsAt: time },
      { kind: 'outside', review: 'Two Audit Services reach a host at one private address.', endsAt: time },
    ].map((each, index) => ({
      deviceId: `d${index}`,
      siteId: 's',
      snapshotId: null,
      since: time,
      endsAt: null,
      ...each,
    }))
    await store.write(async (tx) => {
      const { devices, reviews } = tx.tables(oldTables)
      await tx.insertRows(
        devices,
        open.map(({ deviceId }) => earlierDevice(deviceId, time)),
      )
      await tx.insertRows(
        reviews,
        open.map(({ kind, ...each }) => each),
      )
    })
    await store.migrate(migrations)
    const { deviceReviews } = store.tables(identityTables)
    const migrated = open.map((each) => ({ ...each, snapshotId: each.snapshotId ?? '' }))
    expect(await store.read((db) => db.select().from(deviceReviews).orderBy(deviceReviews.deviceId))).toEqual(migrated)
    await store.write((tx) => tx.insert(deviceReviews).values({ ...migrated[0], snapshotId: 's2' } as never))
    expect(await store.read((db) => db.$count(deviceReviews))).toBe(5)
  })
})

describeOnBothEngines('doubts about the matches of one device', ({ open }) => {
  it('are at most eight, of which the newest stay', async () => {
    const { store, submit } = testIngest(await open())
    const { deviceId } = await submit(agent(1, { agentId: 'a1', hostname: 'pc-1', ipAddresses: ['10.0.0.1'] }))
    for (let number = 10; number < 30; number += 1) {
      const doubt = { kind: 'match' as const, review: `Card ${number}?`, snapshotId: `s${number}`, since: at(number) }
      await store.write((tx) => recordReviews(tx, [{ deviceId, siteId: 'site', ...doubt }]))
    }
    const { deviceReviews: reviews } = store.tables(identityTables)
    const rows = await store.read((db) => db.select().from(reviews).orderBy(reviews.snapshotId))
    expect(rows.map(({ snapshotId }) => snapshotId)).toEqual(['s22', 's23', 's24', 's25', 's26', 's27', 's28', 's29'])
  })
})
