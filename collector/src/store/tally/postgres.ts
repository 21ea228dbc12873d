import { type AnyColumn, getTableName, sql } from 'drizzle-orm'
import { statementList } from '../derived.ts'
import { changeTriggers, ownPart } from '../postgres/change-triggers.ts'
import { bareType } from '../sql.ts'
import type { CreateTally } from './tally.ts'

/** Maintains counters by triggers, so that no write can miss them. The counter of a group is the sum of its parts. */
export const postgresTally: CreateTally = (name, by) => {
  const table = getTableName(by[0].table)
  const columns = columnsOf(by)
  return {
    name,
    table,
    ddl: ddl(name, table, by),
    groups: sql.raw(
      `(select ${columns}, sum(n) as n from "${name}" group by ${columns} having sum(n) <> 0) as "${table}"`,
    ),
    total: sql<number>`coalesce(sum(n), 0)`.mapWith(Number),
  }
}

const columnsOf = (by: readonly AnyColumn[]) => by.map(({ name }) => `"${name}"`).join(', ')

function ddl(name: string, table: string, by: readonly AnyColumn[]): string {
  const columns = columnsOf(by)
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
    `INSERT INTO "${name}" AS stored SELECT ${columns}, ${ownPart}, sum(change) FROM (${changes}) AS changes GROUP BY ${columns} HAVING sum(change) <> 0 ON CONFLICT (${columns}, part) DO UPDATE SET n = stored.n + excluded.n`
  // Only groups that lost rows are read: a transaction that reads a counter conflicts with all that change it.
  const removeEmpty = (changes: string) =>
    `IF FOUND THEN DELETE FROM "${name}" AS stored USING (SELECT ${columns} FROM (${changes}) AS changes GROUP BY ${columns} HAVING sum(change) < 0) AS lost WHERE ${same('stored', 'lost')} AND (SELECT sum(n) FROM "${name}" AS each WHERE ${same('each', 'lost')}) = 0; END IF`
  const moved = `${removed} UNION ALL ${added}`
  return statementList([
    `DROP TABLE IF EXISTS "${name}"`,
    `CREATE TABLE "${name}" (${types}, part integer NOT NULL, n bigint NOT NULL, PRIMARY KEY (${columns}, part)) WITH (fillfactor = 50)`,
    ...changeTriggers(name, table, {
      insert: [count(added)],
      update: [count(moved), removeEmpty(moved)],
      delete: [count(removed), removeEmpty(removed)],
    }),
    `INSERT INTO "${name}" SELECT ${values}, 0, count(*) FROM "${table}" GROUP BY ${by.map((_, index) => index + 1).join(', ')}`,
  ])
}

const isText = (column: AnyColumn) => bareType(column.getSQLType()) === 'text'
