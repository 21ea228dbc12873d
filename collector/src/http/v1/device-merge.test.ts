import type { Change } from '@rollcall/shared/api/change.ts'
import type { Device } from '@rollcall/shared/api/device.ts'
import type { DeviceMerge, MergedDevice, UnmergedDevices } from '@rollcall/shared/api/device-merge.ts'
import type { Problem } from '@rollcall/shared/api/problem.ts'
import { newId } from '@rollcall/shared/ids.ts'
import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import { expect, it } from 'vitest'
import { proves } from '../../../../test/interface/proves.ts'
import { createIngest } from '../../ingest/ingest.ts'
import { agent, ping, type Seen, snmp } from '../../ingest/test-data.ts'
import { enrolmentTables } from '../../store/schema/enrolment.ts'
import { eventTables } from '../../store/schema/events.ts'
import { dumpOf } from '../../store/test-dump.ts'
import { describeOnBothEngines } from '../../store/test-stores.ts'
import { testApp } from '../test-app.ts'

/** What the agent on a machine says, and what a scan says of the same machine with its new board. */
const pc: Seen = {
  hostname: 'pc1',
  biosUuid: '4c4c4544-0042-3010-8053-b7c04f4e4432',
  machineId: 'a'.repeat(32),
  macAddresses: ['00:1b:21:3c:9d:f8'],
  ipAddresses: ['10.0.0.1'],
  software: [
    { name: 'bash', version: '5.2', publisher: 'GNU' },
    { name: 'vim', version: '9.1', publisher: 'Vim' },
  ],
  network: {
    ipAddress: '10.0.0.1',
    interfaces: [{ name: 'eth0', macAddress: '00:1b:21:3c:9d:f8', addresses: [{ address: '10.0.0.1' }] }],
  },
}
const twin: Seen = {
  hostname: 'pc1-new',
  serialNumber: 'ABC1234',
  manufacturer: 'Dell Inc.',
  macAddresses: ['00:1b:21:aa:bb:cc'],
  hardware: { system: { manufacturer: 'Dell Inc.', model: 'OptiPlex', serialNumber: 'ABC1234' } },
}

