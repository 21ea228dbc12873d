import { type DeviceListItem, deviceQuerySchema } from '@rollcall/shared/api/device.ts'
import { eq } from 'drizzle-orm'
import { Client } from 'pg'
import { expect, it } from 'vitest'
import type { DeviceRow } from '../../device-records/load-devices.ts'
import { testSystem } from '../../ingest/testing/system.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import { softwareTables } from '../../store/schema/software.ts'
import type { Store, Tx } from '../../store/store.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { at, device, uuid } from '../testing/devices.ts'
import { exportDevices } from './export-devices.ts'
import { listDevices } from './list-devices.ts'
import { fewMax } from './narrow-search.ts'
import { warnOfSlowSearch } from './warn-of-slow-search.ts'

/** More than are looked up one by one, so that both ways of a list are taken. */
const many = fewMax + 300
/** Number up to which devices are read one by one unless only a tag is filtered. */
const middlingMany = fewMax - 1_000
const query = (values: Record<string, string> = {}) => deviceQuerySchema.parse(values)

describeOnBothEngines('a list of devices', ({ open, newDatabase }) => {
  const setUp = async (rows: readonly DeviceRow[], store: Store) => {
    const { devices, tags, deviceTags } = store.tables(deviceTables)
    await store.write(async (tx) => {
      await tx.insertRows(devices, rows)
      await tx.insertRows(devices, [device(1_000_000, { siteId: 'other', name: 'PC-of another site' })])
      const rare = { id: uuid(900_002), siteId: 'site', name: 'Rare', nameKey: 'rare', colour: null }
      const common = { id: uuid(900_003), siteId: 'site', name: 'Common', nameKey: 'common', colour: null }
      const middling = { id: uuid(900_004), siteId: 'site', name: 'Middling', nameKey: 'middling', colour: null }
      await tx.insertRows(tags, [rare, middling, common])
      const tagged = (tagId: string, on: readonly DeviceRow[]) => on.map(({ id }) => ({ deviceId: id, tagId }))
      await tx.insertRows(deviceTags, tagged(rare.id, rows.slice(0, 40)))
      await tx.insertRows(deviceTags, tagged(middling.id, rows.slice(0, middlingMany)))
      await tx.insertRows(
        deviceTags,
        tagged(
          common.id,
          rows.slice(20).filter(({ isArchived }) => !isArchived),
        ),
      )
      await install(tx, rows)
    })
    const { ctx } = testSystem(store)
    const names = async (values: Record<string, string>) =>
      (await listDevices(ctx, query(values))).items.map(({ name }) => name)
    return { ctx, names, devices }
  }

  it('equals a filter over every device, for many and few matches', async () => {
    const rows = Array.from({ length: many }, (_, index) =>
      device(index, index % 3 === 0 ? { auditSource: 'Agent', auditDate: at(index) } : {}),
    )
    const { ctx } = await setUp(rows, await open())
    type Case = [Record<string, string>, (row: DeviceRow, index: number) => boolean]
    const cases: Case[] = [
      [{}, () => true],
      [{ type: 'computer' }, ({ type }) => type === 'computer'],
      [{ type: 'ups' }, () => false],
      [{ tag: 'rare' }, (_, index) => index < 40],
      [{ tag: 'COMMON' }, (_, index) => index >= 20],
      [{ tag: 'middling' }, (_, index) => index < middlingMany],
      [{ tag: 'middling', type: 'printer' }, ({ type }, index) => index < middlingMany && type === 'printer'],
      [{ tag: uuid(900_003), type: 'printer' }, ({ type }, index) => index >= 20 && type === 'printer'],
      [{ softwareId: rareProduct }, (_, index) => index < 30],
      [{ softwareId: commonProduct }, (_, index) => index >= 10],
      [{ softwareId: productName }, () => true],
      [{ softwareId: uuid(900_009) }, () => false],
      [{ softwareId: commonProduct, tag: 'common', q: 'x5' }, (row, i) => i >= 20 && row.searchText.includes('x5')],
      [{ softwareId: productName, type: 'printer' }, ({ type }) => type === 'printer'],
      [{ softwareId: rareProduct, changedSince: at(20) }, (_, index) => index >= 20 && index < 30],
      [{ source: 'Agent' }, ({ auditSource }) => auditSource === 'Agent'],
      [{ source: 'Service' }, () => false],
      [{ source: 'Agent', tag: 'rare', q: 'xampl' }, ({ auditSource }, index) => auditSource === 'Agent' && index < 40],
      [{ segmentId: uuid(900_001) }, ({ lastSegmentId }) => lastSegmentId !== null],
      [{ changedSince: at(100) }, (_, index) => index >= 100],
      [{ lastSeenBefore: at(3), type: 'computer' }, (row) => row.lastSeen < at(3) && row.type === 'computer'],
      [{ lastSeenSince: at(990) }, (row) => row.lastSeen >= at(990)],
      [{ firstSeenSince: at(498), type: 'computer' }, (row) => row.firstSeen >= at(498) && row.type === 'computer'],
      [{ manufacturer: 'Dell Inc.' }, ({ manufacturer }) => manufacturer === 'Dell Inc.'],
      [{ manufacturer: 'dell inc.' }, () => false],
      [
        { manufacturer: 'Rare & Sons', q: 'xampl', firstSeenSince: at(400) },
        (row) => row.manufacturer === 'Rare & Sons' && row.firstSeen >= at(400),
      ],
      [{ hasManufacturer: 'false' }, ({ manufacturer }) => manufacturer === null],
      [{ hasManufacturer: 'true', type: 'printer' }, (row) => row.manufacturer !== null && row.type === 'printer'],
      [{ q: 'xampl' }, () => true],
      [{ q: 'e' }, () => true],
      [{ q: 'X5' }, ({ searchText }) => searchText.includes('x5')],
      [{ q: '1b21000f' }, ({ macAddress }) => macAddress?.startsWith('00:1b:21:00:0f') ?? false],
      [{ q: 'xampl 96-x' }, ({ name }) => name.includes('-96-x')],
      [{ q: 'xampl', tag: 'common', type: 'printer' }, ({ type }, index) => index >= 20 && type === 'printer'],
      [
        { q: 'x1', tag: 'rare', changedSince: at(5) },
        ({ searchText }, i) => i >= 5 && i < 40 && searchText.includes('x1'),
      ],
    ]
    for (const [values, matches] of cases) {
      const expected = rows.filter(matches)
      for (const sort of ['name', '-name', 'lastSeen', '-ipAddress', 'ipAddress', '-type']) {
        const ids = inOrder(expected, sort).map(({ id }) => id)
        for (const offset of [0, 50, Math.max(0, ids.length - 30), ids.length, ids.length + 1]) {
          const page = await listDevices(ctx, query({ ...values, sort, offset: `${offset}` }))
          const seen = { ...values, sort, offset, total: page.total, ids: page.items.map(({ id }) => id) }
          expect(seen).toEqual({ ...values, sort, offset, total: ids.length, ids: ids.slice(offset, offset + 50) })
        }
      }
    }
  }, 120_000)

  it('counts again after a device gets another type or loses a tag', async () => {
    const rows = Array.from({ length: many }, (_, index) => device(index, { type: 'printer' }))
    const store = await open()
    const { ctx, devices } = await setUp(rows, store)
    const { deviceTags } = store.tables(deviceTables)
    const total = async () => (await listDevices(ctx, query({ type: 'printer', tag: 'common' }))).total
    expect([await total(), await total()]).toEqual([many - 20, many - 20])
    await store.write((tx) =>
      tx
        .update(devices)
        .set({ type: 'ups' })
        .where(eq(devices.id, uuid(100))),
    )
    expect(await total()).toBe(many - 21)
    await store.write((tx) => tx.delete(deviceTags).where(eq(deviceTags.deviceId, uuid(101))))
    expect(await total()).toBe(many - 22)
  })

  it('shows archived devices only in their own list', async () => {
    const rows = Array.from({ length: many }, (_, index) =>
      device(index, { isArchived: index % 4 === 0, archivedAt: index % 4 === 0 ? at(1) : null }),
    )
    const { ctx } = await setUp(rows, await open())
    type Case = [Record<string, string>, (row: DeviceRow, index: number) => boolean]
    const cases: Case[] = [
      [{}, () => true],
      [{ type: 'printer' }, ({ type }) => type === 'printer'],
      [{ q: 'xampl' }, () => true],
      [{ q: 'e' }, () => true],
      [{ tag: 'common' }, ({ isArchived }, index) => index >= 20 && !isArchived],
      [{ q: 'X5' }, ({ searchText }) => searchText.includes('x5')],
      [{ segmentId: uuid(900_001) }, ({ lastSegmentId }) => lastSegmentId !== null],
      [{ changedSince: at(100) }, (_, index) => index >= 100],
      [
        { q: 'xampl', type: 'printer', lastSeenBefore: at(500) },
        (row) => row.type === 'printer' && row.lastSeen < at(500),
      ],
    ]
    for (const [values, matches] of cases) {
      for (const archived of ['false', 'true']) {
        const expected = rows.filter((row, index) => matches(row, index) && String(row.isArchived) === archived)
        for (const sort of ['name', '-lastSeen', 'ipAddress']) {
          const ids = inOrder(expected, sort).map(({ id }) => id)
          const offset = Math.max(0, ids.length - 60)
          const page = await listDevices(ctx, query({ ...values, archived, sort, offset: `${offset}` }))
          const seen = { ...values, archived, sort, total: page.total, ids: page.items.map(({ id }) => id) }
          expect(seen).toEqual({ ...values, archived, sort, total: ids.length, ids: ids.slice(offset, offset + 50) })
        }
      }
    }
  })

  it('is exported completely and in order with every filter', async () => {
    const rows = Array.from({ length: many }, (_, index) => device(index))
    const { ctx } = await setUp(rows, await open())
    const exported = async (values: Record<string, string>) => {
      const items: DeviceListItem[] = []
      for await (const part of exportDevices(ctx, query({ ...values, limit: '1', offset: '7' }))) items.push(...part)
      return items.map(({ id }) => id)
    }
    for (const sort of ['name', '-name', 'ipAddress', '-ipAddress', '-lastSeen', 'type']) {
      expect(await exported({ sort })).toEqual(inOrder(rows, sort).map(({ id }) => id))
      const printers = rows.filter(({ type }) => type === 'printer')
      expect(await exported({ sort, type: 'printer' })).toEqual(inOrder(printers, sort).map(({ id }) => id))
      expect(await exported({ sort, tag: 'rare' })).toEqual(inOrder(rows.slice(0, 40), sort).map(({ id }) => id))
    }
    expect(await exported({ q: 'nothing like it' })).toEqual([])
  })

  it('is exported without duplicates or gaps during concurrent changes', async () => {
    const store = await open()
    const rows = Array.from({ length: 1_200 }, (_, index) => device(index))
    const { ctx, devices } = await setUp(rows, store)
    const ids: string[] = []
    for await (const part of exportDevices(ctx, query())) {
      ids.push(...part.map(({ id }) => id))
      await store.write(async (tx) => {
        await tx.insertRows(devices, [
          device(5_000 + ids.length, { name: 'A first' }),
          device(6_000 + ids.length, { name: 'zz last' }),
        ])
        await tx.update(devices).set({ model: 'changed' }).where(eq(devices.type, 'printer'))
        await tx.delete(devices).where(eq(devices.id, ids[0] ?? ''))
      })
    }
    const stayed = rows.map(({ id }) => id)
    expect(ids.filter((id) => stayed.includes(id)).sort()).toEqual(stayed.sort())
  })

  it('finds text that has a special meaning to the database', async () => {
    const odd = [
      '50%',
      'a_b',
      'a\\b',
      'a*b',
      'a?b',
      '[ab]',
      'say "hi"',
      "it's",
      'wow!',
      'ÄRGER',
      'ß-1',
      '日本語',
      'nul\u0000x',
      'half\ud83d',
      '🖨️p',
    ]
    const { names } = await setUp(
      odd.map((name, index) =>
        device(index, { name, dnsName: null, macAddress: null, ipAddress: null, serialNumber: null }),
      ),
      await open(),
    )
    const found: [string, string[]][] = [
      ['%', ['50%']],
      ['0%', ['50%']],
      ['_', ['a_b']],
      ['a_b', ['a_b']],
      ['\\', ['a\\b']],
      ['a\\b', ['a\\b']],
      ['*', ['a*b']],
      ['a*b', ['a*b']],
      ['?', ['a?b']],
      ['a?b', ['a?b']],
      ['[ab]', ['[ab]']],
      ['[', ['[ab]']],
      ['"', ['say "hi"']],
      ['"hi"', ['say "hi"']],
      ["it's", ["it's"]],
      ['!', ['wow!']],
      ['ow!', ['wow!']],
      ['ärger', ['ÄRGER']],
      ['Är', ['ÄRGER']],
      ['ß', ['ß-1']],
      ['本', ['日本語']],
      ['日本語', ['日本語']],
      ['nul\u0000x', ['nul\ufffdx']],
      ['\ud83d', ['half\ufffd', 'nul\ufffdx']],
      ['🖨️p', ['🖨️p']],
      ['a', ['[ab]', 'a*b', 'a?b', 'a\\b', 'a_b', 'half\ufffd', 'say "hi"']],
      ['a b', ['[ab]', 'a*b', 'a?b', 'a\\b', 'a_b']],
    ]
    for (const [q, expected] of found) expect([q, (await names({ q })).sort()]).toEqual([q, expected.sort()])
  })

  it('finds a device by its current name, and not after its deletion', async () => {
    const store = await open()
    const { names, devices } = await setUp([device(1), device(2)], store)
    const change = (name: string) =>
      store.write(async (tx) => {
        const row = device(1, { name })
        await tx.insert(devices).values(row).onConflictDoUpdate({ target: devices.id, set: row })
      })
    await change('renamed')
    expect(await names({ q: 'ename' })).toEqual(['renamed'])
    expect(await names({ q: '1-x1' })).toEqual([])
    await store.write((tx) =>
      tx
        .update(devices)
        .set({ type: 'ups' })
        .where(eq(devices.id, uuid(1))),
    )
    expect(await names({ type: 'ups' })).toEqual(['renamed'])
    await store.write((tx) => tx.delete(devices).where(eq(devices.id, uuid(1))))
    expect(await names({ q: 'ename' })).toEqual([])
    const { ctx } = testSystem(store)
    expect((await listDevices(ctx, query({ type: 'ups' }))).total).toBe(0)
    expect((await listDevices(ctx, query())).total).toBe(1)
    await change('back again')
    expect(await names({ q: 'k ag' })).toEqual(['back again'])
  })

  it('is searched without the index on PostgreSQL without pg_trgm, with a warning in the log', async () => {
    const options = await newDatabase()
    const store = await open(undefined, options)
    const { names } = await setUp([device(1, { name: 'findable' }), device(2)], store)
    const warnings: unknown[] = []
    const { system } = testSystem(store)
    const log = Object.assign(Object.create(system.log), { warn: (text: unknown) => warnings.push(text) })
    await warnOfSlowSearch({ ...system, log })
    expect(warnings).toEqual([])
    if (options.engine !== 'postgres') return
    const client = new Client({ connectionString: options.url })
    await client.connect()
    await client.query('DROP INDEX devices_search')
    await client.end()
    await warnOfSlowSearch({ ...system, log })
    expect(warnings).toEqual([expect.stringContaining('CREATE EXTENSION pg_trgm')])
    expect(await names({ q: 'ndabl' })).toEqual(['findable'])
  })
})

