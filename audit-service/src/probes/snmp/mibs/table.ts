import type { Oid } from '../oid.ts'
import type { SnmpReader, TableRow } from '../reader.ts'

/** Reads columns and notes under the table's name what was cut: `ifTable: stopped after 20000 rows`. */
export async function readTable(
  reader: SnmpReader,
  name: string,
  columns: readonly Oid[],
  truncated: string[],
): Promise<TableRow[]> {
  const { rows, cut } = await reader.table(columns)
  if (cut !== undefined) truncated.push(`${name}: ${cut}`)
  return rows
}
