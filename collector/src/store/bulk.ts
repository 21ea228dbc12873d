import { type Column, getTableColumns, getTableName, type Table } from 'drizzle-orm'

export type BulkRow = Readonly<Record<string, unknown>>

/** Rows of which there may be some already: told by `target`, the columns of the table's key or of a unique index. */
export type Upsert<K extends string = string> = {
  target: readonly K[]
  /** Columns that a row which is there gets anew; where none are named, it stays as it is. */
  set: readonly K[]
  /** Columns of numbers that are added to what is there. */
  add?: readonly K[]
}

/** Rows that are there are told by the columns of `key`. */
export type Change = { key: string | readonly string[]; set: readonly string[] }

export type Statement = { sql: string; params: unknown[] }

/** What is read of rows. */
type Wanted<K extends string, C extends string> = {
  columns: readonly C[]
  /** What they all have in other columns. */
  and?: { [Key in K]?: string | number }
  /** Of more rows than these any so many. */
  rowsMax?: number
}

/** Which rows are read by the values of their `key`, and what of them. */
export type Lookup<K extends string = string, C extends string = string> = Wanted<K, C> & { key: K }

/** The same by the values of two columns of texts at once, whatever pairs have in common. */
export type PairLookup<K extends string = string, C extends string = string> = Wanted<K, C> & { keys: readonly [K, K] }

export type Pairs = readonly (readonly [string, string])[]

/**
 * The statements that write many rows, in their order, or read them: put together once, where Drizzle's are anew for every
 * few rows.
 */
export type BulkStatements = {
  find(table: Table, values: readonly (string | number)[], lookup: Lookup): Statement
  findPairs(table: Table, pairs: Pairs, lookup: PairLookup): Statement
  insert(table: Table, rows: readonly BulkRow[], upsert?: Upsert): Iterable<Statement>
  update(table: Table, rows: readonly BulkRow[], change: Change): Iterable<Statement>
  /** Of a row only the columns of `key` count. */
  remove(table: Table, rows: readonly BulkRow[], key: readonly string[]): Iterable<Statement>
}

export type BulkColumn = { key: string; column: Column /** Quoted. */; name: string }

/** The columns of a table, or those of some keys in their order. */
export function columnsOf(table: Table, keys?: readonly string[]): BulkColumn[] {
  const columns = getTableColumns(table)
  return (keys ?? Object.keys(columns)).flatMap((key) => {
    const column = columns[key]
    return column ? [{ key, column, name: `"${column.name}"` }] : []
  })
}

export function columnOf(table: Table, key: string): BulkColumn {
  const [column] = columnsOf(table, [key])
  if (!column) throw new Error(`${getTableName(table)} has no column ${key}`)
  return column
}

/** Gives a value its place in a statement: what the engine writes there. */
type Parameter = (value: unknown) => string

/** The statement of a look-up; `place` is how an engine writes its nth parameter, `among` the condition of its keys. */
export function selectOf(
  table: Table,
  { columns, and = {}, rowsMax }: Wanted<string, string>,
  place: (number: number) => string,
  among: (parameter: Parameter) => string,
): Statement {
  const params: unknown[] = []
  const parameter: Parameter = (value) => place(params.push(value))
  const conditions = Object.entries(and).map(([key, value]) => {
    const { name, column } = columnOf(table, key)
    return `${name} = ${parameter(column.mapToDriverValue(value))}`
  })
  conditions.push(among(parameter))
  const names = columnsOf(table, columns).map(({ name }) => name)
  const limit = rowsMax === undefined ? '' : ` limit ${parameter(rowsMax)}`
  return { sql: `select ${names} from "${getTableName(table)}" where ${conditions.join(' and ')}${limit}`, params }
}

/** The pairs with both values as the driver takes them, and the columns they are of as a row of SQL. */
export function pairsIn(table: Table, [first, second]: PairLookup['keys'], pairs: Pairs) {
  const [a, b] = [columnOf(table, first), columnOf(table, second)]
  return {
    row: `(${a.name}, ${b.name})`,
    values: pairs.map((pair) => [a.column.mapToDriverValue(pair[0]), b.column.mapToDriverValue(pair[1])] as const),
  }
}

/** The value of a row as the driver takes it. */
export function driverValue({ key, column }: BulkColumn, row: BulkRow): unknown {
  const value = row[key] ?? column.default ?? null
  return value === null ? null : column.mapToDriverValue(value)
}

/** The end of an insert. */
export function conflictClause(table: Table, { target, set, add = [] }: Upsert): string {
  const names = (keys: readonly string[]) => columnsOf(table, keys).map(({ name }) => name)
  const update = [
    ...names(set).map((name) => `${name} = excluded.${name}`),
    ...names(add).map((name) => `${name} = "${getTableName(table)}".${name} + excluded.${name}`),
  ]
  return ` on conflict (${names(target)}) do ${update.length > 0 ? `update set ${update}` : 'nothing'}`
}

/** What is made for a use of a table, once. */
export class KeptByTable<V> {
  readonly #kept = new Map<Table, Map<string, V>>()

  of(table: Table, use: string, make: () => V): V {
    const ofTable = this.#kept.get(table) ?? new Map<string, V>()
    this.#kept.set(table, ofTable)
    const value = ofTable.get(use) ?? make()
    ofTable.set(use, value)
    return value
  }
}

/** Rows as they are read: of the values of their columns. Neighbours have much in common: what is mapped once is mapped. */
function rowsOf(columns: readonly BulkColumn[], read: readonly (readonly unknown[])[]): BulkRow[] {
  const rows: BulkRow[] = []
  for (const [at, values] of read.entries()) {
    const row: Record<string, unknown> = {}
    for (const [index, { key, column }] of columns.entries()) {
      const value = values[index]
      const mapped = rows[at - 1]?.[key]
      if (value === null) row[key] = null
      else if (value === read[at - 1]?.[index] && typeof mapped !== 'object') row[key] = mapped
      else row[key] = column.mapFromDriverValue(value)
    }
    rows.push(row)
  }
  return rows
}

/** The verbs of a transaction; `execute` runs statements one after the other, `query` gives the rows of one. */
export const bulkVerbs = (
  { find, findPairs, insert, update, remove }: BulkStatements,
  execute: (statements: Iterable<Statement>) => Promise<void>,
  query: (statement: Statement) => Promise<readonly unknown[][]>,
) => ({
  rowsAmong: async (table: Table, values: readonly (string | number)[], lookup: Lookup) => {
    if (values.length === 0) return []
    // Of the type that the caller's table says, here and below.
    return rowsOf(columnsOf(table, lookup.columns), await query(find(table, values, lookup))) as never[]
  },
  rowsAmongPairs: async (table: Table, pairs: Pairs, lookup: PairLookup) => {
    if (pairs.length === 0) return []
    return rowsOf(columnsOf(table, lookup.columns), await query(findPairs(table, pairs, lookup))) as never[]
  },
  insertRows: (table: Table, rows: readonly BulkRow[]) => execute(insert(table, rows)),
  upsertRows: (table: Table, rows: readonly BulkRow[], upsert: Upsert) => execute(insert(table, rows, upsert)),
  updateRows: (table: Table, rows: readonly BulkRow[], change: Change) => execute(update(table, rows, change)),
  deleteRows: (table: Table, rows: readonly BulkRow[], key: readonly string[]) => execute(remove(table, rows, key)),
})
