import { deviceQuerySchema } from '@rollcall/shared/api/device.ts'
import { asc, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { mergeDevices } from '../../identity/merge/merge-devices.ts'
import { unmergeDevice } from '../../identity/merge/unmerge-device.ts'
import { createIngest } from '../../ingest/accept/ingest.ts'
import { agent, type Seen, snmp } from '../../ingest/testing/observations.ts'
import { deviceFactTables } from '../../store/schema/device-facts.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { testContext } from '../../testing/context.ts'
import { archiveDevice, restoreDevice } from '../archive/archive-one.ts'
import { deleteDevice } from '../edit/delete-device.ts'
import { deleteSnapshot } from '../edit/delete-snapshot.ts'
import { listDevices } from '../list/list-devices.ts'
import { deriveMissingFacts, factsAreMissing } from './derive-facts.ts'

const gib = 1024 ** 3

const notebook = (free: number, more: Seen = {}): Seen => ({
  ...{ hostname: 'nb-1', agentId: 'nb-1', macAddresses: ['00:1b:21:3c:9d:f8'], serialNumber: '8XK2PL3' },
  hardware: {
    system: { manufacturer: 'Dell Inc.', model: 'Latitude 7440' },
    os: { name: 'Windows 11 Pro', bootedAt: '2026-11-19T06:00:12Z' },
    volumes: [{ mount: 'C:', sizeBytes: 500 * gib, freeBytes: free * gib }],
  },
  network: { ipAddress: '10.20.0.8', interfaces: [{ name: 'Ethernet', operStatus: 'up' }] },
  ...more,
})

const factsOfNotebook = (free: number, bytes: number) => [
  'manufacturer=dell inc. (Dell Inc.)',
  'model=latitude 7440 (Latitude 7440)',
  'os.name=windows 11 pro (Windows 11 Pro)',
  `os.started=${Date.parse('2026-11-19T06:00:00Z')}`,
  'port:name=ethernet (Ethernet)',
  'port:up=1',
  'type=computer',
  `volume:free=${free}`,
  `volume:freeBytes=${bytes}`,
  'volume:mount=c: (C:)',
  `volume:size=${500 * gib}`,
]

const namedNotebook = (number: number): Seen => ({
  ...{ agentId: `nb-${number}`, hostname: `nb-${number}` },
  ...{ macAddresses: [], serialNumber: `8XK2PL${number}` },
})

describeOnBothEngines('facts of devices', ({ open }) => {
  const setUp = async () => {
    const test = await testContext(await open())
    const { ctx } = test
    test.advance(86_400)
    const ingest = createIngest(ctx)
    const submit = (minutes: number, seen: Seen) =>
      ingest.submit({ siteId: ctx.siteId, observation: agent(minutes, seen), actor: 'x' })
    /** All rows, as they are stored. */
    const rows = () =>
      ctx.store.read(async (db) => {
        const { facts, factDevices, factFields } = db.tables(deviceFactTables)
        const { devices } = db.tables(deviceTables)
        return db
          .select({ fact: facts, name: factFields.name, device: devices.name, deviceId: factDevices.deviceId })
          .from(facts)
          .innerJoin(factFields, eq(factFields.number, facts.field))
          .innerJoin(factDevices, eq(factDevices.device, facts.device))
          .leftJoin(devices, eq(devices.id, factDevices.deviceId))
          .orderBy(asc(factFields.name), asc(facts.device), asc(facts.item))
      })
    const factsOf = async (device: string) =>
      (await rows())
        .filter((row) => row.device === device)
        .map(({ fact: { key, text, number }, name }) => `${name}=${key ?? number}${text === null ? '' : ` (${text})`}`)
    const idOf = async (name: string) =>
      (await listDevices(ctx, deviceQuerySchema.parse({ q: name }))).items[0]?.id ?? ''
    return { ...test, ingest, submit, rows, factsOf, idOf }
  }

  it('follow the newest snapshot, and a change below their precision writes none', async () => {
    const { ctx, submit, factsOf } = await setUp()
    await submit(1, notebook(45))
    expect(await factsOf('nb-1')).toEqual(factsOfNotebook(9, 48_000_000_000))
    const { factDevices } = ctx.store.tables(deviceFactTables)
    const prints = () => ctx.store.read((db) => db.select().from(factDevices))
    const before = await prints()
    await submit(2, notebook(45.1))
    await submit(3, notebook(45.1))
    expect(await prints()).toEqual(before)
    await submit(4, notebook(90))
    expect(await factsOf('nb-1')).toEqual(factsOfNotebook(18, 97_000_000_000))
    await submit(3, notebook(10))
    expect(await factsOf('nb-1')).toEqual(factsOfNotebook(18, 97_000_000_000))
  })

  it('are those of the remaining snapshots after one is deleted', async () => {
    const { ctx, submit, factsOf } = await setUp()
    await submit(1, notebook(45))
    const { snapshotId } = await submit(2, notebook(90))
    await deleteSnapshot(ctx, snapshotId ?? '')
    expect(await factsOf('nb-1')).toEqual(factsOfNotebook(9, 48_000_000_000))
  })

  it('go with an archived device, return with it, and end with a deleted one', async () => {
    const { ctx, advance, submit, factsOf, rows, idOf } = await setUp()
    await submit(1, notebook(45))
    const id = await idOf('nb-1')
    const all = await factsOf('nb-1')
    await archiveDevice(ctx, id)
    expect(await rows()).toEqual([])
    await restoreDevice(ctx, id)
    expect(await factsOf('nb-1')).toEqual(all)
    await archiveDevice(ctx, id)
    advance(600)
    await submit(1_445, notebook(90))
    expect(await factsOf('nb-1')).toEqual(factsOfNotebook(18, 97_000_000_000))
    await deleteDevice(ctx, id)
    expect(await rows()).toEqual([])
    const { factDevices } = ctx.store.tables(deviceFactTables)
    expect(await ctx.store.read((db) => db.$count(factDevices))).toBe(0)
  })

  it('are those of the remaining device after a merge, and of both after its undo', async () => {
    const { ctx, ingest, submit, factsOf, idOf } = await setUp()
    await submit(1, notebook(45))
    const observation = snmp(2, '10.20.0.31', {
      ...{ type: 'printer', hostname: 'print-1', serialNumber: 'VNB3X4711', manufacturer: 'HP' },
      network: { services: [{ port: 9100, protocol: 'tcp' }] },
    })
    await ingest.submit({ siteId: ctx.siteId, observation, actor: 'x' })
    const before = [await factsOf('nb-1'), await factsOf('print-1')]
    expect(before[1]).toEqual(['manufacturer=hp (HP)', 'service:port=9100', 'service:protocol=tcp', 'type=printer'])
    const [id, otherId] = [await idOf('nb-1'), await idOf('print-1')]
    const { mergeId } = await mergeDevices(ctx, id, { otherId, dryRun: false })
    expect(await factsOf('nb-1')).toEqual(
      expect.arrayContaining(['service:port=9100', 'os.name=windows 11 pro (Windows 11 Pro)']),
    )
    await unmergeDevice(ctx, id, { mergeId: mergeId ?? '' })
    expect([await factsOf('nb-1'), await factsOf('print-1')]).toEqual(before)
  })

  it('of devices of an earlier release are derived in the background, and are the same', async () => {
    const { ctx, submit, rows } = await setUp()
    const count = 25
    for (let number = 0; number < count; number++) await submit(1, notebook(number, namedNotebook(number)))
    const all = await rows()
    expect(new Set(all.map(({ device }) => device)).size).toBe(count)
    const { facts, factDevices } = ctx.store.tables(deviceFactTables)
    await ctx.store.write(async (tx) => {
      await tx.delete(facts)
      await tx.update(factDevices).set({ rules: 0, parts: {} })
    })
    expect(await ctx.store.read(factsAreMissing)).toBe(true)
    await expect(listDevices(ctx, deviceQuerySchema.parse({ query: 'os.name ~ win' }))).rejects.toMatchObject({
      code: 'store_unavailable',
    })
    await deriveMissingFacts(ctx)
    expect(await ctx.store.read(factsAreMissing)).toBe(false)
    expect(await rows()).toEqual(all)
  })

  it('of a hostile device are bounded in number and length', async () => {
    const { submit, rows } = await setUp()
    const interfaces = Array.from({ length: 3_000 }, (_, index) => ({
      name: `<b>eth${index}</b>`,
      alias: 'x'.repeat(250),
    }))
    await submit(1, notebook(45, { network: { interfaces } }))
    const stored = await rows()
    expect(stored.filter(({ name }) => name === 'port:name')).toHaveLength(1_024)
    expect(Math.max(...stored.map(({ fact }) => fact.key?.length ?? 0))).toBe(200)
  })
})
