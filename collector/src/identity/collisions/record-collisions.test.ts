import { expect, it } from 'vitest'
import { insertDoNotMerge, pairOf } from '../../device-records/do-not-merge.ts'
import { archiveDevice, restoreDevice } from '../../devices/archive/archive-one.ts'
import { testIngest } from '../../ingest/testing/ingest.ts'
import { agent, at, type Seen } from '../../ingest/testing/observations.ts'
import { listAlerts } from '../../operations/list-alerts.ts'
import { eventTables } from '../../store/schema/activity.ts'
import { identityTables } from '../../store/schema/identity.ts'
import type { Store } from '../../store/store.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { timeOf } from '../../testing/context.ts'
import { createIdentityJunk } from '../junk/edit-junk.ts'
import { listIdentityJunk } from '../junk/list-junk.ts'
import { deleteOldCollisions } from './delete-old-collisions.ts'

const clone = (number: number): Seen => ({
  biosUuid: '564d1a2b-3c4d-5e6f-8091-a2b3c4d5e6f7',
  macAddresses: [`00:0c:29:00:00:0${number}`],
  hostname: `web${number}`,
})

const eventsOf = (store: Store) =>
  store.read(async (db) => {
    const rows = await db.select().from(db.tables(eventTables).events).orderBy(db.tables(eventTables).events.id)
    return rows.map(({ type, data }) => ({ type, data })).filter(({ type }) => /collision|junk/.test(type))
  })

describeOnBothEngines('live devices that report the same identity', ({ open }) => {
  const setUp = async () => {
    const test = testIngest(await open())
    test.clock.time = at(60)
    const seen = async (minutes: number, machine: Seen) => {
      test.clock.time = at(minutes + 1)
      return (await test.submit(agent(minutes, machine))).deviceId
    }
    const alerts = async () => (await listAlerts(test.ctx, { limit: 50, offset: 0 })).items
    return { ...test, seen, alerts }
  }

  it('raise one event, and an alert until a person chooses Do not merge', async () => {
    const { store, seen, alerts } = await setUp()
    const [first, second] = [await seen(0, clone(1)), await seen(1, clone(2))]
    expect(await eventsOf(store)).toEqual([])
    for (const minutes of [2, 3, 4])
      expect(await seen(minutes, clone(1 + (minutes % 2)))).toBe([first, second][minutes % 2])
    const value = '564d1a2b-3c4d-5e6f-8091-a2b3c4d5e6f7'
    const deviceIds = [first, second].sort()
    expect(await eventsOf(store)).toEqual([{ type: 'device.collision', data: { kind: 'uuid', value, deviceIds } }])
    const [alert] = await alerts()
    expect(alert).toMatchObject({ kind: 'device.collision', title: `2 live devices report BIOS UUID ${value}` })
    await store.write((tx) => insertDoNotMerge(tx, [pairOf(first, second)]))
    expect(await alerts()).toEqual([])
  })

  it('raise no alert after a person marks the value as junk or archives one of them', async () => {
    const { ctx, seen, alerts } = await setUp()
    const person = { ...ctx, actor: { ...ctx.actor, capabilities: ['Administrator' as const] } }
    const ids = [await seen(0, clone(1)), await seen(1, clone(2)), await seen(2, clone(1)), await seen(3, clone(2))]
    expect(await alerts()).toHaveLength(1)
    await archiveDevice(person, ids[0] ?? '')
    expect(await alerts()).toEqual([])
    await restoreDevice(person, ids[0] ?? '')
    expect(await alerts()).toHaveLength(1)
    await createIdentityJunk(person, { kind: 'uuid', value: clone(1).biosUuid ?? '', reason: null })
    expect(await alerts()).toEqual([])
  })

  it('are deleted after a long time without the value', async () => {
    const { store, ctx, clock, seen } = await setUp()
    for (const minutes of [0, 1, 2, 3]) await seen(minutes, clone(1 + (minutes % 2)))
    const remaining = async (days: number) => {
      clock.time = at(days * 24 * 60)
      await deleteOldCollisions(ctx, timeOf(ctx))
      return store.read((db) => db.$count(db.tables(identityTables).identityCollisions))
    }
    expect([await remaining(13), await remaining(15)]).toEqual([1, 0])
  })

  it('split a device that was one record', async () => {
    const { store, seen } = await setUp()
    const named = (number: number) => ({ ...clone(number), hostname: 'web' })
    const [first, second] = [await seen(0, named(1)), await seen(1, named(2))]
    expect(second).toBe(first)
    const again = [await seen(2, named(1)), await seen(3, named(2)), await seen(4, named(1))]
    expect(new Set(again).size).toBe(2)
    expect((await eventsOf(store)).map(({ type }) => type)).toEqual(['device.collision'])
  })

  it('make the value junk if they are three', async () => {
    const { store, ctx, seen } = await setUp()
    for (const minutes of [0, 1, 2, 3, 4, 5]) await seen(minutes, clone(1 + (minutes % 3)))
    const { items } = await listIdentityJunk(ctx, { limit: 50, offset: 0 })
    expect(items).toMatchObject([{ kind: 'uuid', origin: 'learned', devices: 3, createdBy: 'Reconciliation' }])
    expect((await eventsOf(store)).map(({ type }) => type)).toContain('identity.junkLearned')
    // A fourth one without distinguishing values no longer matches any of them.
    const nameless = { biosUuid: clone(1).biosUuid, hostname: 'localhost', ipAddresses: ['10.9.9.9'] }
    const before = await Promise.all([1, 2, 3].map((number) => seen(6, clone(number))))
    expect(before).not.toContain(await seen(7, nameless))
  })
})
