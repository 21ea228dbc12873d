import { getTableName } from 'drizzle-orm'
import { statementList } from '../derived.ts'
import { changeTriggers, ownPart, withTriggers } from '../postgres/change-triggers.ts'
import type { CreateRevision } from './revision.ts'

/**
 * Creates a number that triggers raise, so that no write can miss it: the sum of its parts. It is empty in a database
 * without such triggers.
 */
export const postgresRevision: CreateRevision = (name, of, use) => {
  const table = getTableName(of[0].table)
  if (use === 'caches') return { name, table, ddl: '', query: undefined }
  const columns = of.map((column) => `"${column.name}"`).join(', ')
  return { name, table, ddl: ddl(name, table, columns), query: `SELECT n FROM "${name}"` }
}

function ddl(name: string, table: string, columns: string): string {
  const parts = `${name}_parts`
  const raise = (where: string) =>
    `INSERT INTO "${parts}" AS stored SELECT ${ownPart}, 1 WHERE ${where} ON CONFLICT (part) DO UPDATE SET n = stored.n + 1`
  const rows = (version: 'old' | 'new') => `SELECT ${columns} FROM ${version}_rows`
  const view = (row: string) => `CREATE VIEW "${name}" AS ${row}`
  const counters = [
    `CREATE TABLE "${parts}" (part integer PRIMARY KEY, n bigint NOT NULL) WITH (fillfactor = 50)`,
    ...changeTriggers(name, table, {
      insert: [raise(`EXISTS (${rows('new')})`)],
      // A count depends on the values of the rows, not on which row has them.
      update: [raise(`EXISTS (${rows('new')} EXCEPT ALL ${rows('old')})`)],
      delete: [raise(`EXISTS (${rows('old')})`)],
    }),
    view(`SELECT coalesce(sum(n), 0) AS n FROM "${parts}"`),
  ]
  return `${statementList([`DROP VIEW IF EXISTS "${name}"`, `DROP TABLE IF EXISTS "${parts}"`])}
${withTriggers(counters, view('SELECT NULL::bigint AS n'))}`
}
