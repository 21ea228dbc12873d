import { deviceQuerySchema } from '@rollcall/shared/api/device.ts'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { createIngest } from '../../ingest/accept/ingest.ts'
import { agent, at, ping, seen, snmp } from '../../ingest/testing/observations.ts'
import { testSystem } from '../../ingest/testing/system.ts'
import { listSnapshots } from '../../snapshots/read/list-snapshots.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { getDevice } from '../detail/get-device.ts'
import { listDevices } from './list-devices.ts'
import { searchTextOf } from './search-text.ts'

const query = (values: Record<string, string> = {}) => deviceQuerySchema.parse(values)

describeOnBothEngines('devices', ({ open }) => {
  const setUp = async () => {
    const store = await open()
    const { system, ctx } = testSystem(store)
    const ingest = createIngest(system)
    const observations = [
      agent(1, {
        hostname: 'Zebra',
        macAddresses: ['00:1b:21:3c:9d:f8'],
        ipAddresses: ['10.0.0.9'],
        dnsName: 'z.example.com',
      }),
      snmp(2, '10.0.0.10', { hostname: 'alpha_1', type: 'printer', manufacturer: 'HP', serialNumber: 'VNC3R12345' }),
      snmp(3, '10.0.0.100', { hostname: 'alpha%2', type: 'network-device', macAddresses: ['00:1a:a1:00:00:01'] }),
      ping(4, '2001:db8::5'),
    ]
    const outcomes = await Promise.all(
      observations.map((observation, index) =>
        ingest.submit({
          siteId: 'site',
          observation,
          actor: 'x',
          ...(index === 1 ? { autoTag: 'Office' } : {}),
          ...(index < 2 ? { segmentId: '019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90' } : {}),
        }),
      ),
    )
    const namesOf = async (values: Record<string, string>) => {
      const { items, total } = await listDevices(ctx, query(values))
      expect(total).toBe(items.length)
      return items.map(({ name }) => name)
    }
    return { store, ctx, outcomes, namesOf, ingest }
  }

  it('are found by any part of a word of the listed fields, in any case and notation', async () => {
    const { namesOf, store, outcomes } = await setUp()
    await store.write(async (tx) => {
      const { devices } = tx.tables(deviceTables)
      const id = outcomes[2]?.deviceId ?? ''
      const [row] = await tx.select().from(devices).where(eq(devices.id, id))
      if (!row) throw new Error('no such device')
      const searchText = searchTextOf({ ...row, assetTag: 'Inv-77-42' })
      await tx.update(devices).set({ assetTag: 'Inv-77-42', searchText }).where(eq(devices.id, id))
    })
    const found: [string, string[]][] = [
      ['EBR', ['Zebra']],
      ['z.EXAMPLE', ['Zebra']],
      ['alpha', ['alpha%2', 'alpha_1']],
      ['alpha_', ['alpha_1']],
      ['alpha%', ['alpha%2']],
      ['%', ['alpha%2']],
      ['3R123', ['alpha_1']],
      ['inv-7', ['alpha%2']],
      ['77-42', ['alpha%2']],
      ['00-1B-21-3C-9D-F8', ['Zebra']],
      ['001b.213c.9df8', ['Zebra']],
      ['213C.9d', ['Zebra']],
      ['001b-213c-9df8', ['Zebra']],
      ['001b21-3c9df8', ['Zebra']],
      ['00:1b:2', ['Zebra']],
      ['3C9DF8', ['Zebra']],
      ['1b:21:3c', ['Zebra']],
      ['9D-F8', ['Zebra']],
      ['10.0.0.10', ['alpha%2', 'alpha_1']],
      ['2001:0DB8:0:0::5', ['2001:db8::5']],
      ['alpha VNC', ['alpha_1']],
      ['nothing', []],
      ["' or 1=1 --", []],
      ['\u0000', []],
      ['  ', ['2001:db8::5', 'alpha%2', 'alpha_1', 'Zebra']],
    ]
    for (const [q, names] of found) expect([q, await namesOf({ q })]).toEqual([q, names])
  })

  it('are listed by type, tag, segment and times', async () => {
    const { namesOf, ctx } = await setUp()
    expect(await namesOf({ type: 'printer' })).toEqual(['alpha_1'])
    expect(await namesOf({ tag: 'oFFice' })).toEqual(['alpha_1'])
    const { items } = await listDevices(ctx, query({ tag: 'Office' }))
    const [tag] = items[0]?.tags ?? []
    expect(tag?.name).toBe('Office')
    expect(await namesOf({ tag: tag?.id ?? '' })).toEqual(['alpha_1'])
    expect(await namesOf({ tag: 'none' })).toEqual([])
    expect(await namesOf({ segmentId: '019A7C1E-3f60-7d3a-9b1e-5f2f4c7a8b90' })).toEqual(['alpha_1', 'Zebra'])
    expect(await namesOf({ lastSeenBefore: at(3) })).toEqual(['alpha_1', 'Zebra'])
    expect(await namesOf({ changedSince: at(1_000_000) })).toHaveLength(4)
    expect(await namesOf({ changedSince: at(1_000_001) })).toEqual([])
  })

  it('are sorted, addresses as numbers, and paged without repeating one', async () => {
    const { namesOf, ctx, ingest } = await setUp()
    expect(await namesOf({ sort: '-name' })).toEqual(['Zebra', 'alpha_1', 'alpha%2', '2001:db8::5'])
    expect(await namesOf({ sort: 'ipAddress' })).toEqual(['Zebra', 'alpha_1', 'alpha%2', '2001:db8::5'])
    expect(await namesOf({ sort: '-lastSeen' })).toEqual(['2001:db8::5', 'alpha%2', 'alpha_1', 'Zebra'])
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        ingest.submit({
          siteId: 'site',
          observation: seen(0, { hostname: 'same', macAddresses: [`00:1b:21:00:00:${index + 10}`] }),
          actor: 'x',
        }),
      ),
    )
    for (const sort of ['name', '-name', 'type', '-ipAddress']) {
      const pages = await Promise.all(
        [0, 5, 10, 15, 20].map((offset) => listDevices(ctx, query({ sort, limit: '5', offset: String(offset) }))),
      )
      const ids = pages.flatMap(({ items }) => items.map(({ id }) => id))
      expect(pages.map(({ total }) => total)).toEqual([24, 24, 24, 24, 24])
      expect(new Set(ids).size).toBe(24)
    }
  })

  it("are not found by another site's id or an invalid one", async () => {
    const { ctx } = await setUp()
    for (const id of ['019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90', 'x', '', '\u0000', "'"]) {
      await expect(getDevice(ctx, id)).rejects.toMatchObject({ code: 'not_found' })
      await expect(listSnapshots(ctx, id, { limit: 1, offset: 0 })).rejects.toMatchObject({ code: 'not_found' })
    }
  })

  it('have their snapshots listed by time and source', async () => {
    const { ctx, ingest, outcomes } = await setUp()
    const [first] = outcomes
    for (const minutes of [10, 20]) {
      const observation = agent(minutes, { hostname: 'Zebra', macAddresses: ['00:1b:21:3c:9d:f8'] })
      await ingest.submit({ siteId: 'site', observation, actor: 'x', agentId: 'a1' })
    }
    const id = first?.deviceId ?? ''
    const list = async (values: Partial<Parameters<typeof listSnapshots>[2]>) =>
      (await listSnapshots(ctx, id, { limit: 50, offset: 0, ...values })).items.map(({ auditDate }) => auditDate)
    expect(await list({})).toEqual([at(20), at(10), at(1)])
    expect(await list({ from: at(10) })).toEqual([at(20), at(10)])
    expect(await list({ from: at(2), to: at(10) })).toEqual([at(10)])
    expect(await list({ source: 'Service' })).toEqual([])
    expect(await list({ limit: 1, offset: 1 })).toEqual([at(10)])
    const [newest] = (await listSnapshots(ctx, id, { limit: 1, offset: 0 })).items
    expect(newest).toMatchObject({
      deviceId: id,
      source: 'Agent',
      agentId: 'a1',
      scheduleId: null,
      auditServiceId: null,
    })
    const { data } = await getDevice(ctx, id)
    expect(data).toMatchObject({ hardware: {}, software: [], customFields: {} })
    expect(data?.hardware).toEqual({})
  })
})