/** One version on the first thirty devices, the other on all but the first ten, one name for both. */
const [productName, rareProduct, commonProduct] = [uuid(900_005), uuid(900_006), uuid(900_007)]

async function install(tx: Tx, rows: readonly DeviceRow[]): Promise<void> {
  const { softwareNames, softwareProducts, softwareCounts, installedLists, installations } = tx.tables(softwareTables)
  const common = { siteId: 'site', name: 'vim', sortName: 'vim', publisher: '', firstSeen: at(0) }
  const group = { softwareGroup: 'Regular' as const, inScopeTagId: null, kind: 'product' as const }
  await tx.insertRows(softwareNames, [{ ...common, ...group, id: productName, keyHash: 'vim', ownGroup: 'Regular' }])
  const product = { ...common, ...group, nameId: productName, source: 'dpkg', grouping: 1 }
  await tx.insert(softwareProducts).values([
    { ...product, number: 1, id: rareProduct, version: '1', keyHash: 'vim 1' },
    { ...product, number: 2, id: commonProduct, version: '2', keyHash: 'vim 2' },
  ])
  await tx.insert(softwareCounts).values([
    { product: 1, installations: 30, changedAt: at(0) },
    { product: 2, installations: rows.length - 10, changedAt: at(0) },
  ])
  const lists = rows.map(({ id }, index) => ({ device: index + 1, deviceId: id, products: [] }))
  await tx.insertRows(installedLists, lists)
  const on = (number: number, list: typeof lists) =>
    list.map(({ device }) => ({ product: number, device, installDate: null, firstSeen: at(0) }))
  await tx.insertRows(installations, [...on(1, lists.slice(0, 30)), ...on(2, lists.slice(10))])
}

function inOrder(rows: readonly DeviceRow[], sort: string): DeviceRow[] {
  const keys: Record<string, (row: DeviceRow) => string> = {
    name: ({ nameKey }) => nameKey,
    lastSeen: ({ lastSeen }) => lastSeen,
    ipAddress: ({ ipKey }) => ipKey ?? '',
    type: ({ type }) => type,
  }
  const key = keys[sort.replace('-', '')] ?? (() => '')
  const direction = sort.startsWith('-') ? -1 : 1
  const compare = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1)
  return [...rows].sort((a, b) => direction * (compare(key(a), key(b)) || compare(a.id, b.id)))
}
