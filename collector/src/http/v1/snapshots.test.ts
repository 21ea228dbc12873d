import type { Device } from '@rollcall/shared/api/device.ts'
import type { SnapshotDiff } from '@rollcall/shared/api/snapshot.ts'
import { newId } from '@rollcall/shared/ids.ts'
import type { ObservationInput } from '@rollcall/shared/inventory/observation.ts'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { proves } from '../../../../test/interface/proves.ts'
import { deleteSnapshot } from '../../devices/edit/delete-snapshot.ts'
import { createIngest } from '../../ingest/accept/ingest.ts'
import { agent, at, type Seen, snmp } from '../../ingest/testing/observations.ts'
import type { Context } from '../../lib/context.ts'
import { eventTables } from '../../store/schema/activity.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import { snapshotTables } from '../../store/schema/snapshots.ts'
import { softwareTables } from '../../store/schema/software.ts'
import type { Store } from '../../store/store.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { changesOf } from '../../testing/context.ts'
import { testApp } from '../testing/app.ts'

const identity: Seen = { agentId: 'a1', manufacturer: 'Dell', serialNumber: 'SN12345' }
const eth0 = (address: string, macAddress: string) => ({
  ipAddress: address,
  macAddress,
  interfaces: [{ name: 'eth0', macAddress, addresses: [{ address, prefixLength: 24 }] }],
})
/** One machine at two times. */
const first: Seen = {
  ...identity,
  hostname: 'pc-1',
  hardware: { system: { manufacturer: 'Dell', model: 'OptiPlex', serialNumber: 'SN12345' } },
  software: [
    { name: 'openssl', version: '3.0.1' },
    { name: 'vim', version: '9.0' },
  ],
  network: eth0('10.0.0.1', '00:1b:21:00:00:01'),
  customFields: { room: 'A1', floor: 1 },
}
const second: Seen = {
  ...identity,
  hostname: 'pc-one',
  hardware: { system: { manufacturer: 'Dell', model: 'OptiPlex 2' }, disks: [{ name: 'sda', model: 'SSD' }] },
  software: [
    { name: 'openssl', version: '3.0.2' },
    { name: 'git', version: '2.39' },
  ],
  network: eth0('10.0.0.2', '00:1b:21:00:00:02'),
  customFields: { room: 'B2', desk: true },
}

