import { createScheduleSchema } from '@rollcall/shared/api/schedule.ts'
import { createSegmentSchema } from '@rollcall/shared/api/segment.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { proves } from '../../../../test/interface/proves.ts'
import { acceptHost } from '../../ingest/accept/accept-host.ts'
import { createIngest } from '../../ingest/accept/ingest.ts'
import { createReader } from '../../ingest/reading/reader.ts'
import { readingOf } from '../../ingest/reading/reading.ts'
import { snmp } from '../../ingest/testing/observations.ts'
import type { Context } from '../../lib/context.ts'
import { listSnapshots } from '../../snapshots/read/list-snapshots.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import { scheduleTables, taskTables } from '../../store/schema/scanning.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { testContext } from '../../testing/context.ts'
import { createSegment } from '../segments/create-segment.ts'
import { updateSegment } from '../segments/update-segment.ts'
import { cancelTask } from '../tasks/cancel-task.ts'
import { listTasks } from '../tasks/list-tasks.ts'
import { createSchedule } from './create-schedule.ts'
import { getSchedule } from './list-schedules.ts'
import { runDueSchedules } from './run-due-schedules.ts'
import { updateSchedule } from './update-schedule.ts'

const hour = 3600

describeOnBothEngines('schedules', ({ engine, open, newDatabase }) => {
  async function setUp() {
    const database = await newDatabase()
    const test = await testContext(await open(undefined, database))
    const { ctx } = test
    const auditServiceId = await test.addAuditService()
    const schedule = (name: string, kind: 'scan' | 'audit', cron = '0 * * * *') =>
      createSchedule(ctx, createScheduleSchema.parse({ name, kind, cron }))
    const segment = (name: string, fields: object = {}) => {
      const given = { name, type: 'address-list', auditServiceId, addresses: ['10.0.0.0/24'], ...fields }
      return createSegment(ctx, createSegmentSchema.parse(given))
    }
    const ingest = createIngest(ctx)
    const found = async (address: string, segmentId?: string) => {
      const observation = snmp(0, address, { serialNumber: `S-${address}` })
      const delivery = { siteId: ctx.siteId, observation, actor: 'test', ...(segmentId ? { segmentId } : {}) }
      return (await ingest.submit(delivery)).deviceId
    }
    return { ...test, database, auditServiceId, schedule, segment, ingest, found }
  }
  const tasksOf = async (ctx: Context) => (await listTasks(ctx, { limit: 1000, offset: 0 })).items.reverse()
  const addressesOf = async (ctx: Context, taskId: string) => {
    const { tasks } = ctx.store.tables(taskTables)
    const [row] = await ctx.store.read((db) => db.select().from(tasks).where(eq(tasks.id, taskId)))
    return row?.input.addresses
  }

  it('start the scans of their segments when they are due, and not before', async () => {
    const { ctx, schedule, segment, advance, woken } = await setUp()
    const { id } = await schedule('Hourly', 'scan')
    const [lab, hall] = [await segment('Lab', { scanScheduleId: id }), await segment('Hall', { scanScheduleId: id })]
    await segment('Attic')
    advance(hour - 1)
    await runDueSchedules(ctx)
    expect(await tasksOf(ctx)).toEqual([])
    advance(1)
    const before = woken()
    await runDueSchedules(ctx)
    expect(woken()).toBeGreaterThan(before)
    const started = await tasksOf(ctx)
    expect(started.map(({ segmentId }) => segmentId).sort()).toEqual([lab.id, hall.id].sort())
    for (const task of started) expect(task).toMatchObject({ kind: 'scan', status: 'Queued', requestedBy: 'Hourly' })
    expect(await getSchedule(ctx, id)).toMatchObject({ nextRun: '2026-11-20T10:00:00.000Z' })
    await runDueSchedules(ctx)
    expect(await tasksOf(ctx)).toHaveLength(2)
  })

  it('do not start a second run while one is active', proves('schedules.notDoubled'), async () => {
    const { ctx, schedule, segment, advance, found } = await setUp()
    const [scans, audits] = [await schedule('Scans', 'scan'), await schedule('Audits', 'audit')]
    const { id } = await segment('Lab', { scanScheduleId: scans.id, auditScheduleId: audits.id })
    await found('10.0.0.7', id)
    for (const kinds of [
      ['audit', 'scan'],
      ['audit', 'scan'],
    ]) {
      advance(hour)
      await runDueSchedules(ctx)
      expect((await tasksOf(ctx)).map(({ kind }) => kind).sort()).toEqual(kinds)
    }
    for (const task of await tasksOf(ctx)) await cancelTask(ctx, task.id)
    advance(hour)
    await runDueSchedules(ctx)
    expect(await tasksOf(ctx)).toHaveLength(4)
  })

  it('run once for all missed runs', async () => {
    const { ctx, schedule, segment, advance } = await setUp()
    const { id } = await schedule('Hourly', 'scan')
    await segment('Lab', { scanScheduleId: id })
    advance(50 * hour + 60)
    await runDueSchedules(ctx)
    await runDueSchedules(ctx)
    expect(await tasksOf(ctx)).toHaveLength(1)
    expect(await getSchedule(ctx, id)).toMatchObject({ nextRun: '2026-11-22T11:00:00.000Z' })
  })

  it('wait for the next run if missed ones are skipped', async () => {
    const { ctx, schedule, segment, advance } = await setUp()
    const { id } = await schedule('Hourly', 'scan')
    await updateSchedule(ctx, id, { missedRuns: 'skip' })
    await segment('Lab', { scanScheduleId: id })
    advance(50 * hour + 301)
    await runDueSchedules(ctx)
    expect(await tasksOf(ctx)).toEqual([])
    expect(await getSchedule(ctx, id)).toMatchObject({ nextRun: '2026-11-22T11:00:00.000Z' })
    // A late run is not a missed run.
    advance(hour - 1)
    await runDueSchedules(ctx)
    expect(await tasksOf(ctx)).toHaveLength(1)
  })

  it('run once with several collectors', async () => {
    const { ctx, database, schedule, segment, advance } = await setUp()
    const { id } = await schedule('Hourly', 'scan')
    const made = await segment('Lab', { scanScheduleId: id })
    // An SQLite database has one collector.
    const other = engine === 'postgres' ? { ...ctx, store: await open(undefined, database) } : ctx
    for (let run = 1; run <= 3; run += 1) {
      advance(hour)
      await Promise.all([runDueSchedules(ctx), runDueSchedules(other), runDueSchedules(ctx), runDueSchedules(other)])
      const started = await tasksOf(ctx)
      expect(started).toHaveLength(run)
      for (const task of started) if (task.status === 'Queued') await cancelTask(ctx, task.id)
    }
    expect((await tasksOf(ctx)).every(({ segmentId }) => segmentId === made.id)).toBe(true)
  })

  it('do nothing while disabled', async () => {
    const { ctx, schedule, segment, advance } = await setUp()
    const { id } = await schedule('Hourly', 'scan')
    await segment('Lab', { scanScheduleId: id })
    await updateSchedule(ctx, id, { enabled: false })
    advance(2 * hour)
    await runDueSchedules(ctx)
    expect(await tasksOf(ctx)).toEqual([])
    await updateSchedule(ctx, id, { enabled: true })
    await runDueSchedules(ctx)
    expect(await tasksOf(ctx)).toEqual([])
  })

  it('skip segments that cannot be scanned, and continue after a failing one', async () => {
    const { ctx, schedule, segment, advance } = await setUp()
    const { id } = await schedule('Hourly', 'scan')
    const lost = await segment('A', { scanScheduleId: id })
    await updateSegment(ctx, lost.id, { auditServiceId: null })
    const good = await segment('B', { scanScheduleId: id })
    const broken = await schedule('Broken', 'scan')
    const { schedules } = ctx.store.tables(scheduleTables)
    await ctx.store.write(async (tx) => {
      await tx.update(schedules).set({ cron: 'no cron' }).where(eq(schedules.id, broken.id))
    })
    advance(hour)
    await runDueSchedules(ctx)
    expect(await tasksOf(ctx)).toMatchObject([{ segmentId: good.id }])
  })

  it('audit the devices of a segment and assigned ones, by segment', async () => {
    const { ctx, schedule, segment, found, advance } = await setUp()
    const [own, shared] = [await schedule('Own', 'audit', '30 * * * *'), await schedule('Shared', 'audit')]
    const lab = await segment('Lab', { auditScheduleId: shared.id })
    const hall = await segment('Hall', { addresses: ['10.1.0.0/24'] })
    const pinged = { addresses: ['10.2.0.0/24'], auditScheduleId: shared.id, scanOptions: { pingOnly: true } }
    await found('10.2.0.1', (await segment('Pinged', pinged)).id)
    await found('10.0.0.7', lab.id)
    await found('10.0.0.8', lab.id)
    // The device itself reports this address, which is outside its segment, so the segment's credentials are not sent
    // there.
    await found('192.0.2.1', lab.id)
    await found('10.0.0.99')
    const assigned = [
      await found('10.0.0.9', lab.id),
      await found('10.1.0.5', hall.id),
      await found('10.3.0.1', newId()),
    ]
    await ctx.store.write(async (tx) => {
      const { devices } = tx.tables(deviceTables)
      for (const id of assigned) await tx.update(devices).set({ auditScheduleId: own.id }).where(eq(devices.id, id))
    })
    advance(hour / 2)
    await runDueSchedules(ctx)
    const first = await tasksOf(ctx)
    expect(first.map(({ segmentId }) => segmentId).sort()).toEqual([lab.id, hall.id].sort())
    for (const task of first) expect(task).toMatchObject({ kind: 'audit', deviceId: null, requestedBy: 'Own' })
    const byAddress = await Promise.all(first.map((task) => addressesOf(ctx, task.id)))
    expect(byAddress.flat().sort()).toEqual(['10.0.0.9', '10.1.0.5'])
    advance(hour / 2)
    await runDueSchedules(ctx)
    const [task, ...more] = (await tasksOf(ctx)).filter(({ requestedBy }) => requestedBy === 'Shared')
    expect([task?.segmentId, more]).toEqual([lab.id, []])
    expect(await addressesOf(ctx, task?.id ?? '')).toEqual(['10.0.0.7-10.0.0.8'])
  })

  it('are recorded with the snapshots that they caused', async () => {
    const { ctx, schedule, segment, found, ingest, auditServiceId, advance } = await setUp()
    const { id } = await schedule('Audits', 'audit')
    const lab = await segment('Lab', { auditScheduleId: id })
    const deviceId = await found('10.0.0.7', lab.id)
    advance(hour)
    await runDueSchedules(ctx)
    const [task] = await tasksOf(ctx)
    const observation = snmp(60, '10.0.0.7', { serialNumber: 'S-10.0.0.7' })
    const result = {
      version: 1 as const,
      id: observation.id,
      taskId: task?.id ?? '',
      attempt: 1,
      at: observation.observedAt,
    }
    await acceptHost(
      ctx,
      ingest,
      createReader(ctx),
      { ...result, kind: 'host', address: '10.0.0.7', reading: await readingOf(observation) },
      auditServiceId,
    )
    const snapshots = await listSnapshots(ctx, deviceId, { limit: 50, offset: 0 })
    expect(snapshots.items.map(({ scheduleId }) => scheduleId)).toEqual([id, null])
  })
})
