import { type AnyColumn, getTableName, sql } from 'drizzle-orm'
import { statementList } from '../derived.ts'
import { changeTriggers, ownPart, withTriggers } from '../postgres/change-triggers.ts'
import { bareType } from '../sql.ts'
import type { CreateTally } from './tally.ts'

/**
 * Maintains counters by triggers, so that no write can miss them. A view has the groups, each with the sum of its parts.
 * In a database without such triggers the view counts the rows.
 */
export const postgresTally: CreateTally = (name, by) => {
  const table = getTableName(by[0].table)
  return {
    name,
    table,
    ddl: ddl(name, table, by),
    groups: sql`${sql.identifier(name)} as ${sql.identifier(table)}`,
    total: sql<number>`coalesce(sum(n), 0)`.mapWith(Number),
  }
}

function ddl(name: string, table: string, by: readonly AnyColumn[]): string {
  const parts = `${name}_parts`
  const columns = by.map(({ name: column }) => `"${column}"`).join(', ')
  // No column of a primary key may be empty.
  const values = by
    .map(({ name: column, notNull }) => (notNull ? `"${column}"` : `coalesce("${column}", '') AS "${column}"`))
    .join(', ')
  const types = by
    .map((column) => `"${column.name}" ${isText(column) ? 'text COLLATE "C"' : column.getSQLType()} NOT NULL`)
    .join(', ')
  const same = (one: string, other: string) =>
    by.map(({ name: column }) => `${one}."${column}" = ${other}."${column}"`).join(' AND ')
  const added = `SELECT ${values}, 1 AS change FROM new_rows`
  const removed = `SELECT ${values}, -1 AS change FROM old_rows`
  const count = (changes: string) =>
    `INSERT INTO "${parts}" AS stored SELECT ${columns}, ${ownPart}, sum(change) FROM (${changes}) AS changes GROUP BY ${columns} HAVING sum(change) <> 0 ON CONFLICT (${columns}, part) DO UPDATE SET n = stored.n + excluded.n`
  // Only groups that lost rows are read: a transaction that reads a counter conflicts with all that change it.
  const removeEmpty = (changes: string) =>
    `IF FOUND THEN DELETE FROM "${parts}" AS stored USING (SELECT ${columns} FROM (${changes}) AS changes GROUP BY ${columns} HAVING sum(change) < 0) AS lost WHERE ${same('stored', 'lost')} AND (SELECT sum(n) FROM "${parts}" AS each WHERE ${same('each', 'lost')}) = 0; END IF`
  const moved = `${removed} UNION ALL ${added}`
  const places = by.map((_, index) => index + 1).join(', ')
  const view = (rows: string) => `CREATE VIEW "${name}" AS ${rows}`
  const counters = [
    `CREATE TABLE "${parts}" (${types}, part integer NOT NULL, n bigint NOT NULL, PRIMARY KEY (${columns}, part)) WITH (fillfactor = 50)`,
    ...changeTriggers(name, table, {
      insert: [count(added)],
      update: [count(moved), removeEmpty(moved)],
      delete: [count(removed), removeEmpty(removed)],
    }),
    `INSERT INTO "${parts}" SELECT ${values}, 0, count(*) FROM "${table}" GROUP BY ${places}`,
    view(`SELECT ${columns}, sum(n) AS n FROM "${parts}" GROUP BY ${columns} HAVING sum(n) <> 0`),
  ]
  return `${statementList([`DROP VIEW IF EXISTS "${name}"`, `DROP TABLE IF EXISTS "${parts}"`])}
${withTriggers(counters, view(`SELECT ${values}, count(*) AS n FROM "${table}" GROUP BY ${places}`))}`
}

const isText = (column: AnyColumn) => bareType(column.getSQLType()) === 'text'
