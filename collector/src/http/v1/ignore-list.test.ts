import type { IgnoreEntry } from '@rollcall/shared/api/ignore-list.ts'
import type { Problem } from '@rollcall/shared/api/problem.ts'
import type { Segment } from '@rollcall/shared/api/segment.ts'
import type { TaskRecord } from '@rollcall/shared/api/task.ts'
import { newId } from '@rollcall/shared/ids.ts'
import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import { expect, it } from 'vitest'
import { proves } from '../../../../test/interface/proves.ts'
import { acceptHost } from '../../ingest/accept/accept-host.ts'
import { createIngest } from '../../ingest/accept/ingest.ts'
import { createReader } from '../../ingest/reading/reader.ts'
import { readingOf } from '../../ingest/reading/reading.ts'
import { agent, ping, type Seen, snmp } from '../../ingest/testing/observations.ts'
import { ignoreListTables } from '../../store/schema/scanning.ts'
import { snapshotTables } from '../../store/schema/snapshots.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { changesOf } from '../../testing/context.ts'
import { testAgent } from '../testing/agent.ts'
import { testApp } from '../testing/app.ts'

const path = '/api/v1/ignore-list'

describeOnEitherEngine('/api/v1/ignore-list', ({ open }) => {
  async function setUp() {
    const test = await testApp(await open())
    const { call, ctx } = test
    const ingest = createIngest(ctx)
    const submit = (observation: Observation) => ingest.submit({ siteId: ctx.siteId, observation, actor: 'x' })
    const read = async <T>(where: string) => (await (await call('GET', where)).json()) as T
    const add = (kind: string, pattern: string, reason?: string) =>
      call('POST', path, { json: { kind, pattern, ...(reason ? { reason } : {}) } })
    const ignore = async (deviceId: string) => {
      const answer = await call('POST', `/api/v1/devices/${deviceId}/ignore`)
      expect(answer.status).toBe(200)
      const { items } = (await answer.json()) as { items: IgnoreEntry[] }
      return items.map(({ kind, pattern }) => [kind, pattern])
    }
    const total = async () => (await read<{ total: number }>('/api/v1/devices')).total
    return { ...test, ingest, submit, read, add, ignore, total }
  }
  const ignored = { code: 'ignored' }

  it('is extended, listed, read and shortened', proves('ignoreList.crud'), async () => {
    const { add, read, call, ctx } = await setUp()
    const made = await add('mac', '00-1B-21-*', 'Phones of guests')
    expect(made.status).toBe(201)
    const mac = (await made.json()) as IgnoreEntry
    expect(mac).toEqual({
      id: mac.id,
      kind: 'mac',
      pattern: '00-1B-21-*',
      reason: 'Phones of guests',
      createdAt: '2026-11-20T08:00:00.000Z',
      createdBy: 'Test app',
    })
    const where = `${path}/${mac.id}`
    expect(made.headers.get('Location')).toBe(where)
    const name = (await (await add('name', 'guest-?')).json()) as IgnoreEntry
    expect(await read(path)).toEqual({ items: [mac, name], total: 2 })
    expect(await read(`${path}?kind=name`)).toEqual({ items: [name], total: 1 })
    expect(await read(`${path}?offset=1&limit=1`)).toEqual({ items: [name], total: 2 })
    expect(await read(where)).toEqual(mac)

    const taken = await add('mac', '00:1b:21:*')
    expect([taken.status, ((await taken.json()) as Problem).code]).toEqual([409, 'pattern_taken'])
    for (const [kind, pattern, place] of [
      ['mac', '00:1b', '/pattern'],
      ['name', '*', '/pattern'],
      ['ip', '10.0.0.0/8', '/pattern'],
      ['uuid', 'abc', '/pattern'],
      ['name', 'x'.repeat(257), '/pattern'],
      ['colour', 'red', '/kind'],
    ] as const) {
      const answer = await add(kind, pattern)
      expect([answer.status, ((await answer.json()) as Problem).errors?.map((each) => each.path)]).toEqual([
        400,
        [place],
      ])
    }
    expect((await call('POST', path, { token: 'starter', json: {} })).status).toBe(403)
    expect((await call('DELETE', where, { token: 'reader' })).status).toBe(403)
    expect((await call('DELETE', where, { headers: { 'If-Match': '"old"' } })).status).toBe(412)
    expect((await call('DELETE', where)).status).toBe(204)
    for (const method of ['GET', 'DELETE']) expect((await call(method, where)).status).toBe(404)
    expect((await changesOf(ctx)).map(({ verb, entity, from, to }) => [verb, entity, from, to])).toEqual([
      ['Added', 'Ignore List', null, 'mac 00-1B-21-*'],
      ['Added', 'Ignore List', null, 'name guest-?'],
      ['Deleted', 'Ignore List', 'mac 00-1B-21-*', null],
    ])
  })

  it('excludes matching devices while the entry exists', proves('ignoreList.patterns'), async () => {
    const { add, submit, call, total, ctx } = await setUp()
    const seen: [kind: string, pattern: string, matching: Seen, other: Seen][] = [
      ['mac', '001b.21??.????', { macAddresses: ['00:1b:21:3c:9d:f8'] }, { macAddresses: ['00:1b:22:3c:9d:f8'] }],
      ['ip', '10.1.*', { hostname: 'a', ipAddresses: ['10.1.0.1'] }, { hostname: 'a2', ipAddresses: ['10.2.0.1'] }],
      ['name', 'Guest-*', { hostname: 'guest-7.example.com' }, { hostname: 'host-guest-7' }],
      [
        'serial',
        'dell/*',
        { manufacturer: 'Dell Inc.', serialNumber: 'ABC12345' },
        { manufacturer: 'HP', serialNumber: 'ABC12345' },
      ],
      [
        'uuid',
        '4c4c4544-0042-*',
        { biosUuid: '4C4C4544-0042-3010-8053-B7C04F4E4432' },
        { biosUuid: '5d4c4544-0042-3010-8053-b7c04f4e4432' },
      ],
    ]
    for (const [index, [kind, pattern, matching, other]] of seen.entries()) {
      const entry = (await (await add(kind, pattern)).json()) as IgnoreEntry
      await expect(submit(agent(index, matching)), kind).rejects.toMatchObject(ignored)
      expect(await total()).toBe(2 * index)
      await submit(agent(index, other))
      expect((await call('DELETE', `${path}/${entry.id}`)).status).toBe(204)
      await submit(agent(index, matching))
      expect(await total(), kind).toBe(2 * index + 2)
    }
    // Another site has another list.
    await add('name', '*-elsewhere')
    const observation = agent(9, { hostname: 'pc-elsewhere' })
    await expect(submit(observation)).rejects.toMatchObject(ignored)
    const there = await createIngest(ctx).submit({ siteId: newId(), observation, actor: 'x' })
    expect(there.isNew).toBe(true)
  })

  it('stores nothing of an ignored device, and all others of the same group', async () => {
    const { add, ingest, ctx, total } = await setUp()
    await add('name', 'guest-*')
    const outcomes = await Promise.allSettled(
      ['guest-1', 'pc-1', 'guest-2'].map((hostname, index) => {
        const observation = agent(0, {
          hostname,
          software: [{ name: `only on ${index}`, version: '1', publisher: '' }],
        })
        return ingest.submit({ siteId: ctx.siteId, observation, actor: 'x', raw: Buffer.from(hostname) })
      }),
    )
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected'])
    expect(await total()).toBe(1)
    await ctx.store.read(async (db) => {
      const { snapshots, sections, rawPayloads } = db.tables(snapshotTables)
      // Its network and software sections.
      expect(await db.select().from(sections)).toHaveLength(2)
      expect(await db.select().from(snapshots)).toHaveLength(1)
      expect(await db.select().from(rawPayloads)).toHaveLength(1)
    })
  })

  it('has up to 10,000 entries', async () => {
    const { add, ctx, submit } = await setUp()
    const row = (index: number) => ({
      id: newId(),
      siteId: ctx.siteId,
      kind: 'name' as const,
      pattern: `guest-${index}`,
      patternKey: `guest-${index}`,
      createdAt: ctx.clock.now().toISOString(),
      createdBy: 'x',
    })
    await ctx.store.write(async (tx) => {
      const { ignoreEntries } = tx.tables(ignoreListTables)
      for (let at = 0; at < 9_999; at += 909) {
        await tx.insert(ignoreEntries).values(Array.from({ length: 909 }, (_, index) => row(at + index)))
      }
    })
    expect((await add('name', 'last-*')).status).toBe(201)
    const full = await add('name', 'one-more')
    expect([full.status, ((await full.json()) as Problem).code]).toEqual([409, 'ignore_list_full'])
    await expect(submit(agent(0, { hostname: 'guest-9998' }))).rejects.toMatchObject(ignored)
    await submit(agent(0, { hostname: 'one-more' }))
  })

  it('is counted by a scan: total, ignored, new, known', proves('ignoreList.scan'), async () => {
    const { add, call, ctx, ingest, read, addAuditService } = await setUp()
    const auditServiceId = await addAuditService()
    const json = { name: 'S', type: 'address-list', addresses: ['10.0.0.0/29'], auditServiceId }
    const segment = (await (await call('POST', '/api/v1/segments', { json })).json()) as Segment
    const response = await call('POST', `/api/v1/segments/${segment.id}/scan`)
    const { taskId } = (await response.json()) as { taskId: string }
    await ingest.submit({ siteId: ctx.siteId, observation: ping(0, '10.0.0.1'), actor: 'x' })
    await add('ip', '10.0.0.2')
    for (const [index, address] of ['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.2'].entries()) {
      const observation = ping(index, address)
      const result = { version: 1 as const, id: observation.id, taskId, attempt: 1, at: observation.observedAt }
      await acceptHost(
        ctx,
        ingest,
        createReader(ctx),
        { ...result, kind: 'host', address, reading: await readingOf(observation) },
        auditServiceId,
      )
    }
    const { progress } = await read<TaskRecord>(`/api/v1/tasks/${taskId}`)
    expect(progress).toMatchObject({ ignored: 1, new: 1, known: 1 })
  })

  it('accepts the snapshot of an ignored agent, so that the agent does not spool it', async () => {
    const { call, ignore, read, total } = await setUp()
    const { agentId, send } = await testAgent(call, 'pc')
    const observation = agent(0, { hostname: 'pc', agentId })
    const [, { deviceId }] = await send(observation)
    expect(await ignore(deviceId)).toEqual([['uuid', agentId]])
    for (const next of [observation, agent(1, { hostname: 'pc', agentId })]) {
      expect(await send(next)).toMatchObject([200, { deviceId: null, snapshotId: null }])
    }
    expect(await read(`/api/v1/agents/${agentId}`)).toMatchObject({ deviceId: null })
    expect(await total()).toBe(0)
  })

  it('gets the values that distinguish an ignored device from all others', proves('devices.ignore'), async () => {
    const { submit, ignore, call, ctx, total } = await setUp()
    const clone = '4c4c4544-0042-3010-8053-b7c04f4e4432'
    const identity = (last: string): Seen => ({
      hostname: `pc${last}`,
      biosUuid: clone,
      manufacturer: 'HP',
      serialNumber: `CZC123456${last}`,
      macAddresses: [`00:1b:21:00:00:0${last}`, `02:00:00:00:00:0${last}`],
      ipAddresses: [`10.0.0.${last}`],
    })
    const [one, two] = [
      await submit(snmp(0, '10.0.0.1', identity('1'))),
      await submit(snmp(0, '10.0.0.2', identity('2'))),
    ]
    expect(two.isNew).toBe(true)
    expect(await ignore(one.deviceId)).toEqual([
      ['mac', '00:1b:21:00:00:01'],
      ['serial', 'CZC1234561'],
    ])
    expect((await call('GET', `/api/v1/devices/${one.deviceId}`)).status).toBe(404)
    await expect(submit(snmp(1, '10.0.0.1', identity('1')))).rejects.toMatchObject(ignored)
    await expect(submit(ping(2, '10.0.0.9', '00:1b:21:00:00:01'))).rejects.toMatchObject(ignored)
    expect(await submit(snmp(3, '10.0.0.2', identity('2')))).toMatchObject({ deviceId: two.deviceId })

    const answered = await submit(ping(4, '10.0.0.40', undefined, 'cam.example.com'))
    expect(await ignore(answered.deviceId)).toEqual([['ip', '10.0.0.40']])
    const named = await submit(agent(5, { hostname: 'only-named' }))
    expect(await ignore(named.deviceId)).toEqual([['name', 'only-named']])
    expect(await total()).toBe(1)
    const log = (await changesOf(ctx)).filter(({ actor }) => actor === 'Test app')
    expect(log.slice(0, 3).map(({ verb, entity }) => [verb, entity])).toEqual([
      ['Added', 'Ignore List'],
      ['Added', 'Ignore List'],
      ['Deleted', 'Device'],
    ])
  })

  it('gets no entry for a device without distinguishing values', async () => {
    const { submit, call, total } = await setUp()
    const { deviceId } = await submit(agent(0, { hostname: 'a*b' }))
    const answer = await call('POST', `/api/v1/devices/${deviceId}/ignore`)
    expect([answer.status, ((await answer.json()) as Problem).code]).toEqual([409, 'not_identifiable'])
    expect(await total()).toBe(1)
  })
})
