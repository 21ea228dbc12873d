import { changeQuerySchema } from '@rollcall/shared/api/change.ts'
import { deviceQuerySchema } from '@rollcall/shared/api/device.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { asc } from 'drizzle-orm'
import { Client, type QueryConfig } from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { listChanges } from '../../change-log/list-changes.ts'
import { testSystem } from '../../ingest/testing/system.ts'
import { softwareIdsBelow } from '../../software/catalog/name-groups.ts'
import { findInstallations } from '../../software/installations/stored-installations.ts'
import { migrate } from '../../store/migrations.ts'
import { openStore } from '../../store/open.ts'
import { changeTables } from '../../store/schema/change-log.ts'
import { deviceFactTables } from '../../store/schema/device-facts.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import { softwareTables } from '../../store/schema/software.ts'
import type { Store, Tx } from '../../store/store.ts'
import { postgresDatabases, type TestDatabases } from '../../store/testing/databases.ts'
import { listAuditedDevices } from '../audit-data/list.ts'
import { factRules } from '../facts/write-facts.ts'
import { at, device, uuid } from '../testing/devices.ts'
import { listDevices } from './list-devices.ts'

const many = 20_000

let databases: TestDatabases
let store: Store
let client: Client
beforeAll(async () => {
  databases = await postgresDatabases()
  const options = await databases.create()
  if (options.engine !== 'postgres') throw new Error('not a database of PostgreSQL')
  store = await openStore(options)
  await migrate(store)
  const rows = Array.from({ length: many }, (_, number) =>
    device(number, number % 2 === 0 ? { auditDate: at(number), auditId: uuid(number), auditSource: 'Agent' } : {}),
  )
  await store.write((tx) => tx.insertRows(tx.tables(deviceTables).devices, rows))
  client = new Client({ connectionString: options.url })
  await client.connect()
  await store.write((tx) => tx.insertRows(tx.tables(changeTables).changes, lines(many)))
  await store.write((tx) => addFacts(tx))
  await client.query('ANALYZE')
})
afterAll(async () => {
  await client.end()
  await store.close()
  await databases.close()
})

/** Each device has a number of cores, from 0 to 19, and one in a hundred has a tag. */
async function addFacts(tx: Tx) {
  const { factDevices, factFields, facts } = tx.tables(deviceFactTables)
  const { tags, deviceTags } = tx.tables(deviceTables)
  const numbers = Array.from({ length: many }, (_, number) => number)
  await tx.insertRows(
    factDevices,
    numbers.map((number) => ({ deviceId: uuid(number), rules: factRules, parts: {} })),
  )
  await tx.insert(factFields).values({ siteId: 'site', name: 'cpu.cores' })
  const [field] = await tx.select().from(factFields)
  const stored = await tx.select().from(factDevices).orderBy(asc(factDevices.device))
  const values = { field: field?.number ?? 0, item: 0, key: null, text: null }
  await tx.insertRows(
    facts,
    stored.map(({ device }) => ({ ...values, device, number: device % 20 })),
  )
  await tx.insert(tags).values({ id: 'rare', siteId: 'site', name: 'rare', nameKey: 'rare' })
  await tx.insertRows(
    deviceTags,
    numbers.filter((number) => number % 100 === 0).map((number) => ({ deviceId: uuid(number), tagId: 'rare' })),
  )
}

/** One entry in a hundred is by a person, all others are by audits. */
const lines = (count: number) =>
  Array.from({ length: count }, (_, number) => {
    const isEdit = number % 100 === 0
    const what = isEdit
      ? { entity: 'Tag', actor: 'Ada', editorKind: 'user' as const, editorId: 'ada' }
      : { entity: 'Software', actor: 'Agent', deviceId: uuid(number) }
    return { id: newId(), siteId: 'site', timestamp: at(number), verb: 'Added' as const, entityId: 'e', ...what }
  })

/** Returns PostgreSQL's plan for the rows that `list` queries in an order. */
async function plansOf(list: () => Promise<unknown>, table = 'devices'): Promise<string[]> {
  const query = vi.spyOn(Client.prototype, 'query')
  await list()
  const statements = query.mock.calls.map(([text, values]) => statementOf(text, values))
  query.mockRestore()
  const plans: string[] = []
  const ordered = new RegExp(`from "${table}" .* order by .* limit`)
  for (const { text, values } of statements.filter(({ text }) => ordered.test(text))) {
    const { rows } = await client.query({ text: `EXPLAIN ${text}`, values, rowMode: 'array' })
    plans.push(rows.join('\n'))
  }
  return plans
}

const statementOf = (config: unknown, values: unknown) =>
  typeof config === 'string'
    ? { text: config, values: (values ?? []) as unknown[] }
    : { values: [], ...(config as QueryConfig) }

