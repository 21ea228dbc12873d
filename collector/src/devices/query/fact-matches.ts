import type { Field, Item } from '@rollcall/shared/query/fields.ts'
import { findField } from '@rollcall/shared/query/find-field.ts'
import type { Condition, Query } from '@rollcall/shared/query/query.ts'
import { conditionText, queryText } from '@rollcall/shared/query/query-text.ts'
import { aliasedTable, and, count, countDistinct, eq, exists, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { deviceFactTables } from '../../store/schema/device-facts.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import { among } from '../../store/sql.ts'
import type { Db } from '../../store/store.ts'
import { itemFact } from '../facts/fact.ts'
import { type FactTable, type FactTest, factTest } from './fact-condition.ts'
import { countSome, type Match, sizeOf } from './match.ts'

/** Numbers of the fields that facts of a site have. */
export type FieldNumbers = ReadonlyMap<string, number>

/** Reads the numbers of these fields. A field without facts has none. */
export async function fieldNumbers(db: Db, siteId: string, names: readonly string[]): Promise<FieldNumbers> {
  const { factFields } = db.tables(deviceFactTables)
  const columns = ['name', 'number'] as const
  const rows = await db.rowsAmong(factFields, names, { key: 'name', and: { siteId }, columns })
  return new Map(rows.map(({ name, number }) => [name, number]))
}

/** Fields that a device may have several values of. */
const isSeveral = (field: Field) => field.name === 'user' || field.name === 'address'

const none = (text: string): Match => ({
  size: 0,
  ids: noIds,
  row: sql`1 = 0`,
  conditions: 1,
  count: async () => 0,
  text,
})
const noIds = sql`select null where 1 = 0`

/** Devices with a fact that meets a condition. */
export async function matchFact(db: Db, numbers: FieldNumbers, field: Field, condition: Condition): Promise<Match> {
  const { facts } = db.tables(deviceFactTables)
  const text = conditionText(condition)
  const number = numbers.get(field.name)
  if (number === undefined) return none(text)
  const test = await factTest(db, number, field, condition)
  const where = test.of(facts)
  const found = db.select({ device: facts.device }).from(facts).where(where)
  return {
    size: test.isIndexed ? sizeOf(await countSome(db, found.getSQL())) : Number.POSITIVE_INFINITY,
    ids: test.isIndexed ? idsOf(db, found.getSQL()) : undefined,
    row: onDevice(db, (device) =>
      exists(
        db
          .select({ one: sql`1` })
          .from(facts)
          .where(and(eq(facts.device, device), where)),
      ),
    ),
    ...(test.isIndexed && {
      count: async () => {
        const n = isSeveral(field) ? countDistinct(facts.device) : count()
        const [counted] = await db.select({ n }).from(facts).where(where)
        return counted?.n ?? 0
      },
    }),
    conditions: 1,
    text,
  }
}

/** Ids of the devices with these numbers. */
function idsOf(db: Db, devices: SQL): SQL {
  const { factDevices } = db.tables(deviceFactTables)
  return db
    .select({ id: factDevices.deviceId })
    .from(factDevices)
    .where(inArray(factDevices.device, sql`(${devices})`))
    .getSQL()
}

/** Condition on the row of a device by a condition on its number. */
function onDevice(db: Db, where: (device: SQLiteColumn) => SQL): SQL {
  const { devices } = db.tables(deviceTables)
  const { factDevices } = db.tables(deviceFactTables)
  const isThere = and(eq(factDevices.deviceId, devices.id), where(factDevices.device))
  return exists(db.select({ one: sql`1` }).from(factDevices).where(isThere))
}

/** A condition on a field of an item. */
type Leaf = { test: FactTest | undefined; size: number }

/** Devices with an item that meets a query. */
export async function matchItem(db: Db, numbers: FieldNumbers, item: Item, where: Query): Promise<Match> {
  const leaves = new Map<Condition, Leaf>()
  for (const condition of conditionsIn(where)) leaves.set(condition, await leafOf(db, numbers, item, condition))
  const { facts } = db.tables(deviceFactTables)
  const base = aliasedTable(facts, 'base')
  const text = `${item.name}(${queryText(where)})`
  const itself = [...item.fields].flatMap(({ name }) => numbers.get(itemFact(item.name, name)) ?? [])
  if (itself.length === 0) return none(text)
  const drivers = driversOf(where, leaves)
  // Without a condition that an item has to meet, all items are read.
  const found: FactTest[] = drivers ?? [{ isIndexed: false, of: (table) => among(table.field, itself) }]
  const meets = itemTest(db, where, base, leaves)
  const conditions = leaves.size
  const rowsOf = (test: FactTest) =>
    db
      .select({ device: base.device })
      .from(base)
      .where(and(test.of(base), meets))
  const isIndexed = found.every((test) => test.isIndexed)
  const sizes = drivers?.map((driver) => [...leaves.values()].find(({ test }) => test === driver)?.size ?? 0)
  const size = sizes?.reduce((sum, each) => sum + each, 0) ?? Number.POSITIVE_INFINITY
  const isOfDevice = (device: SQLiteColumn) =>
    or(
      ...found.map((test) =>
        exists(
          db
            .select({ one: sql`1` })
            .from(base)
            .where(and(eq(base.device, device), test.of(base), meets)),
        ),
      ),
    ) ?? sql`1 = 0`
  return {
    size,
    ids: isIndexed
      ? idsOf(
          db,
          sql.join(
            found.map((test) => rowsOf(test).getSQL()),
            sql` union all `,
          ),
        )
      : undefined,
    row: onDevice(db, isOfDevice),
    ...(found.length === 1 &&
      found[0] &&
      isIndexed && { count: () => countDevices(db, rowsOf(found[0] as FactTest).getSQL()) }),
    conditions,
    text,
  }
}

async function countDevices(db: Db, rows: SQL): Promise<number> {
  const [counted] = await db
    .select({ n: sql<number>`count(distinct device)`.mapWith(Number) })
    .from(sql`(${rows}) as found`)
  return counted?.n ?? 0
}

async function leafOf(db: Db, numbers: FieldNumbers, item: Item, condition: Condition): Promise<Leaf> {
  const field = findField(condition.field, item)
  const number = numbers.get(itemFact(item.name, field?.name ?? ''))
  if (!field || number === undefined) return { test: undefined, size: 0 }
  const test = await factTest(db, number, field, condition, item)
  const { facts } = db.tables(deviceFactTables)
  const rows = db.select({ device: facts.device }).from(facts).where(test.of(facts)).getSQL()
  return { test, size: test.isIndexed ? sizeOf(await countSome(db, rows)) : Number.POSITIVE_INFINITY }
}

/**
 * Chooses the tests of which an item has to meet one: the rarest of a group that all have to be met. undefined if there
 * are none.
 */
function driversOf(query: Query, leaves: ReadonlyMap<Condition, Leaf>): FactTest[] | undefined {
  if ('any' in query) {
    const each = query.any.map((member) => driversOf(member, leaves))
    return each.includes(undefined) ? undefined : each.flatMap((drivers) => drivers ?? [])
  }
  if ('all' in query) {
    const sizeOf = (drivers: readonly FactTest[]) =>
      drivers.reduce((sum, driver) => sum + ([...leaves.values()].find(({ test }) => test === driver)?.size ?? 0), 0)
    const each = query.all.flatMap((member) => {
      const drivers = driversOf(member, leaves)
      return drivers ? [drivers] : []
    })
    return each.sort((a, b) => sizeOf(a) - sizeOf(b))[0]
  }
  if ('not' in query || 'item' in query || isAbsence(query)) return undefined
  const test = leaves.get(query)?.test
  return test ? [test] : []
}

const isAbsence = (condition: Condition) => 'exists' in condition && !condition.exists

/** Condition that the item of a row meets a query. */
function itemTest(db: Db, query: Query, base: FactTable, leaves: ReadonlyMap<Condition, Leaf>): SQL {
  if ('any' in query) return or(...query.any.map((member) => itemTest(db, member, base, leaves))) ?? sql`1 = 0`
  if ('all' in query) return and(...query.all.map((member) => itemTest(db, member, base, leaves))) ?? sql`1 = 1`
  if ('not' in query) return sql`not (${itemTest(db, query.not, base, leaves)})`
  if ('item' in query) return sql`1 = 0`
  const test = leaves.get(query)?.test
  if (!test) return isAbsence(query) ? sql`1 = 1` : sql`1 = 0`
  const { facts } = db.tables(deviceFactTables)
  const same = and(eq(facts.device, base.device), eq(facts.item, base.item), test.of(facts))
  const meets = exists(db.select({ one: sql`1` }).from(facts).where(same))
  return isAbsence(query) ? sql`not ${meets}` : meets
}

/** Conditions of a query on an item. */
export function conditionsIn(query: Query): Condition[] {
  if ('any' in query) return query.any.flatMap(conditionsIn)
  if ('all' in query) return query.all.flatMap(conditionsIn)
  if ('not' in query) return conditionsIn(query.not)
  return 'item' in query ? conditionsIn(query.where) : [query]
}