describeOnBothEngines('merging devices', ({ open }) => {
  async function setUp() {
    const test = await testApp(await open())
    const { call, ctx, advance } = test
    advance(3_600)
    const ingest = createIngest(ctx)
    const submit = (observation: Observation) =>
      ingest.submit({ siteId: ctx.siteId, observation, actor: 'agent', raw: Buffer.from('raw') })
    const { deviceId: survivorId } = await submit(agent(1, pc))
    const { deviceId: otherId, snapshotId: otherSnapshotId } = await submit(snmp(2, '10.0.0.2', twin))
    advance(60)
    const path = (id: string) => `/api/v1/devices/${id}`
    const post = (where: string, json: object) => call('POST', where, { json })
    const answer = async <T>(response: Promise<Response>, status = 200) => {
      const got = await response
      expect(got.status).toBe(status)
      return (await got.json()) as T
    }
    return {
      ...test,
      submit,
      survivorId,
      otherId,
      otherSnapshotId,
      path,
      post,
      answer,
      get: <T = Device>(where: string) => answer<T>(call('GET', where)),
      edit: (id: string, json: object) => answer(call('PATCH', path(id), { json })),
      tag: async (id: string, name: string) => {
        await call('POST', '/api/v1/tags', { json: { name } })
        await answer(post(`${path(id)}/tags`, { tagName: name }))
      },
      merge: (id: string, other: string, dryRun = false) =>
        answer<MergedDevice & { mergeId: string }>(post(`${path(id)}/merge`, { otherId: other, dryRun })),
      unmerge: (id: string, mergeId: string) => answer<UnmergedDevices>(post(`${path(id)}/unmerge`, { mergeId })),
    }
  }
  type Test = Awaited<ReturnType<typeof setUp>>

  /** All that a device is made of, but for who changed it last and what tells of the changes themselves. */
  async function inventoryOf({ ctx }: Test) {
    const dump = await dumpOf(ctx.store)
    const told = [
      'changes',
      'change_blocks',
      'events',
      'event_batches',
      'outbox',
      'device_merges',
      'devices_kept_apart',
    ]
    const rest = Object.entries(dump).filter(([name]) => ![...told, 'device_duplicates'].includes(name))
    const hidden = new Set(['modifiedAt', 'modifiedBy', 'changedAt'])
    const rows = rest.map(([name, rows]) => [
      name,
      rows.map((row) => JSON.parse(row, (key, value) => (hidden.has(key) ? undefined : value)) as unknown),
    ])
    return Object.fromEntries(rows) as Record<string, unknown[]>
  }

  /** Both devices with all that a merge touches. */
  async function furnished() {
    const test = await setUp()
    const { submit, edit, tag, survivorId, otherId, ctx } = test
    await submit(agent(3, { ...pc, software: [{ name: 'bash', version: '5.3', publisher: 'GNU' }] }))
    await submit(ping(4, '10.0.0.2', '00:1b:21:aa:bb:cc', 'pc1.example.com'))
    await edit(survivorId, { customFields: { owner: 'Ada', floor: 3 } })
    await edit(otherId, { assetTag: 'INV-7', customFields: { owner: 'Bob', room: 'B12' } })
    await tag(survivorId, 'Office')
    await tag(otherId, 'Office')
    await tag(otherId, 'Audited')
    await ctx.store.write(async (tx) => {
      const { agents } = tx.tables(enrolmentTables)
      const row = { id: newId(), siteId: ctx.siteId, hostname: 'pc1-new', version: '1', tokenHash: 'h' }
      await tx.insert(agents).values({ ...row, deviceId: otherId, createdAt: ctx.clock.now().toISOString() })
    })
    return test
  }

  it('makes one device of two', proves('devices.merge'), async () => {
    const test = await furnished()
    const { merge, get, survivorId, otherId, path, ctx } = test
    const { mergeId, device, overwritten } = await merge(survivorId, otherId)
    expect(device).toMatchObject({
      id: survivorId,
      name: 'pc1',
      ipAddress: '10.0.0.1',
      serialNumber: 'ABC1234',
      manufacturer: 'Dell Inc.',
      model: 'OptiPlex',
      assetTag: 'INV-7',
      customFields: { owner: 'Ada', floor: 3, room: 'B12' },
      auditSource: 'Agent',
      tags: [{ name: 'Audited' }, { name: 'Office' }],
    })
    expect(overwritten).toEqual([{ field: 'customFields.owner', value: 'Bob', kept: 'Ada' }])
    expect(await get(path(survivorId))).toEqual(device)
    expect(await get(`${path(survivorId)}/snapshots`)).toMatchObject({ total: 3 })
    const { items } = await get<{ items: { kind: string; value: string }[] }>(`${path(survivorId)}/identifiers`)
    expect(items.map(({ value }) => value)).toEqual(
      expect.arrayContaining(['dell/abc1234', '00:1b:21:3c:9d:f8', '00:1b:21:aa:bb:cc', 'pc1', 'pc1-new', '10.0.0.2']),
    )
    expect(await get('/api/v1/devices')).toMatchObject({ total: 1 })
    expect(await get('/api/v1/devices?q=ABC1234')).toMatchObject({ total: 1 })
    expect(await get('/api/v1/agents')).toMatchObject({ items: [{ deviceId: survivorId }] })

    const { items: lines } = await get<{ items: Change[] }>(`${path(survivorId)}/changes`)
    expect(lines.map(({ verb, entityId, field, from, to }) => [verb, entityId, field, from, to])).toEqual(
      expect.arrayContaining([
        ['Modified', survivorId, 'merged', null, otherId],
        ['Deleted', otherId, null, 'pc1-new', null],
        ['Modified', survivorId, 'assetTag', null, 'INV-7'],
        ['Modified', survivorId, 'customFields.room', null, 'B12'],
        ['Modified', survivorId, 'serialNumber', null, 'ABC1234'],
        ['Modified', otherId, 'assetTag', null, 'INV-7'],
      ]),
    )
    const events = await ctx.store.read((db) => db.select().from(db.tables(eventTables).events))
    expect(events.filter(({ type }) => type === 'device.merged')).toMatchObject([
      { subjectId: survivorId, data: { name: 'pc1', otherId, mergeId } },
    ])
  })

  it('shows what would come of it without a change', proves('devices.merge'), async () => {
    const test = await furnished()
    const { merge, survivorId, otherId, ctx } = test
    for (const [id, other] of [
      [survivorId, otherId],
      [otherId, survivorId],
    ] as const) {
      const before = await dumpOf(ctx.store)
      const shown = await merge(id, other, true)
      expect(await dumpOf(ctx.store)).toEqual(before)
      expect(shown.mergeId).toBeNull()
      const { mergeId, ...done } = await merge(id, other)
      expect({ ...shown, mergeId }).toEqual({ ...done, mergeId })
      await test.unmerge(id, mergeId)
    }
  })

  it('gives back every row when it is undone, whichever of the two survived', proves('devices.unmerge'), async () => {
    const test = await furnished()
    const { merge, unmerge, get, path, survivorId, otherId } = test
    const before = await inventoryOf(test)
    const shown = [await get(path(survivorId)), await get(path(otherId))]
    for (const [id, other] of [
      [survivorId, otherId],
      [otherId, survivorId],
    ] as const) {
      const { mergeId } = await merge(id, other)
      expect(await inventoryOf(test)).not.toEqual(before)
      const undone = await unmerge(id, mergeId)
      expect(await inventoryOf(test)).toEqual(before)
      expect(
        [undone.device, undone.other].sort((a, b) => (a.id === survivorId ? -1 : b.id === survivorId ? 1 : 0)),
      ).toEqual(shown)
    }
    const { items: lines } = await get<{ items: Change[] }>(`${path(otherId)}/changes?entity=Device`)
    expect(lines.map(({ entityId }) => entityId)).toContain(otherId)
  })

  it('takes what matches either of them from then on', proves('devices.merge'), async () => {
    const { merge, submit, survivorId, otherId } = await setUp()
    await merge(survivorId, otherId)
    expect(await submit(agent(5, pc))).toMatchObject({ deviceId: survivorId, isNew: false })
    expect(await submit(snmp(6, '10.0.0.2', twin))).toMatchObject({ deviceId: survivorId, isNew: false })
    expect(await submit(ping(7, '10.0.0.9', '00:1b:21:aa:bb:cc'))).toMatchObject({ deviceId: survivorId })
  })

  it('parts what came since by the evidence it carries', proves('devices.unmerge'), async () => {
    const { merge, unmerge, submit, edit, tag, get, path, survivorId, otherId } = await furnished()
    const { mergeId } = await merge(survivorId, otherId)
    const ours = await submit(agent(10, { ...pc, hostname: 'ada', ipAddresses: ['10.0.0.5'] }))
    const theirs = await submit(snmp(11, '10.0.0.6', { ...twin, hostname: 'bob' }))
    // Known as the other's only by the name it took since.
    const renamed = await submit(snmp(12, '10.0.0.6', { hostname: 'bob' }))
    expect([ours, theirs, renamed].map(({ deviceId }) => deviceId)).toEqual(Array(3).fill(survivorId))
    await edit(survivorId, { assetTag: 'INV-8', customFields: { room: null, desk: 4 } })
    await tag(survivorId, 'New')
    const { device, other } = await unmerge(survivorId, mergeId)
    expect(device).toMatchObject({
      name: 'ada',
      serialNumber: null,
      assetTag: 'INV-8',
      customFields: { owner: 'Ada', floor: 3, desk: 4 },
      tags: [{ name: 'New' }, { name: 'Office' }],
      auditId: ours.snapshotId,
    })
    expect(other).toMatchObject({
      name: 'bob',
      ipAddress: '10.0.0.6',
      serialNumber: 'ABC1234',
      assetTag: 'INV-7',
      customFields: { owner: 'Bob', room: 'B12' },
      tags: [{ name: 'Audited' }, { name: 'Office' }],
      auditId: renamed.snapshotId,
    })
    expect(await get(`${path(otherId)}/snapshots`)).toMatchObject({ total: 3 })
    expect(await get(`${path(survivorId)}/snapshots`)).toMatchObject({ total: 3 })
    expect(await submit(snmp(20, '10.0.0.6', { ...twin, hostname: 'bob' }))).toMatchObject({ deviceId: otherId })
    expect(await submit(agent(21, { ...pc, hostname: 'ada' }))).toMatchObject({ deviceId: survivorId })
  })

  it('undoes the last of several first, and each once', proves('devices.unmerge'), async () => {
    const test = await setUp()
    const { merge, unmerge, submit, post, answer, get, path, survivorId, otherId } = test
    const { deviceId: thirdId } = await submit(
      snmp(3, '10.0.0.3', { hostname: 'srv', macAddresses: ['00:1b:21:00:00:03'] }),
    )
    const before = await inventoryOf(test)
    const { mergeId: first } = await merge(survivorId, otherId)
    const { mergeId: second } = await merge(thirdId, survivorId)
    const moved = await test.call('GET', path(otherId))
    expect([moved.status, moved.headers.get('Location')]).toEqual([301, path(thirdId)])
    const { items } = await get<{ items: DeviceMerge[] }>(`${path(thirdId)}/merges`)
    expect(items.map(({ id, otherName }) => [id, otherName])).toEqual([
      [second, 'pc1'],
      [first, 'pc1-new'],
    ])
    const refusal = await answer<Problem>(post(`${path(thirdId)}/unmerge`, { mergeId: first }), 409)
    expect(refusal).toMatchObject({ code: 'merge_not_last', detail: expect.stringContaining(second) })
    await unmerge(thirdId, second)
    await answer(post(`${path(thirdId)}/unmerge`, { mergeId: first }), 404)
    const twice = await answer<Problem>(post(`${path(thirdId)}/unmerge`, { mergeId: second }), 409)
    expect(twice.code).toBe('merge_undone')
    await unmerge(survivorId, first)
    expect(await inventoryOf(test)).toEqual(before)
    expect(await get(`${path(survivorId)}/merges`)).toMatchObject({
      items: [{ id: first, otherId, mergedBy: 'Test app', undoneBy: 'Test app', undoneAt: expect.any(String) }],
      total: 1,
    })
    expect(await get(`${path(thirdId)}/merges?offset=1`)).toEqual({ items: [], total: 1 })
  })

  it('leads from the id that was merged away', proves('devices.merged301'), async () => {
    const { merge, unmerge, call, path, survivorId, otherId, otherSnapshotId, get } = await setUp()
    const { mergeId } = await merge(survivorId, otherId)
    for (const below of [
      '',
      '?asOf=2026-11-20T09:00:00Z',
      '/snapshots?limit=1&offset=0',
      '/identifiers',
      '/matches',
      '/changes',
      '/ports',
      '/neighbors',
      '/merges',
    ]) {
      for (const method of ['GET', 'HEAD']) {
        const moved = await call(method, path(otherId.toUpperCase()) + below)
        expect([moved.status, moved.headers.get('Location')], below).toEqual([301, path(survivorId) + below])
        expect(await moved.text()).toBe('')
      }
    }
    const older = await call('GET', `/api/audit-data/full-data/${otherId}`)
    expect([older.status, older.headers.get('Location')]).toEqual([301, `/api/audit-data/full-data/${survivorId}`])
    expect(await get(`/api/v1/snapshots/${otherSnapshotId}`)).toMatchObject({ deviceId: survivorId })
    for (const [method, below, json] of [
      ['PATCH', '', {}],
      ['DELETE', '', undefined],
      ['POST', '/ignore', undefined],
      ['POST', '/tags', { tagName: 'x' }],
      ['POST', '/merge', { otherId: survivorId }],
      ['POST', '/unmerge', { mergeId }],
    ] as const) {
      const answer = await call(method, path(otherId) + below, { json })
      const { status, detail } = (await answer.json()) as Problem
      expect([status, detail]).toEqual([404, expect.stringContaining(survivorId)])
    }
    await unmerge(survivorId, mergeId)
    expect((await call('GET', path(otherId))).status).toBe(200)
    await merge(survivorId, otherId)
    expect((await call('DELETE', path(survivorId))).status).toBe(204)
    expect((await call('GET', path(otherId))).status).toBe(404)
  })

  it('refuses what is no other device of the site', async () => {
    const { post, answer, path, survivorId, otherId, merge, submit, ctx, call } = await setUp()
    const { deviceId: elsewhere } = await createIngest(ctx).submit({
      siteId: newId(),
      observation: ping(1, '10.9.9.9'),
      actor: 'x',
    })
    const { deviceId: goneId } = await submit(ping(2, '10.0.0.8'))
    await merge(survivorId, goneId)
    for (const other of [survivorId, newId(), elsewhere, goneId]) {
      for (const dryRun of [true, false]) {
        const { errors } = await answer<Problem>(post(`${path(survivorId)}/merge`, { otherId: other, dryRun }), 400)
        expect(errors?.map((each) => each.path)).toEqual(['/otherId'])
      }
    }
    await answer(post(`${path(survivorId)}/merge`, {}), 400)
    await answer(post(`${path(survivorId)}/merge`, { otherId, force: true }), 400)
    await answer(post(`${path(elsewhere)}/merge`, { otherId }), 404)
    await answer(post(`${path(survivorId)}/unmerge`, { mergeId: newId() }), 404)
    for (const [what, json] of [
      ['merge', { otherId, dryRun: true }],
      ['unmerge', { mergeId: newId() }],
    ] as const) {
      expect((await call('POST', `${path(survivorId)}/${what}`, { token: 'starter', json })).status).toBe(403)
    }
  })

  it('loses nothing that comes at the same moment', async () => {
    const { merge, unmerge, submit, get, path, survivorId, otherId } = await setUp()
    const burst = (from: number) =>
      Array.from({ length: 8 }, (_, index) => [
        submit(agent(from + index, pc)),
        submit(snmp(from + index, '10.0.0.2', twin)),
      ]).flat()
    const [{ mergeId }, ...stored] = await Promise.all([merge(survivorId, otherId), ...burst(10)])
    expect(new Set(stored.map(({ isNew }) => isNew))).toEqual(new Set([false]))
    expect(await get(`${path(survivorId)}/snapshots`)).toMatchObject({ total: 18 })
    expect(await get('/api/v1/devices')).toMatchObject({ total: 1 })
    await Promise.all([unmerge(survivorId, mergeId), ...burst(30)])
    expect(await get(`${path(survivorId)}/snapshots`)).toMatchObject({ total: 17 })
    expect(await get(`${path(otherId)}/snapshots`)).toMatchObject({ total: 17 })
    expect(await get('/api/v1/devices')).toMatchObject({ total: 2 })
  })
})
