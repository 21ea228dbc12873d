import { createScheduleSchema } from '@rollcall/shared/api/schedule.ts'
import { createSegmentSchema } from '@rollcall/shared/api/segment.ts'
import type { SiteSummary } from '@rollcall/shared/api/summary.ts'
import { productVersion } from '@rollcall/shared/version.ts'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { archiveDevice } from '../../devices/archive/archive-one.ts'
import { createIngest } from '../../ingest/accept/ingest.ts'
import { type Seen, seen } from '../../ingest/testing/observations.ts'
import { recordHeartbeat } from '../../scanning/audit-services/record-heartbeat.ts'
import { createSchedule } from '../../scanning/schedules/create-schedule.ts'
import { createSegment } from '../../scanning/segments/create-segment.ts'
import { recordScan } from '../../scanning/segments/record-scan.ts'
import { failTask } from '../../scanning/tasks/record-progress.ts'
import { requestScan } from '../../scanning/tasks/request-scan.ts'
import { segmentTables } from '../../store/schema/scanning.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { testApp } from '../testing/app.ts'

const dayMinutes = 24 * 60

describeOnEitherEngine('GET /api/v1/summary', ({ open }) => {
  async function setUp() {
    const test = await testApp(await open())
    const ingest = createIngest(test.ctx)
    /** Observes a device of that name so many days ago. */
    const observe = async (daysAgo: number, name: string, more: Seen & { maker?: string } = {}) => {
      const { maker, ...rest } = more
      const reported = { hostname: name, name, hardware: { system: { manufacturer: maker } }, ...rest }
      const observation = seen(-daysAgo * dayMinutes - 1, reported)
      const { deviceId } = await ingest.submit({ siteId: test.ctx.siteId, observation, actor: 'x' })
      return deviceId
    }
    const summary = async (query = ''): Promise<SiteSummary> => {
      const answer = await test.call('GET', `/api/v1/summary${query}`)
      expect(answer.status).toBe(200)
      return (await answer.json()) as SiteSummary
    }
    const total = async (query: string) => {
      const answer = await test.call('GET', `/api/v1/devices?limit=1&${query}`)
      return ((await answer.json()) as { total: number }).total
    }
    return { ...test, observe, summary, total }
  }

  it('counts devices as the linked lists do', async () => {
    const { ctx, observe, summary, total } = await setUp()
    await observe(0, 'a', { maker: 'Dell Inc.' })
    await observe(3, 'b', { maker: 'Dell Inc.' })
    await observe(30, 'c', { maker: 'HP', type: 'printer' })
    await observe(30, 'd', { type: 'printer' })
    await observe(0, 'd', { type: 'printer' })
    await archiveDevice(ctx, await observe(0, 'gone', { maker: 'HP' }))
    const { devices } = await summary()
    expect(devices).toEqual({
      total: 4,
      seenLastDay: 2,
      unseenLastWeek: 1,
      stale: 0,
      unreadable: 0,
      newLastWeek: 2,
      types: [
        { type: 'computer', devices: 2 },
        { type: 'printer', devices: 2 },
      ],
      manufacturers: [
        { manufacturer: 'Dell Inc.', devices: 2 },
        { manufacturer: 'HP', devices: 1 },
      ],
      otherManufacturers: 0,
      withoutManufacturer: 1,
    })
    const ago = (days: number) => new Date(ctx.clock.now().getTime() - days * dayMinutes * 60_000).toISOString()
    expect(await total(`lastSeenSince=${ago(1)}`)).toBe(devices.seenLastDay)
    expect(await total(`lastSeenBefore=${ago(7)}`)).toBe(devices.unseenLastWeek)
    expect(await total(`firstSeenSince=${ago(7)}`)).toBe(devices.newLastWeek)
    expect(await total('auditProblem=true')).toBe(devices.unreadable)
    expect(await total('manufacturer=Dell%20Inc.')).toBe(2)
    expect(await total('hasManufacturer=false')).toBe(devices.withoutManufacturer)
  })

  it('counts changes per day of the time zone', async () => {
    const { observe, summary } = await setUp()
    await observe(0, 'a')
    const { changes } = await summary()
    expect(changes).toHaveLength(30)
    expect(changes.at(-1)).toEqual({ from: '2026-11-20T00:00:00.000Z', added: 1, modified: 0, deleted: 0 })
    expect(changes[0]).toEqual({ from: '2026-10-22T00:00:00.000Z', added: 0, modified: 0, deleted: 0 })
    const inTokyo = (await summary('?timeZone=Asia/Tokyo')).changes
    expect(inTokyo.at(-1)).toEqual({ from: '2026-11-19T15:00:00.000Z', added: 1, modified: 0, deleted: 0 })
  })

  it('names the segments whose scans fail, are late or have no Audit Service', async () => {
    const { ctx, addAuditService, advance, summary } = await setUp()
    const auditServiceId = await addAuditService()
    const nightly = { name: 'Nightly', kind: 'scan', cron: '30 2 * * *' }
    const { id: scanScheduleId } = await createSchedule(ctx, createScheduleSchema.parse(nightly))
    const add = async (name: string, fields: object) => {
      const input = { name, type: 'address-list', addresses: ['10.0.0.1'], auditServiceId, ...fields }
      return (await createSegment(ctx, createSegmentSchema.parse(input))).id
    }
    await add('a, by hand', {})
    const late = await add('b, late', { scanScheduleId })
    const inTime = await add('c, in time', { scanScheduleId })
    const unserved = await add('d, unserved', { scanScheduleId })
    await ctx.store.write((tx) => {
      const { segments } = tx.tables(segmentTables)
      return tx.update(segments).set({ auditServiceId: null }).where(eq(segments.id, unserved))
    })
    const failed = await add('e, failed', {})
    const running = await add('f, running', { scanScheduleId })
    expect((await summary()).scans).toMatchObject({ segments: 6, problemsTotal: 1 })

    // 04:00 of the next day: what was due at 02:30 is more than an hour late.
    advance(20 * 3600)
    const now = ctx.clock.now().toISOString()
    const note = (id: string, at: string) => ctx.store.write((tx) => recordScan(tx, id, at))
    await note(late, '2026-11-20T09:00:00.000Z')
    await note(inTime, '2026-11-21T02:35:00.000Z')
    await failTask(ctx, (await requestScan(ctx, failed, { audit: false })).taskId, 'the disk is full')
    await requestScan(ctx, running, { audit: false })
    const { scans } = await summary()
    expect(scans).toEqual({
      segments: 6,
      problemsTotal: 3,
      problems: [
        {
          segmentId: late,
          segmentName: 'b, late',
          problem: 'late',
          since: '2026-11-21T02:30:00.000Z',
          detail: null,
        },
        { segmentId: unserved, segmentName: 'd, unserved', problem: 'unserved', since: null, detail: null },
        { segmentId: failed, segmentName: 'e, failed', problem: 'failed', since: now, detail: 'the disk is full' },
      ],
    })
  })

  it('names the Audit Services without a recent heartbeat', async () => {
    const { ctx, addAuditService, advance, summary } = await setUp()
    const id = await addAuditService()
    const silent = { id, name: 'Service', lastSeen: null as string | null }
    expect((await summary()).auditServices).toEqual({ total: 1, silent: [silent] })
    const lastSeen = ctx.clock.now().toISOString()
    const beat = { version: productVersion, hostname: 'host', capabilities: [], runningTasks: [], spoolBytes: 0 }
    await recordHeartbeat(ctx, id, beat)
    expect((await summary()).auditServices).toEqual({ total: 1, silent: [] })
    advance(31)
    expect((await summary()).auditServices).toEqual({ total: 1, silent: [{ ...silent, lastSeen }] })
  })

  it('refuses an invalid time zone', async () => {
    const { call } = await setUp()
    expect((await call('GET', '/api/v1/summary?timeZone=Europe/Nowhere')).status).toBe(400)
  })
})
