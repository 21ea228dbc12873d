import { changeQuerySchema } from '@rollcall/shared/api/change.ts'
import { deviceQuerySchema } from '@rollcall/shared/api/device.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { Client, type QueryConfig } from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { listChanges } from '../../change-log/list-changes.ts'
import { testSystem } from '../../ingest/testing/system.ts'
import { softwareIdsBelow } from '../../software/catalog/name-groups.ts'
import { migrate } from '../../store/migrations.ts'
import { openStore } from '../../store/open.ts'
import { changeTables } from '../../store/schema/change-log.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import type { Store } from '../../store/store.ts'
import { postgresDatabases, type TestDatabases } from '../../store/testing/databases.ts'
import { listAuditedDevices } from '../audit-data/list.ts'
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
  await client.query('ANALYZE')
})
afterAll(async () => {
  await client.end()
  await store.close()
  await databases.close()
})

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

it.each([undefined, { column: 'data.network.ipAddress', isDesc: true }, { column: 'auditDate', isDesc: false }])(
  'sorts only one range of an index for the older listing by %j',
  async (sorting) => {
    const { ctx } = testSystem(store)
    const plans = await plansOf(() => listAuditedDevices(ctx, { sorting: sorting ?? null }))
    expect(plans).toEqual([expect.stringMatching(/Presorted Key|Index Only Scan/)])
    expect(plans[0]).not.toMatch(/-> +Sort |Seq Scan/)
  },
)

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