describeOnEitherEngine('/api/v1/snapshots', ({ open }) => {
  async function setUp() {
    const test = await testApp(await open())
    const { ctx, call } = test
    // The snapshots stored below are older than this.
    test.advance(86_400)
    const ingest = createIngest(ctx)
    return {
      ...test,
      /** Stores a snapshot; returns its id and the id of its device. */
      async store(observation: ReturnType<typeof agent>, raw?: Buffer) {
        const delivery = { siteId: ctx.siteId, observation, actor: 'agent', ...(raw ? { raw } : {}) }
        const { snapshotId, deviceId } = await ingest.submit(delivery)
        return { id: snapshotId ?? '', deviceId }
      },
      remove: async (id: string, headers = {}) => (await call('DELETE', `/api/v1/snapshots/${id}`, { headers })).status,
      device: async (id: string) => (await (await call('GET', `/api/v1/devices/${id}`)).json()) as Device,
      diff: async (a: string, b: string) =>
        (await (await call('GET', `/api/v1/snapshots/${a}/diff/${b}`)).json()) as SnapshotDiff,
      /** Returns the stored data of a device other than its record. */
      stored: (deviceId: string) => storedData(ctx, deviceId),
    }
  }

  async function storedData({ store }: Context, deviceId: string) {
    return store.read(async (db) => {
      const { deviceIdentifiers, deviceNeighbors, deviceStates } = db.tables(deviceTables)
      const { installations, installedLists, softwareProducts } = db.tables(softwareTables)
      const software = await db
        .select({ name: softwareProducts.name, version: softwareProducts.version })
        .from(installations)
        .innerJoin(softwareProducts, eq(softwareProducts.number, installations.product))
        .innerJoin(installedLists, eq(installedLists.device, installations.device))
        .where(eq(installedLists.deviceId, deviceId))
      const of = <T extends { deviceId: string }>(rows: T[]) => rows.filter((row) => row.deviceId === deviceId)
      return {
        neighbors: of(await db.select().from(deviceNeighbors)).map(({ address }) => address),
        software: software.map(({ name, version }) => `${name} ${version}`).sort(),
        identifiers: of(await db.select().from(deviceIdentifiers)).map(({ kind, value }) => `${kind} ${value}`),
        states: of(await db.select().from(deviceStates)).map(({ snapshotId }) => snapshotId),
      }
    })
  }

  const list = proves('snapshots.list', 'snapshots.list.filters', 'snapshot.listFields')
  it('are listed newest first, by date and source', list, async () => {
    const { call, store } = await setUp()
    const ids: string[] = []
    let device = ''
    for (const minutes of [2, 0, 1, 3]) {
      const { id, deviceId } = await store(agent(minutes, identity))
      ids[minutes] = id
      device = deviceId
    }
    ids[4] = (await store(snmp(4, '10.0.0.9', identity))).id
    const query = async (text: string) => {
      const answer = await call('GET', `/api/v1/devices/${device}/snapshots?${text}`)
      expect(answer.status).toBe(200)
      const { items, total } = (await answer.json()) as { items: { id: string }[]; total: number }
      return { found: items.map(({ id }) => ids.indexOf(id)), total, items }
    }
    const whole = await query('')
    expect(whole).toMatchObject({ found: [4, 3, 2, 1, 0], total: 5 })
    const [newest] = whole.items
    const fields = { source: 'Service', scheduleId: null, auditServiceId: null, agentId: null }
    expect(newest).toEqual({ id: ids[4], deviceId: device, auditDate: at(4), ...fields })
    expect(await query('limit=2&offset=1')).toMatchObject({ found: [3, 2], total: 5 })
    expect(await query(`from=${at(1)}&to=${at(3)}`)).toMatchObject({ found: [3, 2, 1], total: 3 })
    const berlin = encodeURIComponent(at(3).replace('T08:', 'T09:').replace('Z', '+01:00'))
    expect(await query(`from=${berlin}&source=Agent`)).toMatchObject({ found: [3], total: 1 })
    expect(await query('source=Manual')).toMatchObject({ found: [], total: 0 })
    for (const bad of ['source=agent', 'from=yesterday', 'since=2026-01-01T00:00:00Z']) {
      expect((await call('GET', `/api/v1/devices/${device}/snapshots?${bad}`)).status, bad).toBe(400)
    }
    expect((await call('GET', `/api/v1/devices/${newId()}/snapshots`)).status).toBe(404)
  })

  const reads = proves('snapshots.get', 'snapshot.singleFields', 'snapshots.download', 'snapshots.raw')
  it('are read, downloaded, and returned as they were sent', reads, async () => {
    const { call, store } = await setUp()
    const raw = Buffer.from([0, 255, 1, 2])
    const { id, deviceId } = await store(agent(0, first), raw)
    const get = async (path: string) => call('GET', `/api/v1/snapshots/${id}${path}`)
    const read = await (await get('')).json()
    expect(read).toMatchObject({ id, deviceId, auditDate: at(0), source: 'Agent' })
    expect(Object.keys((read as { data: object }).data)).toEqual(['hardware', 'software', 'network', 'customFields'])
    const download = await get('/download')
    expect(download.headers.get('Content-Type')).toBe('application/json')
    expect(download.headers.get('Content-Disposition')).toBe(`attachment; filename="snapshot-${id}.json"`)
    expect(await download.json()).toEqual(read)
    const sent = await get('/raw')
    expect(sent.headers.get('Content-Type')).toBe('application/octet-stream')
    expect(sent.headers.get('Content-Disposition')).toBe(`attachment; filename="raw-${id}.bin"`)
    expect(Buffer.from(await sent.arrayBuffer())).toEqual(raw)
  })

  it('report their evidence, probe outcomes and cut data', async () => {
    const { call, store } = await setUp()
    const evidence = [{ field: 'system.model', value: 'EX-48', source: '1.3.6.1.2.1.47.1.1.1.1.13.1' }]
    const probes = [{ probe: 'snmp' as const, outcome: 'refused' as const, detail: 'takes no credential' }]
    const truncated = ['ifTable: stopped after 20000 rows']
    const { id, deviceId } = await store({ ...snmp(0, '10.0.0.9', { name: 'core', evidence, probes }), truncated })
    const { auditId } = (await (await call('GET', `/api/v1/devices/${deviceId}`)).json()) as Device
    const reported = { type: 'computer', name: 'core', dnsName: null, depth: 'audit', evidence, probes, truncated }
    const answer = await call('GET', `/api/v1/snapshots/${auditId}/report`)
    expect(await answer.json()).toEqual({ id, deviceId, auditDate: at(0), source: 'Service', ...reported })
    const again = { headers: { 'If-None-Match': answer.headers.get('ETag') ?? '' } }
    expect((await call('GET', `/api/v1/snapshots/${id}/report`, again)).status).toBe(304)
    expect((await call('GET', `/api/v1/snapshots/${newId()}/report`)).status).toBe(404)
  })

  it('have no raw payload if none was stored', proves('snapshots.rawKinds'), async () => {
    const { call, store } = await setUp()
    const { id } = await store(agent(0, first))
    const answer = await call('GET', `/api/v1/snapshots/${id}/raw`)
    expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'no_raw_payload' }])
  })

  it('are deleted with the data that only they refer to', proves('snapshots.delete', 'errors.404'), async () => {
    const { call, ctx, store, remove, device } = await setUp()
    const other = await store(agent(0, { agentId: 'a2', hostname: 'pc-2', software: first.software }))
    const { id, deviceId } = await store(agent(0, first), Buffer.from('raw'))
    const path = `/api/v1/snapshots/${id}`
    expect((await call('DELETE', path, { token: 'reader' })).status).toBe(403)
    expect(await remove(id, { 'If-Match': '"another"' })).toBe(412)
    const etag = (await call('GET', path)).headers.get('ETag') ?? ''
    expect(await remove(id, { 'If-Match': etag })).toBe(204)
    for (const gone of ['', '/download', '/raw', `/diff/${other.id}`]) {
      expect((await call('GET', `${path}${gone}`)).status).toBe(404)
    }
    expect(await remove(id)).toBe(404)
    expect(await device(deviceId)).toMatchObject({ name: 'pc-1', auditId: null, auditDate: null, data: null })
    const left = await ctx.store.read(async (db) => {
      const { snapshots, sections, rawPayloads } = db.tables(snapshotTables)
      return [await db.$count(snapshots), await db.$count(sections), await db.$count(rawPayloads)]
    })
    // The network of the other snapshot, and the software list that both shared.
    expect(left).toEqual([1, 2, 0])
    expect(((await (await call('GET', `/api/v1/snapshots/${other.id}`)).json()) as Device).data?.software).toHaveLength(
      2,
    )
    const log = await changesOf(ctx)
    expect(log.at(-1)).toMatchObject({ verb: 'Deleted', entity: 'Snapshot', entityId: id, deviceId, actor: 'Test app' })
    const events = await ctx.store.read((db) =>
      db.select().from(db.tables(eventTables).events).orderBy(db.tables(eventTables).events.id),
    )
    expect(events.filter(({ type }) => type === 'snapshot.deleted')).toMatchObject([{ subjectId: id }])
  })

  const deleteCurrent = proves('snapshots.deleteCurrent', 'snapshot.auditId')
  it('pass a device to the next newest when the current one is deleted', deleteCurrent, async () => {
    const { store, remove, device, stored } = await setUp()
    const oldest = await store(agent(0, { ...identity, hostname: 'pc-0', software: [] }))
    const beside = (seen: Seen, ...addresses: string[]) => ({
      ...seen,
      network: {
        ...seen.network,
        neighbors: addresses.map((ipAddress) => ({ port: 'eth0', protocol: 'lldp' as const, ipAddress })),
      },
    })
    const older = await store(agent(120, beside(first, '10.0.0.8', '10.0.0.9')))
    const before = { device: await device(older.deviceId), kept: await stored(older.deviceId) }
    const newer = await store(agent(240, beside(second, '10.0.0.9')))
    const { deviceId } = newer
    expect(deviceId).toBe(older.deviceId)
    expect(await device(deviceId)).toMatchObject({ auditId: newer.id, name: 'pc-one', ipAddress: '10.0.0.2' })
    expect(await stored(deviceId)).toMatchObject({ software: ['git 2.39', 'openssl 3.0.2'], neighbors: ['10.0.0.9'] })

    expect(await remove(newer.id)).toBe(204)
    // The device was still seen at that time.
    expect(await device(deviceId)).toEqual({ ...before.device, lastSeen: at(240) })
    const { identifiers, ...rest } = await stored(deviceId)
    const { identifiers: known, ...was } = before.kept
    expect(rest).toEqual(was)
    expect(identifiers).not.toContain('mac 00:1b:21:00:00:02')
    expect(identifiers).not.toContain('ip 10.0.0.2')
    expect(known).toEqual(expect.arrayContaining(identifiers))

    // A snapshot that is not current does not affect the device.
    expect(await remove(oldest.id)).toBe(204)
    expect(await device(deviceId)).toEqual({ ...before.device, lastSeen: at(240) })
    expect((await stored(deviceId)).states).toEqual([older.id])
  })

  it('pass a device to the newest of another source', async () => {
    const { store, remove, device } = await setUp()
    const scanned = await store(snmp(0, '10.0.0.1', { ...first, ipAddresses: [] }))
    const { id, deviceId } = await store(agent(60, second))
    expect(deviceId).toBe(scanned.deviceId)
    expect(await remove(id)).toBe(204)
    expect(await device(deviceId)).toMatchObject({ auditId: scanned.id, auditSource: 'Service', model: 'OptiPlex' })
  })

  it('can be deleted after their device was deleted', async () => {
    const { call, store, remove } = await setUp()
    const { id, deviceId } = await store(agent(0, first))
    expect((await call('DELETE', `/api/v1/devices/${deviceId}`)).status).toBe(204)
    expect(await remove(id)).toBe(204)
  })

  it('are stored even if a shared section is deleted meanwhile', async () => {
    const { call, ctx, store } = await setUp()
    const { id } = await store(agent(0, first))
    let pending = true
    const late: Store = {
      ...ctx.store,
      async write(fn) {
        if (pending) {
          pending = false
          await deleteSnapshot(ctx, id)
        }
        return ctx.store.write(fn)
      },
    }
    const observation = agent(1, first)
    const { snapshotId } = await createIngest({ ...ctx, store: late }).submit({
      siteId: ctx.siteId,
      observation,
      actor: 'agent',
    })
    const stored = (await (await call('GET', `/api/v1/snapshots/${snapshotId}`)).json()) as { data: ObservationInput }
    expect(stored.data.customFields).toEqual(first.customFields)
  })

  it('are compared section by section', proves('snapshots.diff'), async () => {
    const { call, store, diff } = await setUp()
    const a = await store(agent(0, first))
    const b = await store(agent(60, second))
    const found = await diff(a.id, b.id)
    expect(found).toMatchObject({ id: a.id, otherId: b.id })
    expect(found.hardware).toEqual({
      compared: true,
      added: [{ path: 'disks[sda]', from: null, to: 'SSD' }],
      removed: [{ path: 'system.serialNumber', from: 'SN12345', to: null }],
      changed: [{ path: 'system.model', from: 'OptiPlex', to: 'OptiPlex 2' }],
    })
    expect(found.software).toEqual({
      compared: true,
      added: [{ path: 'git', from: null, to: '2.39' }],
      removed: [{ path: 'vim', from: '9.0', to: null }],
      changed: [{ path: 'openssl', from: '3.0.1', to: '3.0.2' }],
    })
    expect(found.network.changed).toContainEqual({
      path: 'interfaces[eth0].addresses',
      from: '10.0.0.1/24',
      to: '10.0.0.2/24',
    })
    expect(found.customFields).toEqual({
      compared: true,
      added: [{ path: 'desk', from: null, to: 'true' }],
      removed: [{ path: 'floor', from: '1', to: null }],
      changed: [{ path: 'room', from: 'A1', to: 'B2' }],
    })
    const none = { compared: true, added: [], removed: [], changed: [] }
    const { id: _, otherId: __, ...same } = await diff(a.id, a.id)
    expect(same).toEqual({ hardware: none, software: none, network: none, customFields: none })
    expect((await diff(b.id, a.id)).software.added).toEqual([{ path: 'vim', from: null, to: '9.0' }])

    const { id } = await store(agent(0, { agentId: 'a2', hostname: 'pc-2', software: [{ name: 'vim' }] }))
    const across = await diff(a.id, id)
    expect(across.software.removed).toEqual([{ path: 'openssl', from: '3.0.1', to: null }])
    expect(across.hardware).toEqual({ ...none, compared: false })
    for (const [one, other] of [
      [a.id, newId()],
      [newId(), a.id],
      [a.id, 'x'],
    ]) {
      expect((await call('GET', `/api/v1/snapshots/${one}/diff/${other}`)).status).toBe(404)
    }
  })
})
