import type { List } from '@rollcall/shared/api/common.ts'
import type { DeviceListItem } from '@rollcall/shared/api/device.ts'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { recordListener } from '../../activity/events/listeners.ts'
import { testApp } from '../../http/testing/app.ts'
import { createIngest } from '../../ingest/accept/ingest.ts'
import { agent, at, type Seen, snmp } from '../../ingest/testing/observations.ts'
import { eventTables } from '../../store/schema/activity.ts'
import { offloadTables, snapshotTables } from '../../store/schema/snapshots.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { changesOf, testContext, timeOf } from '../../testing/context.ts'
import { applyRetention } from './apply-retention.ts'

const dayMinutes = 24 * 60

describeOnBothEngines('retention', ({ open }) => {
  /** Sets the clock to the end of day 100 after the first observation. */
  async function setUp(retention: object) {
    const test = await testApp(await open())
    const { ctx, call } = test
    test.advance(100 * dayMinutes * 60)
    const ingest = createIngest(ctx)
    const set = async (json: object) =>
      expect((await call('PATCH', '/api/v1/site/settings', { json })).status).toBe(200)
    await set({ retention })
    const store = async (observation: ReturnType<typeof agent>) =>
      ingest.submit({ siteId: ctx.siteId, observation, actor: 'agent', raw: Buffer.from('raw') })
    return {
      ...test,
      store,
      /** Stores a snapshot of one device for each day, each with different software. */
      async storeDaily(from: number, to: number, identity: Seen) {
        const days = Array.from({ length: to - from + 1 }, (_, index) => from + index)
        const outcomes = []
        for (const day of days) {
          const software = [{ name: `${identity.agentId} ${day}`, version: '1' }]
          outcomes.push(await store(agent(day * dayMinutes, { ...identity, software })))
        }
        return outcomes[0]?.deviceId ?? ''
      },
      /** Turns the storage on or off. Nothing sends the waiting snapshots. */
      turnStorage: (to: 'on' | 'off') =>
        set({ snapshotStorage: { enabled: to === 'on', bucket: 'b', accessKeyId: 'k', secretAccessKey: 's' } }),
      set,
      /** Lists devices by name, with their ids and whether they are stale. */
      listed: async (query: string) => {
        const answer = await call('GET', `/api/v1/devices?${query}`)
        const { items } = (await answer.json()) as List<DeviceListItem>
        return items.map(({ id, stale }) => [id, stale])
      },
      /** Lists the events for stale devices. */
      staleEvents: () =>
        ctx.store.read(async (db) => {
          const { events } = db.tables(eventTables)
          const types = ['device.archived', 'device.deleted', 'device.stale']
          const found = (await db.select().from(events).orderBy(events.id)).filter(({ type }) => types.includes(type))
          return found
            .map(({ type, subjectId }) => [type, subjectId])
            .sort(([a = ''], [b = '']) => (a < b ? -1 : a > b ? 1 : 0))
        }),
      apply: () => applyRetention(ctx, timeOf(ctx), new AbortController().signal),
      /** Lists the days of a device's snapshots. */
      days: (deviceId: string) =>
        ctx.store.read(async (db) => {
          const { snapshots } = db.tables(snapshotTables)
          const rows = (await db.select().from(snapshots)).filter((row) => row.deviceId === deviceId)
          const dayOf = (time: string) => (Date.parse(time) - Date.parse(at(0))) / (dayMinutes * 60_000)
          return rows.map(({ auditDate }) => dayOf(auditDate)).sort((a, b) => a - b)
        }),
      counts: () =>
        ctx.store.read(async (db) => {
          const { snapshots, sections, rawPayloads } = db.tables(snapshotTables)
          return [await db.$count(snapshots), await db.$count(sections), await db.$count(rawPayloads)]
        }),
    }
  }
  const pc = (n: number): Seen => ({ agentId: `a${n}`, hostname: `pc-${n}` })

  it('keeps everything without settings', async () => {
    const { storeDaily, apply, days } = await setUp({})
    const device = await storeDaily(1, 5, pc(1))
    await apply()
    expect(await days(device)).toEqual([1, 2, 3, 4, 5])
  })

  it('keeps the newest snapshots of each device with their sections', async () => {
    const { storeDaily, apply, days, counts } = await setUp({ snapshotsPerDevice: 2 })
    const devices = [await storeDaily(1, 5, pc(1)), await storeDaily(1, 1, pc(2)), await storeDaily(3, 9, pc(3))]
    await apply()
    expect(await Promise.all(devices.map(days))).toEqual([[4, 5], [1], [8, 9]])
    // A software list for each, and one network section for all.
    expect(await counts()).toEqual([5, 6, 5])
    await apply()
    expect(await counts()).toEqual([5, 6, 5])
  })

  it('keeps as many if two collectors apply it at once', async () => {
    const { storeDaily, apply, days } = await setUp({ snapshotsPerDevice: 6 })
    const device = await storeDaily(1, 10, pc(1))
    await Promise.all([apply(), apply()])
    expect(await days(device)).toEqual([5, 6, 7, 8, 9, 10])
  })

  it('keeps snapshots of the last days, and current ones however old', async () => {
    const { store, storeDaily, apply, days } = await setUp({ snapshotDays: 10, snapshotsPerDevice: 4 })
    const old = await storeDaily(1, 3, pc(1))
    const scanned = (await store(snmp(5 * dayMinutes, '10.0.0.1', pc(2)))).deviceId
    expect(await storeDaily(85, 99, pc(2))).toBe(scanned)
    const recent = await storeDaily(88, 92, pc(3))
    await apply()
    expect(await days(old)).toEqual([3])
    expect(await days(scanned)).toEqual([5, 96, 97, 98, 99])
    expect(await days(recent)).toEqual([90, 91, 92])
  })

  it('deletes snapshots of a deleted device by the same rules, and none of another site', async () => {
    const { call, ctx, storeDaily, apply, days } = await setUp({ snapshotDays: 10 })
    const gone = await storeDaily(1, 3, pc(1))
    expect((await call('DELETE', `/api/v1/devices/${gone}`)).status).toBe(204)
    const other = await testContext(ctx.store)
    const ingest = createIngest(ctx)
    const observations = [1, 2].map((day) => agent(day * dayMinutes, pc(9)))
    const [stored] = await Promise.all(
      observations.map((observation) => ingest.submit({ siteId: other.ctx.siteId, observation, actor: 'agent' })),
    )
    await apply()
    expect(await days(gone)).toEqual([])
    expect(await days(stored?.deviceId ?? '')).toEqual([1, 2])
  })

  it('deletes more than the limit of one turn', async () => {
    const { ctx, apply, counts } = await setUp({ snapshotsPerDevice: 1, confirmAbovePercent: 100 })
    const ingest = createIngest(ctx)
    const deliveries = Array.from({ length: 1_100 }, (_, index) => agent(index, pc(index % 55)))
    await Promise.all(
      deliveries.map((observation) => ingest.submit({ siteId: ctx.siteId, observation, actor: 'agent' })),
    )
    const one = Array.from({ length: 1_100 }, (_, index) => agent(2_000 + index, pc(99)))
    await Promise.all(one.map((observation) => ingest.submit({ siteId: ctx.siteId, observation, actor: 'agent' })))
    await apply()
    expect((await counts())[0]).toBe(56)
  })

  it('keeps snapshots that wait for their copy, and counts them among the newest', async () => {
    const { call, ctx, turnStorage, storeDaily, apply, days } = await setUp({ snapshotsPerDevice: 2, snapshotDays: 50 })
    const device = await storeDaily(1, 3, pc(1))
    await turnStorage('on')
    await storeDaily(4, 5, pc(1))
    await turnStorage('off')
    await storeDaily(80, 81, pc(1))
    await turnStorage('on')
    await apply()
    expect(await days(device)).toEqual([4, 5, 80, 81])
    const gone = await storeDaily(1, 2, pc(2))
    expect((await call('DELETE', `/api/v1/devices/${gone}`)).status).toBe(204)
    await apply()
    expect(await days(gone)).toEqual([1, 2])
    await ctx.store.write((tx) => {
      const { offloadQueue } = tx.tables(offloadTables)
      return tx.delete(offloadQueue).where(eq(offloadQueue.siteId, ctx.siteId))
    })
    await apply()
    expect([await days(device), await days(gone)]).toEqual([[80, 81], []])
  })

  it('keeps nothing for a disabled storage', async () => {
    const { turnStorage, storeDaily, apply, days } = await setUp({ snapshotsPerDevice: 2 })
    await turnStorage('on')
    const device = await storeDaily(1, 5, pc(1))
    await turnStorage('off')
    await apply()
    expect(await days(device)).toEqual([4, 5])
  })

  it('ends if more snapshots wait for their copy than the limit of a turn', async () => {
    const { ctx, turnStorage, apply, counts } = await setUp({ snapshotsPerDevice: 1 })
    await turnStorage('on')
    const ingest = createIngest(ctx)
    const observations = Array.from({ length: 510 }, (_, index) => agent(index, pc(1)))
    await Promise.all(observations.map((observation) => ingest.submit({ siteId: ctx.siteId, observation, actor: 'a' })))
    await apply()
    expect((await counts())[0]).toBe(510)
  })

  it('deletes devices not seen for long', async () => {
    const { call, ctx, storeDaily, apply, days, woken } = await setUp({ deleteDeviceDays: 30 })
    const stale = await storeDaily(1, 2, pc(1))
    const seen = await storeDaily(71, 71, pc(2))
    const before = woken()
    await apply()
    expect((await call('GET', `/api/v1/devices/${stale}`)).status).toBe(404)
    expect((await call('GET', `/api/v1/devices/${seen}`)).status).toBe(200)
    expect(await days(stale)).toEqual([1, 2])
    expect(woken()).toBe(before + 1)
    const [line] = (await changesOf(ctx)).filter(({ verb, entity }) => verb === 'Deleted' && entity === 'Device')
    expect(line).toMatchObject({ entityId: stale, actor: 'Retention', from: 'pc-1' })
  })

  it('marks as stale, archives and deletes devices each after its own period, with one event', async () => {
    const { ctx, call, storeDaily, apply, set, advance, listed, staleEvents } = await setUp({
      staleDeviceDays: 30,
      archiveDeviceDays: 60,
      deleteDeviceDays: 90,
    })
    await recordListener(ctx, ctx.siteId)
    const [deleted, archived, stale, fresh] = [
      await storeDaily(5, 5, pc(1)),
      await storeDaily(35, 35, pc(2)),
      await storeDaily(65, 65, pc(3)),
      await storeDaily(95, 95, pc(4)),
    ]
    await apply()
    await apply()
    expect((await call('GET', `/api/v1/devices/${deleted}`)).status).toBe(404)
    expect(await listed('archived=true')).toEqual([[archived, true]])
    expect(await listed('')).toEqual([
      [stale, true],
      [fresh, false],
    ])
    expect([await listed('stale=true'), await listed('stale=false')]).toEqual([[[stale, true]], [[fresh, false]]])
    expect(await staleEvents()).toEqual([
      ['device.archived', archived],
      ['device.deleted', deleted],
      ['device.stale', stale],
    ])

    // A device that is seen again is no longer stale, and may become stale a second time.
    await storeDaily(99, 99, pc(3))
    expect(await listed('stale=true')).toEqual([])
    advance(30 * dayMinutes * 60)
    await recordListener(ctx, ctx.siteId)
    await apply()
    expect(await listed('stale=true')).toEqual([
      [stale, true],
      [fresh, true],
    ])
    expect((await staleEvents()).filter(([type]) => type === 'device.stale')).toEqual([
      ['device.stale', stale],
      ['device.stale', fresh],
      ['device.stale', stale],
    ])
    await set({ retention: { staleDeviceDays: 0 } })
    await apply()
    expect([await listed('stale=true'), (await listed('stale=false')).length]).toEqual([[], 2])
    await set({ retention: { staleDeviceDays: 32 } })
    await apply()
    expect(await listed('stale=true')).toEqual([[fresh, true]])
  })

  it('emits events for more stale devices than one turn, also for many last seen at once', async () => {
    const { ctx, apply, staleEvents } = await setUp({ staleDeviceDays: 30, confirmAbovePercent: 100 })
    await recordListener(ctx, ctx.siteId)
    const ingest = createIngest(ctx)
    const seen = (count: number, minutes: (index: number) => number) =>
      Array.from({ length: count }, (_, index) => agent(minutes(index), pc(minutes(0) * 1_000 + index)))
    const observations = [...seen(510, () => 1), ...seen(510, (index) => 2 + index), ...seen(1, () => 99 * dayMinutes)]
    await Promise.all(observations.map((observation) => ingest.submit({ siteId: ctx.siteId, observation, actor: 'a' })))
    await apply()
    await apply()
    expect(new Set((await staleEvents()).map(([, id]) => id)).size).toBe(1_020)
    expect(await staleEvents()).toHaveLength(1_020)
  })

  it('keeps a restored device for the whole period again', async () => {
    const { call, storeDaily, apply, advance, listed } = await setUp({ archiveDeviceDays: 60, deleteDeviceDays: 120 })
    const device = await storeDaily(1, 1, pc(1))
    await apply()
    expect(await listed('')).toEqual([])
    expect((await call('POST', `/api/v1/devices/${device}/restore`)).status).toBe(200)
    await apply()
    advance(59 * dayMinutes * 60)
    await apply()
    expect(await listed('')).toEqual([[device, false]])
    advance(2 * dayMinutes * 60)
    await apply()
    expect(await listed('archived=true')).toEqual([[device, false]])
    advance(60 * dayMinutes * 60)
    await apply()
    expect(await listed('archived=true')).toEqual([])
  })

  it('applies the same rules to a late snapshot of a deleted device', async () => {
    const { call, store, storeDaily, apply, days } = await setUp({ snapshotDays: 30, deleteDeviceDays: 50 })
    const gone = await storeDaily(60, 62, pc(1))
    expect((await call('DELETE', `/api/v1/devices/${gone}`)).status).toBe(204)
    const late = (await store(agent(61 * dayMinutes + 1, pc(1)))).deviceId
    const older = (await store(agent(40 * dayMinutes, pc(2)))).deviceId
    expect(late).not.toBe(gone)
    await apply()
    // Facts of existing devices stay; those of a deleted device are deleted.
    expect([await days(gone), (await days(late)).length]).toEqual([[], 1])
    expect((await call('GET', `/api/v1/devices/${late}`)).status).toBe(200)
    expect((await call('GET', `/api/v1/devices/${older}`)).status).toBe(404)
    expect(await days(older)).toEqual([])
    expect((await store(agent(99 * dayMinutes, pc(1)))).deviceId).toBe(late)
  })

  it('deletes versions with their snapshots', async () => {
    const { call, store, apply, listed } = await setUp({ snapshotDays: 30 })
    await store(agent(10 * dayMinutes, pc(1)))
    await store(agent(80 * dayMinutes, { ...pc(1), hostname: 'renamed' }))
    await store(agent(90 * dayMinutes, { ...pc(1), hostname: 'renamed again' }))
    const then = (day: number) => listed(`asOf=${at(day * dayMinutes)}`)
    expect([(await then(20)).length, (await then(85)).length]).toEqual([1, 1])
    await apply()
    expect([(await then(20)).length, (await then(85)).length, (await then(95)).length]).toEqual([1, 1, 1])
    expect((await call('PATCH', '/api/v1/site/settings', { json: { retention: { snapshotDays: 15 } } })).status).toBe(
      200,
    )
    await apply()
    expect([(await then(20)).length, (await then(85)).length, (await then(95)).length]).toEqual([0, 1, 1])
  })

  it('deletes old change log entries', async () => {
    const { ctx, storeDaily, apply, advance } = await setUp({ changeLogDays: 30 })
    await storeDaily(1, 2, pc(1))
    const lines = (await changesOf(ctx)).length
    expect(lines).toBeGreaterThan(0)
    advance(29 * dayMinutes * 60)
    await storeDaily(120, 120, pc(2))
    await apply()
    expect((await changesOf(ctx)).length).toBeGreaterThan(lines)
    advance(2 * dayMinutes * 60)
    await apply()
    const left = await changesOf(ctx)
    expect(left.length).toBeGreaterThan(0)
    expect(left.every(({ timestamp }) => timestamp > at(110 * dayMinutes))).toBe(true)
  })

  it('stops after the current turn', async () => {
    const { ctx, storeDaily, days } = await setUp({ snapshotsPerDevice: 1 })
    const device = await storeDaily(1, 3, pc(1))
    await applyRetention(ctx, timeOf(ctx), AbortSignal.abort())
    expect(await days(device)).toEqual([1, 2, 3])
  })
})
