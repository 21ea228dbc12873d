import { getTableColumns, getTableName, type Table } from 'drizzle-orm'

export type RowInsert = { sql: string; paramsOf(row: Readonly<Record<string, unknown>>): unknown[] }

/** The statement that inserts one row. Drizzle's would be put together anew for every hundred rows, which costs more than they do. */
export function rowInsert(table: Table): RowInsert {
  const columns = Object.entries(getTableColumns(table))
  const quoted = columns.map(([, column]) => `"${column.name}"`)
  const sql = `insert into "${getTableName(table)}" (${quoted}) values (${columns.map(() => '?')})`
  const paramsOf: RowInsert['paramsOf'] = (row) =>
    columns.map(([key, column]) => {
      const value = row[key] ?? column.default ?? null
      return value === null ? null : column.mapToDriverValue(value)
    })
  return { sql, paramsOf }
}