const sorts = ['name', '-name', 'lastSeen', '-lastSeen', 'ipAddress', '-ipAddress', 'type', '-type']

it.each(sorts)('reads a list by %s in the order of its index', async (sort) => {
  const { ctx } = testSystem(store)
  for (const offset of ['0', `${many - 100}`]) {
    const plans = await plansOf(() => listDevices(ctx, deviceQuerySchema.parse({ sort, offset })))
    expect(plans).toEqual([expect.stringMatching(/Index Scan|Index Only Scan/)])
    expect(plans[0]).not.toContain('Sort')
  }
})

it.each([
  ['type', { type: 'computer' }, 'devices_name_of_type'],
  ['manufacturer', { manufacturer: 'Dell Inc.' }, 'devices_manufacturer'],
])('reads the devices of a %s in the order of their names', async (_, filter, index) => {
  const { ctx } = testSystem(store)
  const { total } = await listDevices(ctx, deviceQuerySchema.parse(filter))
  for (const offset of ['0', `${total - 100}`]) {
    const plans = await plansOf(() => listDevices(ctx, deviceQuerySchema.parse({ ...filter, offset })))
    expect(plans).toEqual([expect.stringContaining(` using ${index} `)])
    expect(plans[0]).not.toContain('Sort')
  }
})

it.each([undefined, { column: 'data.network.ipAddress', isDesc: true }, { column: 'auditDate', isDesc: false }])(
  'sorts only one range of an index for the older listing by %j',
  async (sorting) => {
    const { ctx } = testSystem(store)
    const plans = await plansOf(() => listAuditedDevices(ctx, { sorting: sorting ?? null }))
    expect(plans).toEqual([expect.stringMatching(/Presorted Key|Index Only Scan/)])
    expect(plans[0]).not.toMatch(/-> +Sort |Seq Scan/)
  },
)

it('reads the older listing in its order if many names have a text', async () => {
  const { ctx } = testSystem(store)
  const filter = [{ column: 'name', operator: 'contains' as const, value: 'pc-1' }]
  const plans = await plansOf(() => listAuditedDevices(ctx, { filter }))
  expect(plans).toEqual([expect.stringMatching(/Presorted Key|Index Only Scan/)])
  expect(plans[0]).not.toMatch(/-> +Sort |Seq Scan/)
})

it.each([
  ['few devices by a tag, and tests each of them', 'tag = rare and cpu.cores > 2', {}],
  ['few devices by a fact, and tests each of them', 'cpu.cores = 7 and not tag = rare', {}],
  ['a page in the order of the list, and tests each device', 'cpu.cores > 2', { limit: '10' }],
])('reads %s', async (_way, query, page) => {
  const { ctx } = testSystem(store)
  const plans = await plansOf(() => listDevices(ctx, deviceQuerySchema.parse({ query, ...page })))
  expect(plans).toEqual([expect.stringMatching(/Index Scan|Index Only Scan/)])
  // Each would read all devices or all facts.
  expect(plans[0]).not.toMatch(/Seq Scan on (devices|facts)|Join Filter|hashed SubPlan/)
})

it('reads the installations of a product in the order of their index', async () => {
  await store.write((tx) => {
    const rows = Array.from({ length: many }, (_, device) => ({
      product: 1,
      device,
      installDate: null,
      firstSeen: at(1),
    }))
    return tx.insertRows(tx.tables(softwareTables).installations, rows)
  })
  await client.query('ANALYZE installations')
  const { installations } = store.tables(softwareTables)
  const page = () =>
    store.read((db) =>
      findInstallations(db, [1]).orderBy(asc(installations.product), asc(installations.device)).limit(50),
    )
  const plans = await plansOf(page, 'installations')
  expect(plans).toEqual([expect.stringMatching(/Index Scan|Index Only Scan/)])
  expect(plans[0]).not.toMatch(/Sort|Append/)
})

it("reads a person's change log entries by their own index", async () => {
  const { ctx } = testSystem(store)
  const plans = await plansOf(
    () => listChanges(ctx, changeQuerySchema.parse({ editedBy: 'Ada', verb: 'Added' }), softwareIdsBelow),
    'changes',
  )
  expect(plans).toEqual([expect.stringContaining('using changes_edits')])
  expect(plans[0]).not.toContain('Sort')
})

it('reads the edits of people and apps by their own index', async () => {
  const { ctx } = testSystem(store)
  const plans = await plansOf(
    () => listChanges(ctx, changeQuerySchema.parse({ edits: 'true', entity: 'Tag' }), softwareIdsBelow),
    'changes',
  )
  expect(plans).toEqual([expect.stringContaining('using changes_editors')])
  expect(plans[0]).not.toContain('Sort')
})
