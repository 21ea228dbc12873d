import { type AnyColumn, getTableName, sql } from 'drizzle-orm'
import { statementList } from '../derived.ts'
import type { CreateTally } from './tally.ts'

/** Maintains counters by triggers, so that no write can miss them. A `select` of them uses the table's own name. */
export const sqliteTally: CreateTally = (name, by) => {
  const table = getTableName(by[0].table)
  return {
    name,
    table,
    ddl: ddl(name, table, by),
    groups: sql`${sql.identifier(name)} as ${sql.identifier(table)}`,
    total: sql<number>`coalesce(sum(n), 0)`,
  }
}

function ddl(name: string, table: string, by: readonly AnyColumn[]): string {
  const names = by.map((column) => `\`${column.name}\``)
  const columns = names.join(', ')
  const of = (row: 'old' | 'new') => names.map((column) => `${row}.${column}`).join(', ')
  const same = (row: 'old' | 'new') => names.map((column) => `${column} = ${row}.${column}`).join(' AND ')
  const changed = names.map((column) => `old.${column} <> new.${column}`).join(' OR ')
  const isThere = `EXISTS (SELECT 1 FROM \`${name}\` WHERE ${same('new')})`
  // Two statements: the conflict clause of an upsert would be overruled by that of the statement that fires the
  // trigger.
  const add = [
    `INSERT INTO \`${name}\` SELECT ${of('new')}, 0 WHERE NOT ${isThere}`,
    `UPDATE \`${name}\` SET n = n + 1 WHERE ${same('new')}`,
  ].join('; ')
  const take = [
    `UPDATE \`${name}\` SET n = n - 1 WHERE ${same('old')}`,
    `DELETE FROM \`${name}\` WHERE ${same('old')} AND n = 0`,
  ].join('; ')
  const types = by.map((column) => `\`${column.name}\` ${column.getSQLType()} NOT NULL`).join(', ')
  return statementList([
    ...['insert', 'update', 'delete'].map((event) => `DROP TRIGGER IF EXISTS \`${name}_${event}\``),
    `DROP TABLE IF EXISTS \`${name}\``,
    `CREATE TABLE \`${name}\` (${types}, n integer NOT NULL, PRIMARY KEY (${columns})) WITHOUT ROWID`,
    `INSERT INTO \`${name}\` SELECT ${columns}, count(*) FROM \`${table}\` GROUP BY ${columns}`,
    `CREATE TRIGGER \`${name}_insert\` AFTER INSERT ON \`${table}\` BEGIN ${add}; END`,
    `CREATE TRIGGER \`${name}_update\` AFTER UPDATE OF ${columns} ON \`${table}\` WHEN ${changed} BEGIN ${take}; ${add}; END`,
    `CREATE TRIGGER \`${name}_delete\` AFTER DELETE ON \`${table}\` BEGIN ${take}; END`,
  ])
}
