import { getTableName } from 'drizzle-orm'
import { statementList } from '../derived.ts'
import type { CreateRevision } from './revision.ts'

/** Creates a row that triggers update, so that no write can miss it. */
export const sqliteRevision: CreateRevision = (name, of) => {
  const table = getTableName(of[0].table)
  return {
    name,
    table,
    ddl: ddl(
      name,
      table,
      of.map((column) => column.name),
    ),
    query: `SELECT n FROM \`${name}\``,
  }
}

function ddl(name: string, table: string, of: readonly string[]): string {
  const columns = of.map((column) => `\`${column}\``).join(', ')
  const changed = of.map((column) => `old.\`${column}\` IS NOT new.\`${column}\``).join(' OR ')
  const trigger = (event: string, when: string) =>
    `CREATE TRIGGER \`${name}_${event}\` AFTER ${when} BEGIN UPDATE \`${name}\` SET n = n + 1; END`
  return statementList([
    ...['insert', 'update', 'delete'].map((event) => `DROP TRIGGER IF EXISTS \`${name}_${event}\``),
    `CREATE TABLE IF NOT EXISTS \`${name}\` (n integer NOT NULL)`,
    `INSERT INTO \`${name}\` SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM \`${name}\`)`,
    trigger('insert', `INSERT ON \`${table}\``),
    trigger('update', `UPDATE OF ${columns} ON \`${table}\` WHEN ${changed}`),
    trigger('delete', `DELETE ON \`${table}\``),
  ])
}
