import { type AnyColumn, Column, getTableColumns, is, type SQL, sql, type Table } from 'drizzle-orm'
import { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { storableText } from './kit/values.ts'

/** Far below SQLite's 32,766 and PostgreSQL's 65,535 parameters per statement. Longer statements are not faster. */
const parametersMax = 8_000

/** Escapes text for a LIKE pattern whose escape is `!`. */
export const escapeLike = (text: string): string => text.replace(/[!%_]/g, '!$&')

/**
 * Finds `text` anywhere in the column, ASCII letters in either case. For other letters, store and search lower case.
 */
export function contains(column: AnyColumn | SQL, text: string): SQL<boolean> {
  return like(column, `%${escapeLike(text)}%`)
}

export function startsWith(column: AnyColumn | SQL, text: string): SQL<boolean> {
  return like(column, `${escapeLike(text)}%`)
}

/** Compares without regard to the case of ASCII letters. */
export function equalsIgnoringCase(column: AnyColumn | SQL, text: string): SQL<boolean> {
  return like(column, escapeLike(text))
}

/**
 * Builds a LIKE. lower() makes PostgreSQL's LIKE equal to SQLite's. The pattern is folded here: a parameter would
 * follow the database's collation, not the column's.
 */
function like(column: AnyColumn | SQL, pattern: string): SQL<boolean> {
  return sql<boolean>`lower(${column}) like ${lowerAscii(pattern)} escape '!'`
}

/** Result of either engine's lower(): only ASCII letters change. */
export const lowerAscii = (text: string): string =>
  storableText(text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()))

/**
 * Wraps a condition so that it is evaluated row by row and no index is searched for it. For a condition that most rows
 * meet, where SQLite would prefer its index to the one that has the rows in order.
 */
export const rowByRow = (condition: SQL): SQL<boolean> => sql<boolean>`coalesce(${condition}, false)`

/** Alphabetical order without regard to the case of ASCII letters. */
export const alphabetical = (column: AnyColumn): SQL => sql`lower(${column}) asc`

/**
 * Ascending order with empty values first on both engines, whose defaults differ. PostgreSQL reads such an order from
 * an index of `kit.emptyFirst`. For a column that is never empty the clause is left out, so that any index serves.
 */
export const ascending = (column: AnyColumn | SQL): SQL =>
  isNeverEmpty(column) ? sql`${column} asc` : sql`${column} asc nulls first`

/** Descending order with empty values last on both engines. */
export const descending = (column: AnyColumn | SQL): SQL =>
  isNeverEmpty(column) ? sql`${column} desc` : sql`${column} desc nulls last`

const isNeverEmpty = (column: AnyColumn | SQL) => is(column, Column) && column.notNull

/** Value of the refused insert, for the `set` of an `onConflictDoUpdate`. */
export function excluded<C extends AnyColumn>(column: C): SQL<C['_']['data']> {
  return sql`excluded.${sql.identifier(column.name)}`
}

/** Splits rows into parts that each fit one `insert().values()`. */
export function insertChunks<R>(table: Table, rows: readonly R[]): R[][] {
  return chunks(rows, Math.floor(parametersMax / Object.keys(getTableColumns(table)).length))
}

/**
 * Condition that a column of texts, integers, UUIDs or digests has one of these values, however many. They are one
 * parameter, so that the statement is the same for any number of them, is prepared once, and costs less to build than
 * an `inArray`.
 */
export function among(column: AnyColumn, values: readonly (string | number)[]): SQL {
  if (is(column, PgColumn)) {
    const params = values.map((value) => column.mapToDriverValue(value))
    return sql`${column} = any(${sql.param(params)}::${sql.raw(`${bareType(column.getSQLType())}[]`)})`
  }
  return sql`${column} in (select ${sql.raw(elementOf(column))} from json_each(${jsonList(column, values)}))`
}

/**
 * Condition that a column has one of the values that a query selects. The query runs first, and its values are searched
 * in the column's index. PostgreSQL would otherwise often read every row of the column's table: it guesses the number
 * of values.
 */
export const amongFound = (column: AnyColumn, query: SQL): SQL =>
  is(column, PgColumn) ? sql`${column} = any(array(${query}))` : sql`${column} in (${query})`

/**
 * Condition that a query finds something for the row at hand. It is for a page of rows that are tested one after the
 * other. Without the offset, PostgreSQL would run the query once for all rows of the table.
 */
export const findsAny = (query: SQL): SQL => sql`exists (${query} limit 1 offset 0)`

/**
 * Reports whether an engine writes rows of a table without row ids in key order, each to a page of its part of the
 * table. PostgreSQL writes them one after the other, whatever their key.
 */
export const isInKeyOrder = (table: Table): boolean => !is(table, PgTable)

/** All columns of a table, as a lookup names them. */
export const columnsIn = <T extends Table>(table: T) =>
  Object.keys(getTableColumns(table)) as (keyof T['$inferSelect'] & string)[]

/** A list of values as one parameter of SQLite: a JSON array, with octets in hex. */
export function jsonList(column: AnyColumn, values: readonly (string | number)[]): string {
  const params = values.map((value) => column.mapToDriverValue(value))
  return JSON.stringify(params.map((value) => (Buffer.isBuffer(value) ? value.toString('hex') : value)))
}

/** Converts an element from json_each() to the column's type. */
export const elementOf = (column: AnyColumn): string => (column.getSQLType() === 'blob' ? 'unhex(value)' : 'value')

/** Condition that two columns of texts have one of these pairs of values. */
export function pairAmong(
  columns: readonly [AnyColumn, AnyColumn],
  pairs: readonly (readonly [string, string])[],
): SQL {
  const [first, second] = columns
  const driverPairs = pairs.map(([a, b]) => [first.mapToDriverValue(a), second.mapToDriverValue(b)])
  if (is(first, PgColumn)) {
    const [firsts, seconds] = [0, 1].map((at) => sql`${sql.param(driverPairs.map((pair) => pair[at]))}::text[]`)
    return sql`(${first}, ${second}) in (select * from unnest(${firsts}, ${seconds}))`
  }
  return sql`(${first}, ${second}) in (select value ->> 0, value ->> 1 from json_each(${JSON.stringify(driverPairs)}))`
}

/** A PostgreSQL type for a cast: without its collation and without a sequence. */
export const bareType = (sqlType: string): string => sqlType.replace(/ COLLATE .*/, '').replace('serial', 'int')

/** Compares a column of UUIDs with one that has them as text. The index of the UUID column is used. */
export const sameUuid = (uuid: AnyColumn, text: AnyColumn): SQL<boolean> =>
  is(uuid, PgColumn)
    ? sql<boolean>`${uuid} = cast(${text} as uuid)`
    : sql<boolean>`${uuid} = unhex(replace(${text}, '-', ''))`

/** Converts a column of UUIDs to text, so that the index of a text column is used. */
export function uuidText(uuid: AnyColumn): SQL<string> {
  if (is(uuid, PgColumn)) return sql<string>`cast(${uuid} as text)`
  const hex = sql`lower(hex(${uuid}))`
  const parts = [
    [1, 8],
    [9, 4],
    [13, 4],
    [17, 4],
    [21, 12],
  ] as const
  return sql<string>`${sql.join(
    parts.map(([from, length]) => sql`substr(${hex}, ${sql.raw(`${from}, ${length}`)})`),
    sql` || '-' || `,
  )}`
}

/** Splits values into parts that each fit one `inArray`. */
export function valueChunks<V>(values: readonly V[]): V[][] {
  return chunks(values, parametersMax)
}

export function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}
