import type { Device } from '@rollcall/shared/api/device.ts'
import type { Problem } from '@rollcall/shared/api/problem.ts'
import type { CreateSchedule } from '@rollcall/shared/api/schedule.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { expect, it } from 'vitest'
import { proves } from '../../../../test/interface/proves.ts'
import { createIngest } from '../../ingest/accept/ingest.ts'
import { agent, type Seen, snmp } from '../../ingest/testing/observations.ts'
import { createSchedule } from '../../scanning/schedules/create-schedule.ts'
import { eventTables } from '../../store/schema/activity.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import { softwareTables } from '../../store/schema/software.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { changesOf } from '../../testing/context.ts'
import { testAgent } from '../testing/agent.ts'
import { testApp } from '../testing/app.ts'

const pc: Seen = {
  hostname: 'pc1',
  biosUuid: '4c4c4544-0042-3010-8053-b7c04f4e4432',
  macAddresses: ['00:1b:21:3c:9d:f8'],
  software: [{ name: 'bash', version: '5.2', publisher: 'GNU' }],
}

describeOnEitherEngine('/api/v1/devices/{id}', ({ open }) => {
  async function setUp() {
    const test = await testApp(await open())
    const { ctx, call } = test
    const ingest = createIngest(ctx)
    const submit = (observation = agent(0, pc)) =>
      ingest.submit({ siteId: ctx.siteId, observation, actor: 'agent pc1', raw: Buffer.from('raw') })
    const stored = await submit()
    const path = `/api/v1/devices/${stored.deviceId}`
    return {
      ...test,
      ...stored,
      path,
      submit,
      patch: (json: unknown, headers = {}) => call('PATCH', path, { json, headers }),
      get: async (where = path) => (await (await call('GET', where)).json()) as Device,
      events: () =>
        ctx.store.read((db) =>
          db.select().from(db.tables(eventTables).events).orderBy(db.tables(eventTables).events.id),
        ),
      edits: async () => (await changesOf(ctx)).filter(({ actor }) => actor === 'Test app'),
    }
  }
  const faults = async (answer: Response) => {
    expect(answer.status).toBe(400)
    return ((await answer.json()) as Problem).errors?.map((each) => each.path)
  }

  it('accepts a custom value of several lines, and none with hidden characters', async () => {
    const { patch } = await setUp()
    const note = 'first line\nsecond line'
    expect(await (await patch({ customFields: { note } })).json()).toMatchObject({ customFields: { note } })
    for (const value of ['a\u202eb', 'a\u001b[2Jb', 'a\u200bb']) {
      expect(await faults(await patch({ customFields: { note: value } }))).toEqual(['/customFields/note'])
    }
  })

  it(
    'is changed in the fields of the body, and in no other',
    proves('devices.patch', 'devices.patch.assetTag', 'devices.patch.customFields'),
    async () => {
      const { patch, get, advance, call, edits, events, deviceId } = await setUp()
      advance(60)
      const before = await get()
      const first = await patch({ assetTag: ' INV-7 ', customFields: { owner: 'Ada', floor: 3, leased: true } })
      expect(first.status).toBe(200)
      const changed = { assetTag: 'INV-7', customFields: { owner: 'Ada', floor: 3, leased: true } }
      expect(await first.json()).toEqual({ ...before, ...changed })
      const full = await call('GET', `/api/audit-data/full-data/${deviceId}`)
      const modifierInfo = { clientType: 2, title: 'Test app', userId: 'app' }
      expect(await full.json()).toMatchObject({ modifierInfo, modified: '2026-11-20T08:01:00.000Z' })
      expect(first.headers.get('ETag')).toBe((await call('GET', `/api/v1/devices/${deviceId}`)).headers.get('ETag'))

      expect(await (await patch({ customFields: { owner: null, floor: '3' } })).json()).toEqual({
        ...before,
        assetTag: 'INV-7',
        customFields: { floor: '3', leased: true },
      })
      expect(await (await patch({ assetTag: null })).json()).toMatchObject({ assetTag: null })
      expect((await edits()).map(({ verb, entity, field, from, to }) => [verb, entity, field, from, to])).toEqual([
        ['Modified', 'Device', 'assetTag', null, 'INV-7'],
        ['Modified', 'Device', 'customFields.owner', null, 'Ada'],
        ['Modified', 'Device', 'customFields.floor', null, '3'],
        ['Modified', 'Device', 'customFields.leased', null, 'true'],
        ['Modified', 'Device', 'customFields.owner', 'Ada', null],
        ['Modified', 'Device', 'customFields.floor', '3', '"3"'],
        ['Modified', 'Device', 'assetTag', 'INV-7', null],
      ])
      const modified = (await events()).filter(({ type }) => type === 'device.modified')
      expect(modified.map(({ subjectId, data }) => [subjectId, data])).toEqual([
        [
          deviceId,
          {
            name: 'pc1',
            type: 'computer',
            fields: ['assetTag', 'customFields.owner', 'customFields.floor', 'customFields.leased'],
          },
        ],
        [deviceId, { name: 'pc1', type: 'computer', fields: ['customFields.owner', 'customFields.floor'] }],
        [deviceId, { name: 'pc1', type: 'computer', fields: ['assetTag'] }],
      ])
    },
  )

  it(
    'is returned as listed, and with its current snapshot',
    proves(
      'device.listFields',
      'device.singleFields',
      'devices.get',
      'devices.get.data',
      'snapshot.auditId',
      'tag.fields',
    ),
    async () => {
      const { call, get, path, patch, snapshotId, deviceId } = await setUp()
      await patch({ assetTag: 'INV-7', customFields: { floor: 3 } })
      const tag = await call('POST', '/api/v1/tags', { json: { name: 'Office' } })
      const { id } = (await tag.json()) as { id: string }
      await call('POST', `${path}/tags`, { json: { tagId: id } })
      const listed = {
        id: deviceId,
        name: 'pc1',
        dnsName: null,
        macAddress: '00:1b:21:3c:9d:f8',
        ipAddress: null,
        serialNumber: null,
        assetTag: 'INV-7',
        type: 'computer',
        manufacturer: null,
        model: null,
        lastSeen: '2026-11-20T08:00:00.000Z',
        stale: false,
        archivedAt: null,
        tags: [{ id, name: 'Office' }],
      }
      const single = {
        auditId: snapshotId,
        auditDate: '2026-11-20T08:00:00.000Z',
        auditSource: 'Agent',
        auditSchedule: null,
        auditScheduleId: null,
        auditProblem: null,
        customFields: { floor: 3 },
      }
      const { data } = (await (await call('GET', `/api/v1/snapshots/${snapshotId}`)).json()) as Device
      expect(data).toMatchObject({ software: [{ name: 'bash', version: '5.2' }] })
      const read = { readAt: '2026-11-20T08:00:00.000Z', source: 'Agent', snapshotId, earlier: [] }
      const sections = { hardware: null, software: read, network: read, customFields: null }
      expect(await get()).toEqual({ ...listed, ...single, data, sections })
      expect(await get('/api/v1/devices')).toEqual({ items: [listed], total: 1 })
    },
  )

  it('has one of eleven types', proves('devices.types'), async () => {
    const { submit, get } = await setUp()
    const types = ['computer', 'printer', 'network-device', 'vmware-esxi', 'hypervisor', 'virtual-machine'] as const
    const more = ['storage', 'ups', 'camera', 'phone', 'unknown'] as const
    for (const [index, type] of [...types, ...more].entries()) {
      const { deviceId } = await submit(snmp(0, `10.0.1.${index}`, { hostname: `host-${index}`, type }))
      expect(await get(`/api/v1/devices/${deviceId}`)).toMatchObject({ type })
    }
  })

  it('is found by its new asset tag, and by changedSince', async () => {
    const { patch, get, advance, ctx } = await setUp()
    advance(60)
    const list = (query: string) => get(`/api/v1/devices?${query}`)
    const since = `changedSince=${ctx.clock.now().toISOString()}`
    expect(await list(since)).toMatchObject({ total: 0 })
    expect((await patch({})).status).toBe(200)
    expect(await list(since)).toMatchObject({ total: 0 })
    await patch({ assetTag: 'INV-0042' })
    expect(await list(since)).toMatchObject({ total: 1 })
    expect(await list('q=v-0042')).toMatchObject({ total: 1 })
    await patch({ assetTag: '' })
    expect(await list('q=v-0042')).toMatchObject({ total: 0 })
  })

  it(
    'is not changed at all by a body with one invalid field',
    proves(
      'devices.patch.invalid',
      'devices.patch.whole',
      'device.auditDerived',
      'devices.patch.customFields',
      'devices.patch.assetTag',
    ),
    async () => {
      const { patch, get, edits } = await setUp()
      const before = await get()
      const many = (count: number) =>
        Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, index]))
      const wrong: [object, string][] = [
        [{ name: 'other' }, '/name'],
        [{ serialNumber: 'X' }, '/serialNumber'],
        [{ data: {} }, '/data'],
        [{ tags: [] }, '/tags'],
        [{ colour: 'red' }, '/colour'],
        [{ assetTag: 'x'.repeat(129) }, '/assetTag'],
        [{ assetTag: 'a\u0000b' }, '/assetTag'],
        [{ assetTag: 7 }, '/assetTag'],
        [{ customFields: null }, '/customFields'],
        [{ customFields: { list: [] } }, '/customFields/list'],
        [{ customFields: { nested: { a: 1 } } }, '/customFields/nested'],
        [{ customFields: { ['k'.repeat(65)]: 1 } }, `/customFields/${'k'.repeat(65)}`],
        [{ customFields: { '': 1 } }, '/customFields/'],
        [{ customFields: { long: 'é'.repeat(2049) } }, '/customFields/long'],
        [{ customFields: many(129) }, '/customFields'],
        [{ customFields: JSON.parse('{"__proto__":"x"}') }, '/customFields/__proto__'],
        [{ auditScheduleId: newId() }, '/auditScheduleId'],
        [{ auditScheduleId: 'nightly' }, '/auditScheduleId'],
      ]
      for (const [body, place] of wrong) {
        expect(await faults(await patch({ assetTag: 'good', ...body })), place).toEqual([place])
      }
      const listed = (await (await patch({ customFields: { list: [] } })).json()) as Problem
      expect(listed.detail).toBe('/customFields/list: must be text, a number, true or false, or null to remove it')
      expect(await get()).toEqual(before)
      expect(await edits()).toEqual([])
      const full = { ...many(126), constructor: 'x', long: 'é'.repeat(2048) }
      expect((await patch({ customFields: full })).status).toBe(200)
      expect(Object.hasOwn((await get()).customFields, 'constructor')).toBe(true)
      expect(await faults(await patch({ customFields: { more: 1 } }))).toEqual(['/customFields'])
      expect((await patch({ customFields: { more: 1, key0: null } })).status).toBe(200)
    },
  )

  it('has an audit schedule of the site, returned with its name', proves('devices.patch.schedule'), async () => {
    const { patch, get, ctx, edits } = await setUp()
    const schedule = (name: string, kind: CreateSchedule['kind']) =>
      createSchedule(ctx, { name, kind, cron: '@daily', timeZone: 'UTC', enabled: true, missedRuns: 'once' })
    const [nightly, scans] = [await schedule('Nightly', 'audit'), await schedule('Scans', 'scan')]
    expect(await faults(await patch({ auditScheduleId: scans.id }))).toEqual(['/auditScheduleId'])
    const set = await patch({ auditScheduleId: nightly.id.toUpperCase() })
    expect(await set.json()).toMatchObject({ auditSchedule: 'Nightly', auditScheduleId: nightly.id })
    await patch({ auditScheduleId: null })
    expect(await get()).toMatchObject({ auditSchedule: null, auditScheduleId: null })
    const lines = (await edits()).filter(({ entity }) => entity === 'Device')
    expect(lines.map(({ field, from, to }) => [field, from, to])).toEqual([
      ['auditSchedule', null, 'Nightly'],
      ['auditSchedule', 'Nightly', null],
    ])
  })

  it('is deleted with all references, and returns when it is seen again', proves('devices.delete'), async () => {
    const { call, path, deviceId, snapshotId, ctx, submit, events } = await setUp()
    expect((await call('DELETE', path)).status).toBe(204)
    for (const method of ['GET', 'DELETE']) expect((await call(method, path)).status).toBe(404)
    expect((await call('PATCH', path, { json: {} })).status).toBe(404)
    expect((await call('GET', `${path}/snapshots`)).status).toBe(404)
    // The snapshots stay until the retention of the site deletes them.
    expect((await call('GET', `/api/v1/snapshots/${snapshotId}`)).status).toBe(200)
    expect((await call('GET', `/api/v1/snapshots/${snapshotId}/raw`)).status).toBe(200)
    await ctx.store.read(async (db) => {
      const { deviceIdentifiers, deviceStates } = db.tables(deviceTables)
      for (const table of [deviceIdentifiers, deviceStates, db.tables(softwareTables).installations]) {
        expect(await db.select().from(table)).toEqual([])
      }
    })
    expect((await changesOf(ctx)).at(-1)).toMatchObject({ verb: 'Deleted', entity: 'Device', deviceId, from: 'pc1' })
    expect((await events()).at(-1)).toMatchObject({ type: 'device.deleted', subjectId: deviceId })

    const again = await submit(agent(1, pc))
    expect(again).toMatchObject({ status: 'stored', isNew: true })
    expect(again.deviceId).not.toBe(deviceId)
    expect((await call('GET', `/api/v1/devices/${again.deviceId}`)).status).toBe(200)
  })

  it('is created again by a new snapshot of its agent, and not by a repeated one', async () => {
    const { call, get } = await setUp()
    const { agentId, send } = await testAgent(call, 'pc2')
    const observation = agent(0, { hostname: 'pc2', agentId })
    const getAgent = () => get(`/api/v1/agents/${agentId}`)
    const [, made] = await send(observation)
    expect(await getAgent()).toMatchObject({ deviceId: made.deviceId })
    await call('DELETE', `/api/v1/devices/${made.deviceId}`)
    expect(await getAgent()).toMatchObject({ deviceId: null })
    expect(await send(observation)).toEqual([200, made])
    expect(await getAgent()).toMatchObject({ deviceId: null })
    expect((await call('GET', `/api/v1/devices/${made.deviceId}`)).status).toBe(404)

    const [status, again] = await send(agent(1, { hostname: 'pc2', agentId }))
    expect([status, again.deviceId === made.deviceId]).toEqual([201, false])
    expect(await getAgent()).toMatchObject({ deviceId: again.deviceId })
  })

  it('is no longer audited once it is deleted', async () => {
    const { call, ctx, get, addAuditService } = await setUp()
    const auditServiceId = await addAuditService()
    const json = { name: 'S', type: 'address-list', addresses: ['10.0.0.0/29'], auditServiceId }
    const segment = (await (await call('POST', '/api/v1/segments', { json })).json()) as { id: string }
    const observation = snmp(0, '10.0.0.1', { hostname: 'sw1' })
    const delivery = { siteId: ctx.siteId, observation, actor: 'x', segmentId: segment.id }
    const { deviceId } = await createIngest(ctx).submit(delivery)
    const audit = await call('POST', `/api/v1/devices/${deviceId}/audit`)
    const { taskId } = (await audit.json()) as { taskId: string }
    expect((await call('DELETE', `/api/v1/devices/${deviceId}`)).status).toBe(204)
    expect(await get(`/api/v1/tasks/${taskId}`)).toMatchObject({ status: 'Cancelled', deviceId })
  })

  it('is changed only if If-Match has its current version', async () => {
    const { call, patch, path, get } = await setUp()
    const etag = (await call('GET', path)).headers.get('ETag') ?? ''
    expect((await patch({ assetTag: 'A' }, { 'If-Match': etag })).status).toBe(200)
    expect((await patch({ assetTag: 'B' }, { 'If-Match': etag })).status).toBe(412)
    expect((await call('DELETE', path, { headers: { 'If-Match': etag } })).status).toBe(412)
    expect(await get()).toMatchObject({ assetTag: 'A' })
    expect((await call('DELETE', path, { headers: { 'If-Match': '*' } })).status).toBe(204)
  })

  it("is edited with the capability, on the caller's site, as JSON", proves('devices.contentType'), async () => {
    const { call, path, ctx } = await setUp()
    for (const [method, where] of [
      ['PATCH', path],
      ['DELETE', path],
      ['POST', `${path}/ignore`],
      ['POST', `${path}/tags`],
      ['DELETE', `${path}/tags/${newId()}`],
    ] as const) {
      expect((await call(method, where, { token: 'starter', json: {} })).status, where).toBe(403)
    }
    const headers = { 'Content-Type': 'text/plain' }
    expect((await call('PATCH', path, { headers, body: '{"assetTag":"A"}' })).status).toBe(415)
    const elsewhere = await createIngest(ctx).submit({
      siteId: newId(),
      observation: snmp(0, '10.9.9.9', { hostname: 'x' }),
      actor: 'x',
    })
    const other = `/api/v1/devices/${elsewhere.deviceId}`
    for (const [method, where, json] of [
      ['PATCH', other, {}],
      ['DELETE', other, undefined],
      ['POST', `${other}/ignore`, undefined],
      ['POST', `${other}/tags`, { tagName: 'x' }],
      ['DELETE', `${other}/tags/${newId()}`, undefined],
    ] as const) {
      expect((await call(method, where, { json })).status, where).toBe(404)
    }
  })
})
