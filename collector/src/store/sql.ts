import { type AnyColumn, Column, getTableColumns, is, type SQL, sql, type Table } from 'drizzle-orm'
import { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { storableText } from './kit/values.ts'

/** Far below SQLite's 32,766 and PostgreSQL's 65,535 parameters a statement; longer ones are not faster. */
const parametersMax = 8_000

/** Text as part of a LIKE pattern whose escape is `!`. */
export const escapeLike = (text: string): string => text.replace(/[!%_]/g, '!$&')

/** `text` somewhere in the column; ASCII letters match in either case. For others, store and look for lower case. */
export function contains(column: AnyColumn | SQL, text: string): SQL<boolean> {
  return like(column, `%${escapeLike(text)}%`)
}

export function startsWith(column: AnyColumn | SQL, text: string): SQL<boolean> {
  return like(column, `${escapeLike(text)}%`)
}

/** Equal but for the case of ASCII letters. */
export function equalsIgnoringCase(column: AnyColumn | SQL, text: string): SQL<boolean> {
  return like(column, escapeLike(text))
}

/**
 * lower() makes PostgreSQL's LIKE the same as SQLite's. The pattern is folded here: a parameter would be by the rules
 * of the database's own collation, not of the column's.
 */
function like(column: AnyColumn | SQL, pattern: string): SQL<boolean> {
  return sql<boolean>`lower(${column}) like ${lowerAscii(pattern)} escape '!'`
}

/** What lower() of either engine makes of a text: it leaves all but ASCII letters as they are. */
export const lowerAscii = (text: string): string =>
  storableText(text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()))

/**
 * The same condition, but looked at row by row: no index is searched for it. For a condition that most rows meet, where
 * SQLite would rather follow its index than the one that has the rows in order.
 */
export const rowByRow = (condition: SQL): SQL<boolean> => sql<boolean>`coalesce(${condition}, false)`

/** In the order of the alphabet, whatever the case of ASCII letters. */
export const alphabetical = (column: AnyColumn): SQL => sql`lower(${column}) asc`

/**
 * Empty values first on both engines, where their defaults differ. PostgreSQL reads such an order from an index of
 * `kit.emptyFirst`; where a column is never empty nothing is said of it, so that it reads it from any.
 */
export const ascending = (column: AnyColumn | SQL): SQL =>
  isNeverEmpty(column) ? sql`${column} asc` : sql`${column} asc nulls first`

/** Empty values last on both engines. */
export const descending = (column: AnyColumn | SQL): SQL =>
  isNeverEmpty(column) ? sql`${column} desc` : sql`${column} desc nulls last`

const isNeverEmpty = (column: AnyColumn | SQL) => is(column, Column) && column.notNull

/** In the `set` of an `onConflictDoUpdate`: the value that the insert was refused for. */
export function excluded<C extends AnyColumn>(column: C): SQL<C['_']['data']> {
  return sql`excluded.${sql.identifier(column.name)}`
}

/** The rows in parts of which each fits one `insert().values()`. */
export function insertChunks<R>(table: Table, rows: readonly R[]): R[][] {
  return chunks(rows, Math.floor(parametersMax / Object.keys(getTableColumns(table)).length))
}

/**
 * The column of texts, integers, UUIDs or digests is one of these, as many as there are: one parameter, so that the
 * statement is the same for any number of them, is prepared once, and costs less to put together than an `inArray`.
 */
export function among(column: AnyColumn, values: readonly (string | number)[]): SQL {
  if (is(column, PgColumn)) {
    const params = values.map((value) => column.mapToDriverValue(value))
    return sql`${column} = any(${sql.param(params)}::${sql.raw(`${bareType(column.getSQLType())}[]`)})`
  }
  return sql`${column} in (select ${sql.raw(elementOf(column))} from json_each(${jsonList(column, values)}))`
}

/**
 * Whether rows of a table without row ids are written where their key says, each to a page of its part of the table.
 * PostgreSQL writes them one after the other, whatever their key.
 */
export const isInKeyOrder = (table: Table): boolean => !is(table, PgTable)

/** All columns of a table, as a look-up names them. */
export const columnsIn = <T extends Table>(table: T) =>
  Object.keys(getTableColumns(table)) as (keyof T['$inferSelect'] & string)[]

/** SQLite's list of values as one parameter: a JSON array, with octets in hex. */
export function jsonList(column: AnyColumn, values: readonly (string | number)[]): string {
  const params = values.map((value) => column.mapToDriverValue(value))
  return JSON.stringify(params.map((value) => (Buffer.isBuffer(value) ? value.toString('hex') : value)))
}

/** What of json_each() is an element of such a list as the column has it. */
export const elementOf = (column: AnyColumn): string => (column.getSQLType() === 'blob' ? 'unhex(value)' : 'value')

/** The same of two columns of texts at once, whatever the pairs have in common. */
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

/** A PostgreSQL type as a cast takes it: without its collation, and without a sequence. */
export const bareType = (sqlType: string): string => sqlType.replace(/ COLLATE .*/, '').replace('serial', 'int')

/** A column of UUIDs has the one that another has as text; the column of UUIDs is the one whose index is used. */
export const sameUuid = (uuid: AnyColumn, text: AnyColumn): SQL<boolean> =>
  is(uuid, PgColumn)
    ? sql<boolean>`${uuid} = cast(${text} as uuid)`
    : sql<boolean>`${uuid} = unhex(replace(${text}, '-', ''))`

/** A column of UUIDs as the text that others have it as: for a look at the index of theirs. */
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

/** The values in parts of which each fits one `inArray`. */
export function valueChunks<V>(values: readonly V[]): V[][] {
  return chunks(values, parametersMax)
}

export function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}
