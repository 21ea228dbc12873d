import { invalidField } from '@rollcall/shared/errors.ts'
import { compareVersions } from '@rollcall/shared/inventory/version-order.ts'
import type { Field, FieldKind, Item } from '@rollcall/shared/query/fields.ts'
import { type Condition, meetsOrder, type Operator, type Value } from '@rollcall/shared/query/query.ts'
import { conditionText } from '@rollcall/shared/query/query-text.ts'
import { addressBits, formatAddress, parseAddress } from '@rollcall/shared/targets/address.ts'
import { blockAround } from '@rollcall/shared/targets/ranges.ts'
import { and, between, eq, gt, gte, isNotNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { deviceFactTables } from '../../store/schema/device-facts.ts'
import { among, contains, rowByRow } from '../../store/sql.ts'
import type { Db } from '../../store/store.ts'
import { factKey } from '../facts/fact.ts'
import { ipKeyOf } from '../list/search-text.ts'
import { countedMax } from './device-set.ts'
import { countSome } from './match.ts'

export type FactTable = ReturnType<typeof deviceFactTables>['facts']

/** A condition on the value of a fact. */
export type FactTest = {
  /** Condition on a row of facts, for a search by an index. */
  of(facts: FactTable): SQL
  /** Condition on a row of facts that another condition has found. */
  each(facts: FactTable): SQL
  /** Set if the rows that meet it are found by an index, or are few enough to read all. */
  isIndexed: boolean
}

/** Number of different values of a field up to which they are compared one by one. */
const valuesMax = 3_000

/** Builds the condition on facts of the field with this number. */
export async function factTest(
  db: Db,
  number: number,
  field: Field,
  condition: Condition,
  item?: Item,
): Promise<FactTest> {
  const ofField = (facts: FactTable) => eq(facts.field, number)
  const where = (isIndexed: boolean, test: (facts: FactTable) => SQL | undefined): FactTest => {
    const isExact = 'operator' in condition && condition.operator === '='
    return {
      isIndexed,
      of: (facts) => and(ofField(facts), test(facts)) ?? ofField(facts),
      // Otherwise SQLite would search all rows with such a value for each device.
      each: (facts) =>
        and(ofField(facts), isExact ? test(facts) : rowByRow(test(facts) ?? sql`true`)) ?? ofField(facts),
    }
  }
  if ('exists' in condition) return where(true, (facts) => isPresent(facts, field))
  const { operator, value } = condition
  const stored = storedValue(field, value)
  if (operator === 'in') {
    const [first, last] = keysOfBlock(String(value))
    return where(true, (facts) => between(facts.key, first, last))
  }
  if (typeof stored === 'number') return where(true, (facts) => compared(facts.number, operator, stored))
  if (operator === '=' || operator === '!=') return where(true, (facts) => compared(facts.key, operator, stored))
  if (operator === '~') {
    // SQLite reads the index, which has no empty keys, only if the condition says so.
    const isPart = (facts: FactTable) => and(isNotNull(facts.key), contains(facts.key, stored))
    if ((await countSome(db, rowsOf(db, number))) <= countedMax) return where(true, isPart)
    const keys = await differentKeys(db, number)
    if (!keys) return where(false, isPart)
    const found = keys.filter((key) => key.includes(stored))
    return where(true, (facts) => among(facts.key, found))
  }
  if (field.kind !== 'version') return where(true, (facts) => compared(facts.key, operator, stored))
  const keys = await differentKeys(db, number)
  if (!keys) {
    const text = conditionText(condition, item)
    throw invalidField('query', `‘${text}’ compares more than ${valuesMax} different versions. Use = or ~ instead`)
  }
  const found = keys.filter((key) => meetsOrder(operator, compareVersions(key, stored)))
  return where(true, (facts) => among(facts.key, found))
}

const operatorsInSql = { '=': eq, '!=': ne, '<': lt, '<=': lte, '>': gt, '>=': gte }

/** Compares a column with a value. An empty column never meets it. */
export const compared = (column: SQLiteColumn, operator: Operator, value: string | number): SQL =>
  operator === '~' || operator === 'in'
    ? contains(column, String(value))
    : operatorsInSql[operator](column, sql.param(value, column))

/** Condition that a fact has a value, in the form that the indexes have. */
function isPresent(facts: FactTable, { kind }: Field): SQL | undefined {
  if (kind === 'custom') return or(isNotNull(facts.key), isNotNull(facts.number))
  return isNotNull(isText(kind) ? facts.key : facts.number)
}

const isText = (kind: FieldKind) => ['text', 'choice', 'version', 'address'].includes(kind)

/** Value in the form of a fact. */
function storedValue({ kind }: Field, value: Value): string | number {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'number') return value
  if (typeof value === 'object') throw new Error('a period was not resolved')
  if (kind === 'time') return Date.parse(value)
  return kind === 'address' ? (ipKeyOf(value) ?? factKey(value)) : factKey(value)
}

/** The first and the last key of a CIDR block. */
export function keysOfBlock(block: string): [first: string, last: string] {
  const [text = '', length] = block.split('/')
  const address = parseAddress(text)
  if (!address) throw invalidField('query', `‘${block}’ is not a block, such as 10.20.0.0/16`)
  const prefixLength = Math.min(Number(length ?? addressBits(address.family)), addressBits(address.family))
  const { family, first, last } = blockAround(address, prefixLength)
  const keyOf = (value: bigint) => ipKeyOf(formatAddress(family, value)) ?? ''
  return [keyOf(first), keyOf(last)]
}

/** Rows of a field with text. */
function rowsOf(db: Db, number: number): SQL {
  const { facts } = db.tables(deviceFactTables)
  return sql`select 1 from ${facts} where ${and(eq(facts.field, number), isNotNull(facts.key))}`
}

/**
 * Different texts of a field, from one to the next by the index; undefined if there are more than are compared one by
 * one.
 */
async function differentKeys(db: Db, number: number): Promise<string[] | undefined> {
  const { facts } = db.tables(deviceFactTables)
  const ofField = sql`${facts.field} = ${sql.raw(String(number))} and ${isNotNull(facts.key)}`
  const next = sql`select min(${facts.key}) from ${facts} where ${ofField} and ${facts.key} > steps.value`
  const steps = sql`with recursive steps(value) as (select min(${facts.key}) from ${facts} where ${ofField} union all select (${next}) from steps where steps.value is not null) select value from steps where value is not null limit ${sql.raw(String(valuesMax + 1))}`
  const rows = await db.select({ value: sql<string>`value` }).from(sql`(${steps}) as different`)
  return rows.length > valuesMax ? undefined : rows.map(({ value }) => value)
}
