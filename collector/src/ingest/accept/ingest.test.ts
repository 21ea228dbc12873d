import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { asc, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { getDevice } from '../../devices/detail/get-device.ts'
import { listDevices } from '../../devices/list/list-devices.ts'
import { getSnapshot, listSnapshots, rawSnapshot } from '../../snapshots/read/list-snapshots.ts'
import { changeTables } from '../../store/schema/change-log.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import { snapshotTables } from '../../store/schema/snapshots.ts'
import { softwareTables } from '../../store/schema/software.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { pc, testIngest } from '../testing/ingest.ts'
import { agent, at, ping, type Seen, snmp } from '../testing/observations.ts'

const page = { limit: 50, offset: 0 }
const everything = { ...page, sort: 'name' } as const

describeOnBothEngines('ingest', ({ open }) => {
  const setUp = async () => {
    const test = testIngest(await open())
    const { store } = test
    const rows = async () => ({
      changes: await store.read((db) => {
        const { changes } = db.tables(changeTables)
        return db.select().from(changes).orderBy(asc(changes.id))
      }),
      installed: await store.read((db) => {
        const { installations, softwareProducts } = db.tables(softwareTables)
        return db
          .select({
            name: softwareProducts.name,
            version: softwareProducts.version,
            firstSeen: installations.firstSeen,
          })
          .from(installations)
          .innerJoin(softwareProducts, eq(softwareProducts.number, installations.product))
          .orderBy(asc(softwareProducts.name), asc(softwareProducts.version))
      }),
    })
    return { ...test, rows }
  }

  it('stores a snapshot with its device, sections, software and raw payload', async () => {
    const { submit, ctx, store } = await setUp()
    const observation = agent(0, {
      ...pc(1),
      manufacturer: 'Dell Inc.',
      serialNumber: 'B7C0ND2',
      dnsName: 'pc1.example.com',
      hardware: { system: { manufacturer: 'Dell Inc.', model: 'Latitude 5400' } },
      software: [
        { name: 'bash', version: '5.2', installDate: '2026-01-01T00:00:00Z' },
        { name: 'bash', version: '5.2', architecture: 'i386' },
      ],
      network: {
        ipAddress: '10.0.0.1',
        interfaces: [{ name: 'eth0', macAddress: '00:1b:21:00:00:01', speedBps: 1e300 }],
      },
      customFields: { room: '4.12', desk: 3 },
    })
    const raw = Buffer.from([0, 1, 255])
    const outcome = await submit(observation, { raw, agentId: 'agent-1', autoTag: 'Laptops', segmentId: 'seg' })
    expect(outcome).toMatchObject({ status: 'stored', isNew: true })
    const device = await getDevice(ctx, outcome.deviceId.toUpperCase())
    expect(device).toMatchObject({
      name: 'pc1',
      dnsName: 'pc1.example.com',
      ipAddress: '10.0.0.1',
      macAddress: '00:1b:21:00:00:01',
      serialNumber: 'B7C0ND2',
      type: 'computer',
      manufacturer: 'Dell Inc.',
      model: 'Latitude 5400',
      lastSeen: at(0),
      auditId: outcome.snapshotId,
      auditDate: at(0),
      auditSource: 'Agent',
      tags: [{ name: 'Laptops' }],
      data: {
        hardware: observation.hardware,
        software: observation.software,
        network: observation.network,
        customFields: { room: '4.12', desk: 3 },
      },
    })
    const id = outcome.snapshotId ?? ''
    expect(await getSnapshot(ctx, id)).toEqual({
      id,
      deviceId: device.id,
      auditDate: at(0),
      source: 'Agent',
      data: device.data,
      notRead: [],
    })
    expect([...(await rawSnapshot(ctx, id))]).toEqual([0, 1, 255])
    const [snapshot] = await store.read((db) => db.select().from(db.tables(snapshotTables).snapshotFacts))
    expect(snapshot?.match).toEqual({
      decision: 'new',
      matched: [],
      against: [],
      confidence: 1,
      review: null,
      rule: null,
    })
  })

  it('stores a raw payload compressed, and returns it byte for byte', async () => {
    const { submit, ctx, store } = await setUp()
    const software = Array.from({ length: 500 }, (_, index) => ({ name: `library-${index}`, version: `1.${index}` }))
    const observation = agent(0, { ...pc(1), software })
    const sent = Buffer.from(JSON.stringify(observation))
    const text = await submit(observation, { raw: sent })
    // As of an Audit Service: nothing is gained, and nothing lost.
    const packed = gzipSync(randomBytes(20_000))
    const tar = await submit(agent(1, { ...pc(2), software }), { raw: packed })
    const empty = await submit(agent(2, { ...pc(3), software }), { raw: Buffer.alloc(0) })
    expect(Buffer.from(await rawSnapshot(ctx, text.snapshotId ?? '')).equals(sent)).toBe(true)
    expect(Buffer.from(await rawSnapshot(ctx, tar.snapshotId ?? '')).equals(packed)).toBe(true)
    expect(await rawSnapshot(ctx, empty.snapshotId ?? '')).toHaveLength(0)
    const rows = await store.read((db) => {
      const { snapshots, rawPayloads } = db.tables(snapshotTables)
      const columns = { snapshotId: snapshots.id, content: rawPayloads.content }
      return db.select(columns).from(rawPayloads).innerJoin(snapshots, eq(snapshots.seq, rawPayloads.seq))
    })
    const storedOf = (id: string | null) => rows.find(({ snapshotId }) => snapshotId === id)?.content.length
    expect(storedOf(text.snapshotId)).toBeLessThan(sent.length / 5)
    expect(storedOf(tar.snapshotId)).toBeLessThan(packed.length + 100)
  })

  it('leaves a device on its segment after a late delivery', async () => {
    const { submit, store } = await setUp()
    const segments = async () =>
      (await store.read((db) => db.select().from(db.tables(deviceTables).devices))).map((row) => row.lastSegmentId)
    await submit(agent(5, pc(1)))
    await submit(snmp(3, '10.0.0.1', pc(1)), { segmentId: 'first' })
    expect(await segments()).toEqual(['first'])
    await submit(snmp(20, '10.0.0.1', pc(1)), { segmentId: 'second' })
    await submit(snmp(10, '10.0.0.1', pc(1)), { segmentId: 'first' })
    expect(await segments()).toEqual(['second'])
    await submit(snmp(30, '10.0.0.1', pc(1)), { segmentId: 'third' })
    expect(await segments()).toEqual(['third'])
  })

  it('stores unchanged sections once, without change log entries', async () => {
    const { submit, ctx, rows, store } = await setUp()
    const data = { software: [{ name: 'bash', version: '5.2' }], hardware: { system: { model: 'X1' } } }
    const first = await submit(agent(0, { ...pc(1), ...data }))
    await submit(agent(1, { ...pc(1), ...data }))
    await submit(agent(2, { ...pc(2), ...data }))
    const sections = await store.read((db) => db.select().from(db.tables(snapshotTables).sections))
    // Two sections in common, and each machine's own network.
    expect(sections).toHaveLength(4)
    expect((await rows()).changes.map(({ verb, entity, to }) => [verb, entity, to])).toEqual([
      ['Added', 'Device', 'pc1'],
      ['Added', 'Device', 'pc2'],
    ])
    expect(await listSnapshots(ctx, first.deviceId, page)).toMatchObject({
      total: 2,
      items: [{ auditDate: at(1) }, { auditDate: at(0) }],
    })
  })

  it('logs changes of software and hardware', async () => {
    const { submit, rows, ctx, clock } = await setUp()
    const of = (minutes: number, software: Seen['software'], model: string) =>
      agent(minutes, { ...pc(1), hostname: model, software, hardware: { system: { model } } })
    const { deviceId } = await submit(
      of(
        0,
        [
          { name: 'bash', version: '5.1' },
          { name: 'vim', version: '9' },
        ],
        'M1',
      ),
    )
    const before = clock.time
    clock.time = at(1_000_005)
    // Two in one group: both are logged.
    await Promise.all([
      submit(
        of(
          1,
          [
            { name: 'bash', version: '5.2' },
            { name: 'vim', version: '9' },
          ],
          'M1',
        ),
      ),
      submit(of(2, [{ name: 'bash', version: '5.3' }], 'M2')),
    ])
    const { changes, installed } = await rows()
    expect(installed).toEqual([{ name: 'bash', version: '5.3', firstSeen: at(1_000_005) }])
    expect(changes.slice(1)).toMatchObject([
      { verb: 'Modified', entity: 'Software', field: 'bash', from: '5.1', to: '5.2', deviceId, actor: 'agent pc' },
      { verb: 'Modified', entity: 'Device', field: 'name', from: 'M1', to: 'M2', entityId: deviceId },
      { verb: 'Modified', entity: 'Hardware', field: 'system.model', from: 'M1', to: 'M2' },
      { verb: 'Modified', entity: 'Software', field: 'bash', from: '5.2', to: '5.3' },
      { verb: 'Deleted', entity: 'Software', field: 'vim', from: '9', to: null },
    ])
    const changed = await listDevices(ctx, { ...everything, changedSince: at(1_000_001) })
    expect(changed.total).toBe(1)
    clock.time = at(1_000_010)
    await submit(of(3, [{ name: 'bash', version: '5.3' }], 'M2'))
    expect((await listDevices(ctx, { ...everything, changedSince: at(1_000_006) })).total).toBe(0)
    expect(before).toBe(at(1_000_000))
  })

  it('stores an older snapshot as history only', async () => {
    const { submit, ctx, rows } = await setUp()
    const of = (minutes: number, version: string) =>
      agent(minutes, { ...pc(1), software: [{ name: 'bash', version }], hardware: { system: { model: version } } })
    const newer = await submit(of(10, '2'))
    const older = await submit(of(5, '1'))
    expect(older.deviceId).toBe(newer.deviceId)
    expect(await getDevice(ctx, newer.deviceId)).toMatchObject({
      model: '2',
      auditId: newer.snapshotId,
      lastSeen: at(10),
    })
    const { installed, changes } = await rows()
    expect(installed).toMatchObject([{ version: '2' }])
    expect(changes).toHaveLength(1)
    expect(await getSnapshot(ctx, older.snapshotId ?? '')).toMatchObject({ data: { software: [{ version: '1' }] } })
  })

  it('does not replace an audit by a discovery', async () => {
    const { submit, ctx } = await setUp()
    const audit = await submit(snmp(0, '10.0.0.1', { ...pc(1), hardware: { system: { model: 'X' } } }))
    const ports = ping(5, '10.0.0.1', '00:1b:21:00:00:01', 'other.example.com')
    const outside = await submit({
      ...ports,
      network: { interfaces: [], ...ports.network, services: [{ port: 22, protocol: 'tcp' }] },
    })
    expect(outside).toMatchObject({ deviceId: audit.deviceId, status: 'stored', isNew: false })
    expect(outside.snapshotId).not.toBeNull()
    expect(await getDevice(ctx, audit.deviceId)).toMatchObject({
      name: 'pc1',
      dnsName: 'other.example.com',
      auditId: audit.snapshotId,
      lastSeen: at(5),
    })
  })

  it('records an answer to a ping as a sighting without a snapshot', async () => {
    const { submit, ctx } = await setUp()
    const first = await submit(ping(0, '10.0.0.7', '00:1b:21:00:00:07'))
    expect(first).toMatchObject({ status: 'stored', isNew: true, snapshotId: null })
    const again = await submit(ping(1, '10.0.0.8', '00:1b:21:00:00:07', 'printer7.example.com'))
    expect(again).toMatchObject({ deviceId: first.deviceId, isNew: false, snapshotId: null })
    expect(await getDevice(ctx, first.deviceId)).toMatchObject({
      name: 'printer7.example.com',
      ipAddress: '10.0.0.8',
      lastSeen: at(1),
      auditId: null,
      data: null,
      type: 'unknown',
    })
    expect(await listSnapshots(ctx, first.deviceId, page)).toEqual({ items: [], total: 0 })
  })

  it("keeps the agent's software while a scan lists less", async () => {
    const { submit, rows } = await setUp()
    const byAgent = (minutes: number, version: string) =>
      agent(minutes, { ...pc(1), software: [{ name: 'bash', version }] })
    const byScan = (minutes: number) =>
      snmp(minutes, '10.0.0.1', { ...pc(1), software: [{ name: 'bash_5.2_amd64', version: '' }] })
    await submit(byAgent(0, '5.1'))
    await submit(byScan(1))
    await submit(byAgent(2, '5.2'))
    await submit(byScan(3))
    const { installed, changes } = await rows()
    expect(installed).toMatchObject([{ name: 'bash', version: '5.2' }])
    expect(changes.filter(({ entity }) => entity === 'Software')).toMatchObject([{ from: '5.1', to: '5.2' }])
    await submit(byScan(60 * 24 * 30))
    expect((await rows()).installed).toMatchObject([{ name: 'bash_5.2_amd64' }])
  })

  it('replaces a time in the future by the current time', async () => {
    const { submit, ctx, clock } = await setUp()
    const { deviceId } = await submit(agent(0, { ...pc(1), observedAt: '9999-12-31T23:59:59Z' }))
    expect(await getDevice(ctx, deviceId)).toMatchObject({ lastSeen: clock.time, auditDate: clock.time })
  })

  it('keeps sites separate', async () => {
    const { submit, contextOf } = await setUp()
    const here = await submit(agent(0, pc(1)))
    const there = await submit(agent(0, pc(1)), { siteId: 'other' })
    expect(there.deviceId).not.toBe(here.deviceId)
    const other = contextOf('other')
    await expect(getDevice(other, here.deviceId)).rejects.toMatchObject({ code: 'not_found' })
    await expect(getSnapshot(other, here.snapshotId ?? '')).rejects.toMatchObject({ code: 'not_found' })
    await expect(rawSnapshot(other, here.snapshotId ?? '')).rejects.toMatchObject({ code: 'not_found' })
    await expect(listSnapshots(other, here.deviceId, page)).rejects.toMatchObject({ code: 'not_found' })
    expect(await listDevices(other, everything)).toMatchObject({ total: 1, items: [{ id: there.deviceId }] })
  })

  it('creates a new device when a deleted one is seen again', async () => {
    const { submit, store } = await setUp()
    const observation = agent(0, pc(1))
    const { deviceId } = await submit(observation)
    await store.write(async (tx) => {
      const { devices } = tx.tables(deviceTables)
      await tx.delete(devices).where(eq(devices.id, deviceId))
    })
    expect(await submit(observation)).toMatchObject({ status: 'duplicate', deviceId })
    expect(await submit(agent(1, pc(1)))).toMatchObject({ status: 'stored', isNew: true })
  })
})
