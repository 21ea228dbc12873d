import { type Column, getTableColumns, getTableName, type Table } from 'drizzle-orm'

export type TableRow = Readonly<Record<string, unknown>>

/** Rows that may exist already, found by `target`, the columns of the table's key or of a unique index. */
export type Upsert<K extends string = string> = {
  target: readonly K[]
  /** Columns to update in an existing row. Without any, it stays as it is. */
  set: readonly K[]
  /** Number columns whose values are added to the stored ones. */
  add?: readonly K[]
}

/** Update of existing rows, found by the columns of `key`. */
export type Change = { key: string | readonly string[]; set: readonly string[] }

export type Statement = { sql: string; params: unknown[] }

/** Columns and conditions of a lookup. */
type Wanted<K extends string, C extends string> = {
  columns: readonly C[]
  /** Values that all rows must have in other columns. */
  and?: { [Key in K]?: string | number }
  /** Maximum number of rows to read, in no order. */
  rowsMax?: number
}

/** Lookup of rows by the values of their `key`. */
export type Lookup<K extends string = string, C extends string = string> = Wanted<K, C> & { key: K }

/** Lookup of rows by pairs of values in two columns of texts. */
export type PairLookup<K extends string = string, C extends string = string> = Wanted<K, C> & { keys: readonly [K, K] }

export type Pairs = readonly (readonly [string, string])[]

/**
 * Statements that write many rows in order, or read them. They are built once, whereas Drizzle builds its own for every
 * few rows.
 */
export type RowStatements = {
  find(table: Table, values: readonly (string | number)[], lookup: Lookup): Statement
  findPairs(table: Table, pairs: Pairs, lookup: PairLookup): Statement
  insert(table: Table, rows: readonly TableRow[], upsert?: Upsert): Iterable<Statement>
  update(table: Table, rows: readonly TableRow[], change: Change): Iterable<Statement>
  /** Deletes rows. Only the columns of `key` count. */
  remove(table: Table, rows: readonly TableRow[], key: readonly string[]): Iterable<Statement>
}

export type TableColumn = { key: string; column: Column /** Quoted. */; name: string }

/** Columns of a table, or those of some keys in order. */
export function columnsOf(table: Table, keys?: readonly string[]): TableColumn[] {
  const columns = getTableColumns(table)
  return (keys ?? Object.keys(columns)).flatMap((key) => {
    const column = columns[key]
    return column ? [{ key, column, name: `"${column.name}"` }] : []
  })
}

export function columnOf(table: Table, key: string): TableColumn {
  const [column] = columnsOf(table, [key])
  if (!column) throw new Error(`${getTableName(table)} has no column ${key}`)
  return column
}

/** Returns the placeholder of a value in the engine's notation. */
type Parameter = (value: unknown) => string

/** Statement of a lookup. `place` writes the engine's nth parameter, `among` the condition of its keys. */
export function selectOf(
  table: Table,
  { columns, and = {}, rowsMax }: Wanted<string, string>,
  placeholder: (number: number) => string,
  among: (parameter: Parameter) => string,
): Statement {
  const params: unknown[] = []
  const parameter: Parameter = (value) => placeholder(params.push(value))
  const conditions = Object.entries(and).map(([key, value]) => {
    const { name, column } = columnOf(table, key)
    return `${name} = ${parameter(column.mapToDriverValue(value))}`
  })
  conditions.push(among(parameter))
  const names = columnsOf(table, columns).map(({ name }) => name)
  const limit = rowsMax === undefined ? '' : ` limit ${parameter(rowsMax)}`
  return { sql: `select ${names} from "${getTableName(table)}" where ${conditions.join(' and ')}${limit}`, params }
}

/** Pairs in the driver's form, and their columns as a row of SQL. */
export function pairsIn(table: Table, [first, second]: PairLookup['keys'], pairs: Pairs) {
  const [a, b] = [columnOf(table, first), columnOf(table, second)]
  return {
    row: `(${a.name}, ${b.name})`,
    values: pairs.map((pair) => [a.column.mapToDriverValue(pair[0]), b.column.mapToDriverValue(pair[1])] as const),
  }
}

/** Value of a row in the driver's form. */
export function driverValue({ key, column }: TableColumn, row: TableRow): unknown {
  const value = row[key] ?? column.default ?? null
  return value === null ? null : column.mapToDriverValue(value)
}

/** The conflict clause of an insert. */
export function conflictClause(table: Table, { target, set, add = [] }: Upsert): string {
  const names = (keys: readonly string[]) => columnsOf(table, keys).map(({ name }) => name)
  const update = [
    ...names(set).map((name) => `${name} = excluded.${name}`),
    ...names(add).map((name) => `${name} = "${getTableName(table)}".${name} + excluded.${name}`),
  ]
  return ` on conflict (${names(target)}) do ${update.length > 0 ? `update set ${update}` : 'nothing'}`
}

/** Caches one value per table. */
export class TableCache<V> {
  readonly #kept = new Map<Table, Map<string, V>>()

  of(table: Table, use: string, make: () => V): V {
    const ofTable = this.#kept.get(table) ?? new Map<string, V>()
    this.#kept.set(table, ofTable)
    const value = ofTable.get(use) ?? make()
    ofTable.set(use, value)
    return value
  }
}

/** Converts the values of rows. Consecutive rows share many values, and each is converted once. */
export function rowsOf(columns: readonly TableColumn[], read: readonly (readonly unknown[])[]): TableRow[] {
  const rows: TableRow[] = []
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

/** Verbs of a transaction. `execute` runs statements one after the other, `query` gives the rows of one. */
export const rowVerbs = (
  { find, findPairs, insert, update, remove }: RowStatements,
  execute: (statements: Iterable<Statement>) => Promise<void>,
  query: (statement: Statement) => Promise<readonly unknown[][]>,
) => ({
  rowsAmong: async (table: Table, values: readonly (string | number)[], lookup: Lookup) => {
    if (values.length === 0) return []
    // The caller's table gives the type, here and below.
    return rowsOf(columnsOf(table, lookup.columns), await query(find(table, values, lookup))) as never[]
  },
  rowsAmongPairs: async (table: Table, pairs: Pairs, lookup: PairLookup) => {
    if (pairs.length === 0) return []
    return rowsOf(columnsOf(table, lookup.columns), await query(findPairs(table, pairs, lookup))) as never[]
  },
  insertRows: (table: Table, rows: readonly TableRow[]) => execute(insert(table, rows)),
  upsertRows: (table: Table, rows: readonly TableRow[], upsert: Upsert) => execute(insert(table, rows, upsert)),
  updateRows: (table: Table, rows: readonly TableRow[], change: Change) => execute(update(table, rows, change)),
  deleteRows: (table: Table, rows: readonly TableRow[], key: readonly string[]) => execute(remove(table, rows, key)),
})
