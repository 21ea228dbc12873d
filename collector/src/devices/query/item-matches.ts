import type { Item } from '@rollcall/shared/query/fields.ts'
import { findField } from '@rollcall/shared/query/find-field.ts'
import type { Condition, Query } from '@rollcall/shared/query/query.ts'
import { queryText } from '@rollcall/shared/query/query-text.ts'
import { aliasedTable, and, eq, or, type SQL, sql } from 'drizzle-orm'
import { deviceFactTables } from '../../store/schema/device-facts.ts'
import { among, findsAny } from '../../store/sql.ts'
import type { Db } from '../../store/store.ts'
import { itemFact } from '../facts/fact.ts'
import type { FieldNumbers } from '../facts/read-facts.ts'
import { type FactTable, type FactTest, factTest } from './fact-condition.ts'
import { type Leaf, leafOf, matchFacts, noMatch } from './fact-matches.ts'
import type { Match } from './match.ts'

/** Conditions of an item by the condition they are for. Without facts of its field, a condition has none. */
type Leaves = ReadonlyMap<Condition, Leaf | undefined>

/** Devices with an item that meets a query. */
export async function matchItem(db: Db, numbers: FieldNumbers, item: Item, where: Query): Promise<Match> {
  const text = queryText({ item: item.name, where })
  const fields = item.fields.flatMap(({ name }) => numbers.get(itemFact(item.name, name)) ?? [])
  if (fields.length === 0) return noMatch(text)
  const leaves = new Map<Condition, Leaf | undefined>()
  for (const condition of conditionsIn(where)) leaves.set(condition, await leafFor(db, numbers, item, condition))
  // Without a condition that an item has to meet, all items are read.
  const found = rarestOf(where, leaves) ?? [anyOf(fields)]
  const isWhole = 'field' in where && found.length === 1
  return matchFacts(db, {
    leaves: found,
    ...(!isWhole && { also: (base: FactTable) => itemTest(db, where, base, leaves) }),
    conditions: leaves.size,
    text,
  })
}

function anyOf(fields: readonly number[]): Leaf {
  const test = (facts: FactTable) => among(facts.field, fields)
  return { test: { isIndexed: false, of: test, each: test }, size: Number.POSITIVE_INFINITY }
}

async function leafFor(db: Db, numbers: FieldNumbers, item: Item, condition: Condition): Promise<Leaf | undefined> {
  const field = findField(condition.field, item)
  const number = numbers.get(itemFact(item.name, field?.name ?? ''))
  return field && number !== undefined ? leafOf(db, await factTest(db, number, field, condition, item)) : undefined
}

/**
 * Conditions of which an item has to meet one: the rarest of those that it has to meet together. undefined if there are
 * none.
 */
function rarestOf(query: Query, leaves: Leaves): Leaf[] | undefined {
  if ('any' in query) {
    const each = query.any.map((member) => rarestOf(member, leaves))
    return each.includes(undefined) ? undefined : each.flatMap((some) => some ?? [])
  }
  if ('all' in query) {
    const each = query.all.flatMap((member) => {
      const some = rarestOf(member, leaves)
      return some ? [some] : []
    })
    return each.sort((a, b) => sizeOfAll(a) - sizeOfAll(b))[0]
  }
  if ('not' in query || 'item' in query || isAbsence(query)) return undefined
  const leaf = leaves.get(query)
  return leaf ? [leaf] : []
}

const sizeOfAll = (leaves: readonly Leaf[]) => leaves.reduce((sum, { size }) => sum + size, 0)

const isAbsence = (condition: Condition) => 'exists' in condition && !condition.exists

/** Condition that the item of a fact meets a query. */
function itemTest(db: Db, query: Query, base: FactTable, leaves: Leaves): SQL {
  if ('any' in query) return or(...query.any.map((member) => itemTest(db, member, base, leaves))) ?? sql`1 = 0`
  if ('all' in query) return and(...query.all.map((member) => itemTest(db, member, base, leaves))) ?? sql`1 = 1`
  if ('not' in query) return sql`not (${itemTest(db, query.not, base, leaves)})`
  if ('item' in query) return sql`1 = 0`
  const test = leaves.get(query)?.test
  if (!test) return isAbsence(query) ? sql`1 = 1` : sql`1 = 0`
  const meets = onSameItem(db, base, test)
  return isAbsence(query) ? sql`not ${meets}` : meets
}

function onSameItem(db: Db, base: FactTable, test: FactTest): SQL {
  const { facts } = db.tables(deviceFactTables)
  const same = and(eq(facts.device, base.device), eq(facts.item, base.item), test.each(facts))
  return findsAny(db.select({ one: sql`1` }).from(facts).where(same).getSQL())
}

/** Conditions of a query on an item. */
export function conditionsIn(query: Query): Condition[] {
  if ('any' in query) return query.any.flatMap(conditionsIn)
  if ('all' in query) return query.all.flatMap(conditionsIn)
  if ('not' in query) return conditionsIn(query.not)
  return 'item' in query ? conditionsIn(query.where) : [query]
}

/** Facts of the items of devices that meet a query. `devices` are their numbers. */
export async function itemsMeeting(
  db: Db,
  numbers: FieldNumbers,
  item: Item,
  where: Query,
  devices: readonly number[],
): Promise<FactTable['$inferSelect'][]> {
  const base = aliasedTable(db.tables(deviceFactTables).facts, 'base')
  const leaves = new Map<Condition, Leaf | undefined>()
  for (const condition of conditionsIn(where)) leaves.set(condition, await leafFor(db, numbers, item, condition))
  const fields = item.fields.flatMap(({ name }) => numbers.get(itemFact(item.name, name)) ?? [])
  return db
    .select()
    .from(base)
    .where(and(among(base.device, devices), among(base.field, fields), itemTest(db, where, base, leaves)))
}
