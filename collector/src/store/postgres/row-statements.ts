import { getTableName, type Table } from 'drizzle-orm'
import {
  type Change,
  columnOf,
  columnsOf,
  conflictClause,
  driverValue,
  type Lookup,
  type PairLookup,
  type Pairs,
  pairsIn,
  type RowStatements,
  type Statement,
  selectOf,
  type TableColumn,
  type TableRow,
  type Upsert,
} from '../row-statements.ts'
import { bareType, chunks } from '../sql.ts'

/** Limits the data sent to the server at once. */
const rowsPerStatement = 4_096
/** Limit for rows with bytes, which an array would have to send as text. */
const rowsWithBytesPerStatement = 64

type Rows = readonly TableRow[]
type Values = readonly (string | number)[]

const placeholder = (number: number) => `$${number}`

/** Uses one parameter per column, with the values of all rows: the text of a statement does not grow with them. */
export const postgresRowStatements: RowStatements = { find, findPairs, insert, update, remove }

function find(table: Table, values: Values, lookup: Lookup): Statement {
  const { name, column } = columnOf(table, lookup.key)
  return selectOf(table, lookup, placeholder, (parameter) => {
    const list = parameter(values.map((value) => column.mapToDriverValue(value)))
    return `${name} = any(${list}::${bareType(column.getSQLType())}[])`
  })
}

function findPairs(table: Table, pairs: Pairs, lookup: PairLookup): Statement {
  const { row, values } = pairsIn(table, lookup.keys, pairs)
  return selectOf(table, lookup, placeholder, (parameter) => {
    const lists = [0, 1].map((at) => `${parameter(values.map((pair) => pair[at]))}::text[]`)
    return `${row} in (select * from unnest(${lists}))`
  })
}

/** Statements that insert rows of another database with the numbers that they have there. */
export const insertNumbered = (table: Table, rows: Rows): Iterable<Statement> =>
  insertInto(table, rows, columnsOf(table))

function insert(table: Table, rows: Rows, upsert?: Upsert): Iterable<Statement> {
  // The server assigns missing numbers.
  const columns = columnsOf(table).filter(({ column }) => column.getSQLType() !== 'bigserial')
  return insertInto(table, rows, columns, upsert)
}

function* insertInto(table: Table, rows: Rows, columns: readonly TableColumn[], upsert?: Upsert): Generator<Statement> {
  const names = columns.map(({ name }) => name)
  const conflict = upsert ? conflictClause(table, upsert) : ''
  const head = `insert into "${getTableName(table)}" (${names})`
  if (columns.some(({ column }) => column.getSQLType() === 'bytea')) {
    for (const part of chunks(rows, rowsWithBytesPerStatement)) {
      const params = part.flatMap((row) => columns.map((column) => driverValue(column, row)))
      yield { sql: `${head} values ${parameters(part.length, columns.length)}${conflict}`, params }
    }
    return
  }
  const sql = `${head} select * from ${arrays(columns)}${conflict}`
  for (const part of chunks(rows, rowsPerStatement)) yield { sql, params: valuesOf(columns, part) }
}

function* update(table: Table, rows: Rows, { key, set }: Change): Generator<Statement> {
  const [changed, keys] = [columnsOf(table, set), columnsOf(table, [key].flat())]
  const columns = [...changed, ...keys]
  const names = columns.map(({ name }) => name)
  const changes = changed.map(({ name }) => `${name} = found.${name}`)
  const sql = `update "${getTableName(table)}" as stored set ${changes} from ${arrays(columns)} as found (${names}) where ${areSame(keys, 'found')}`
  for (const part of chunks(rows, rowsPerStatement)) yield { sql, params: valuesOf(columns, part) }
}

function* remove(table: Table, rows: Rows, key: readonly string[]): Generator<Statement> {
  const columns = columnsOf(table, key)
  const names = columns.map(({ name }) => name)
  const sql = `delete from "${getTableName(table)}" as stored using ${arrays(columns)} as gone (${names}) where ${areSame(columns, 'gone')}`
  for (const part of chunks(rows, rowsPerStatement)) yield { sql, params: valuesOf(columns, part) }
}

const areSame = (columns: readonly TableColumn[], other: string) =>
  columns.map(({ name }) => `stored.${name} = ${other}.${name}`).join(' and ')

const arrays = (columns: readonly TableColumn[]): string =>
  `unnest(${columns.map(({ column }, index) => `$${index + 1}::${arrayType(column.getSQLType())}[]`)})`

/** Type of an array's values. `bigserial` is a column type only; its values are `bigint`. */
const arrayType = (type: string) => (type === 'bigserial' ? 'bigint' : bareType(type))

const valuesOf = (columns: readonly TableColumn[], rows: Rows): unknown[][] =>
  columns.map((column) => rows.map((row) => driverValue(column, row)))

/** `($1,$2),($3,$4)` */
const parameters = (rows: number, columns: number): string =>
  Array.from({ length: rows }, (_, row) => {
    const numbers = Array.from({ length: columns }, (_, column) => `$${row * columns + column + 1}`)
    return `(${numbers})`
  }).join(',')
