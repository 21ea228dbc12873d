import { type Oid, oid } from '../oid.ts'
import type { ReadLimits, SnmpReader, TableRow } from '../reader.ts'

/** Returns the columns of a table by their numbers below its entry. */
export const columnsOf = (entry: string, ...columns: readonly number[]): Oid[] =>
  columns.map((column) => oid(`${entry}.${column}`))

/** Reads columns, and records cut data under the table's name: `ifTable: stopped after 20000 rows`. */
export async function readTable(
  reader: SnmpReader,
  name: string,
  columns: readonly Oid[],
  truncated: string[],
  limits?: Partial<ReadLimits>,
): Promise<TableRow[]> {
  const { rows, cut } = await reader.table(columns, limits)
  if (cut !== undefined) truncated.push(`${name}: ${cut}`)
  return rows
}
