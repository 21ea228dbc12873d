import type { Problem } from '@rollcall/shared/api/problem.ts'
import type { Schedule } from '@rollcall/shared/api/schedule.ts'
import type { Segment } from '@rollcall/shared/api/segment.ts'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { proves } from '../../../../test/interface/proves.ts'
import { createIngest } from '../../ingest/accept/ingest.ts'
import { snmp } from '../../ingest/testing/observations.ts'
import { scheduleName } from '../../scanning/schedules/assign-schedule.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { changesOf } from '../../testing/context.ts'
import { testApp } from '../testing/app.ts'

const path = '/api/v1/schedules'
const nightly = { name: 'Nightly', kind: 'scan', cron: '30 2 * * *', timeZone: 'Europe/Berlin' }

describeOnEitherEngine('/api/v1/schedules', ({ open }) => {
  async function setUp() {
    const test = await testApp(await open())
    const create = async (fields: object = {}) => {
      const answer = await test.call('POST', path, { json: { ...nightly, ...fields } })
      expect(answer.status).toBe(201)
      return (await answer.json()) as Schedule
    }
    return { ...test, create }
  }
  const faults = async (answer: Response) => {
    expect(answer.status).toBe(400)
    return ((await answer.json()) as Problem).errors?.map((each) => each.path)
  }

  it('are created, listed, read, changed and deleted', proves('schedules.crud'), async () => {
    const { call, ctx, create } = await setUp()
    const made = await create()
    const defaults = { enabled: true, missedRuns: 'once' }
    expect(made).toEqual({ id: made.id, ...nightly, ...defaults, nextRun: '2026-11-21T01:30:00.000Z' })
    const where = `${path}/${made.id}`
    const audits = await create({ name: 'audits', kind: 'audit', enabled: false })
    expect(audits.nextRun).toBeNull()
    const list = async (query = '') => (await call('GET', `${path}${query}`)).json()
    expect(await list()).toEqual({ items: [audits, made], total: 2 })
    expect(await list('?kind=scan')).toEqual({ items: [made], total: 1 })
    const read = await call('GET', where)
    expect(await read.json()).toEqual(made)

    const etag = read.headers.get('ETag') ?? ''
    const patch = (json: object, headers = {}) => call('PATCH', where, { json, headers })
    const later = await patch({ cron: '@hourly' }, { 'If-Match': etag })
    expect(await later.json()).toEqual({ ...made, cron: '@hourly', nextRun: '2026-11-20T09:00:00.000Z' })
    expect((await patch({ enabled: false }, { 'If-Match': etag })).status).toBe(412)
    expect(await (await patch({ enabled: false })).json()).toMatchObject({ enabled: false, nextRun: null })
    const on = { name: 'Hourly', enabled: true, timeZone: 'Asia/Kolkata', missedRuns: 'skip' }
    expect(await (await patch(on)).json()).toMatchObject({ ...on, nextRun: '2026-11-20T08:30:00.000Z' })

    expect((await call('DELETE', where, { headers: { 'If-Match': etag } })).status).toBe(412)
    expect((await call('DELETE', where)).status).toBe(204)
    for (const method of ['GET', 'DELETE']) expect((await call(method, where)).status).toBe(404)
    const log = (await changesOf(ctx)).filter(({ entityId }) => entityId === made.id)
    expect(log.map(({ verb, field, from, to }) => [verb, field, from, to])).toEqual([
      ['Added', null, null, 'Nightly (scan, 30 2 * * *, Europe/Berlin)'],
      ['Modified', 'cron', '30 2 * * *', '@hourly'],
      ['Modified', 'enabled', 'true', 'false'],
      ['Modified', 'name', 'Nightly', 'Hourly'],
      ['Modified', 'timeZone', 'Europe/Berlin', 'Asia/Kolkata'],
      ['Modified', 'enabled', 'false', 'true'],
      ['Modified', 'missedRuns', 'once', 'skip'],
      ['Deleted', null, 'Hourly', null],
    ])
  })

  it('preview their next runs', async () => {
    const { call } = await setUp()
    const preview = (json: object) => call('POST', `${path}/preview`, { json })
    const { cron, timeZone } = nightly
    const nights = ['21', '22', '23', '24', '25'].map((day) => `2026-11-${day}T01:30:00.000Z`)
    const seen = await preview({ cron, timeZone })
    expect([seen.status, await seen.json()]).toEqual([200, { nextRuns: nights }])
    expect(await (await call('GET', path)).json()).toEqual({ items: [], total: 0 })
    for (const wrong of ['0 0 30 2 *', '61 * * * *', 'daily'])
      expect(await faults(await preview({ cron: wrong }))).toEqual(['/cron'])
    expect(await faults(await preview({ cron, timeZone: 'Mars' }))).toEqual(['/timeZone'])
  })

  it('are refused if they are invalid, or without the capability', async () => {
    const { call, create } = await setUp()
    const { id } = await create()
    const post = async (fields: object) => faults(await call('POST', path, { json: { ...nightly, ...fields } }))
    expect(await post({ cron: '* * * * * *' })).toEqual(['/cron'])
    expect(await post({ cron: '0 0 30 2 *', enabled: false })).toEqual(['/cron'])
    expect(await post({ timeZone: '+01:00' })).toEqual(['/timeZone'])
    expect(await post({ timeZone: 'Europe/Nowhere' })).toEqual(['/timeZone'])
    expect(await post({ kind: 'backup' })).toEqual(['/kind'])
    const patch = (json: object, token?: string) =>
      call('PATCH', `${path}/${id}`, { json, ...(token ? { token } : {}) })
    expect(await faults(await patch({ kind: 'audit' }))).toEqual(['/kind'])
    expect(await faults(await patch({ cron: '99 * * * *' }))).toEqual(['/cron'])
    expect(await faults(await patch({ nextRun: null }))).toEqual(['/nextRun'])
    await create({ name: 'Other' })
    for (const answer of [
      await call('POST', path, { json: { ...nightly, name: 'NIGHTLY' } }),
      await patch({ name: 'other' }),
    ])
      expect([answer.status, ((await answer.json()) as Problem).code]).toEqual([409, 'name_taken'])
    for (const answer of [await call('POST', path, { token: 'starter', json: nightly }), await patch({}, 'starter')])
      expect(answer.status).toBe(403)
  })

  it('are removed from segments and devices when they are deleted', async () => {
    const { call, ctx, create, addAuditService } = await setUp()
    const [scan, audit] = [await create(), await create({ name: 'Audits', kind: 'audit' })]
    const given = { scanScheduleId: scan.id, auditScheduleId: audit.id }
    const lab = { name: 'Lab', type: 'address-list', auditServiceId: await addAuditService(), addresses: ['10.0.0.1'] }
    const segment = (await (await call('POST', '/api/v1/segments', { json: { ...lab, ...given } })).json()) as Segment
    const delivery = { siteId: ctx.siteId, observation: snmp(0, '10.0.0.1', {}), actor: 'agent pc-1' }
    const { deviceId } = await createIngest(ctx).submit(delivery)
    const { devices } = ctx.store.tables(deviceTables)
    await ctx.store.write(async (tx) => {
      await tx.update(devices).set({ auditScheduleId: audit.id }).where(eq(devices.id, deviceId))
    })
    expect(await ctx.store.read((db) => scheduleName(db, audit.id))).toBe('Audits')
    for (const { id } of [scan, audit]) expect((await call('DELETE', `${path}/${id}`)).status).toBe(204)
    const left = { scanScheduleId: null, auditScheduleId: null }
    expect(await (await call('GET', `/api/v1/segments/${segment.id}`)).json()).toEqual({ ...segment, ...left })
    const [device] = await ctx.store.read((db) => db.select().from(devices).where(eq(devices.id, deviceId)))
    expect(device?.auditScheduleId).toBeNull()
    expect(await ctx.store.read((db) => scheduleName(db, audit.id))).toBeNull()
    const log = await changesOf(ctx)
    expect(log).toContainEqual(
      expect.objectContaining({ entity: 'Device', deviceId, field: 'auditSchedule', from: 'Audits', to: null }),
    )
    expect(log).toContainEqual(
      expect.objectContaining({
        entity: 'Segment',
        entityId: segment.id,
        field: 'scanScheduleId',
        from: scan.id,
        to: null,
      }),
    )
  })
})
