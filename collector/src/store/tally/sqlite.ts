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
  const columns = by.map(({ name: column }) => `\`${column}\``).join(', ')
  // No column of a primary key may be empty.
  const groupValue = ({ name: column, notNull }: AnyColumn, row: '' | 'old.' | 'new.') =>
    notNull ? `${row}\`${column}\`` : `coalesce(${row}\`${column}\`, '')`
  const of = (row: '' | 'old.' | 'new.') => by.map((column) => groupValue(column, row)).join(', ')
  const same = (row: 'old.' | 'new.') =>
    by.map((column) => `\`${column.name}\` = ${groupValue(column, row)}`).join(' AND ')
  const changed = by.map((column) => `${groupValue(column, 'old.')} <> ${groupValue(column, 'new.')}`).join(' OR ')
  const isThere = `EXISTS (SELECT 1 FROM \`${name}\` WHERE ${same('new.')})`
  // Two statements: the conflict clause of an upsert would be overruled by that of the statement that fires the
  // trigger.
  const add = [
    `INSERT INTO \`${name}\` SELECT ${of('new.')}, 0 WHERE NOT ${isThere}`,
    `UPDATE \`${name}\` SET n = n + 1 WHERE ${same('new.')}`,
  ].join('; ')
  const take = [
    `UPDATE \`${name}\` SET n = n - 1 WHERE ${same('old.')}`,
    `DELETE FROM \`${name}\` WHERE ${same('old.')} AND n = 0`,
  ].join('; ')
  const types = by.map((column) => `\`${column.name}\` ${column.getSQLType()} NOT NULL`).join(', ')
  return statementList([
    ...['insert', 'update', 'delete'].map((event) => `DROP TRIGGER IF EXISTS \`${name}_${event}\``),
    `DROP TABLE IF EXISTS \`${name}\``,
    `CREATE TABLE \`${name}\` (${types}, n integer NOT NULL, PRIMARY KEY (${columns})) WITHOUT ROWID`,
    `INSERT INTO \`${name}\` SELECT ${of('')}, count(*) FROM \`${table}\` GROUP BY ${of('')}`,
    `CREATE TRIGGER \`${name}_insert\` AFTER INSERT ON \`${table}\` BEGIN ${add}; END`,
    `CREATE TRIGGER \`${name}_update\` AFTER UPDATE OF ${columns} ON \`${table}\` WHEN ${changed} BEGIN ${take}; ${add}; END`,
    `CREATE TRIGGER \`${name}_delete\` AFTER DELETE ON \`${table}\` BEGIN ${take}; END`,
  ])
}
