import { getTableName, sql } from 'drizzle-orm'
import { statementList } from '../derived.ts'
import type { CreateTextIndex, TextIndexOptions } from './text-index.ts'

/**
 * Creates an FTS5 index of trigrams (sqlite.org/fts5.html). Its rows have their own numbers, in `<name>_keys`: a rowid
 * of the table would change after VACUUM. Triggers maintain it, so that no write can miss it.
 */
export const sqliteTextIndex: CreateTextIndex = (name, options) => {
  const { key, text } = options
  const [index, keys] = [sql.identifier(name), sql.identifier(`${name}_keys`)]
  const matching = (phrase: string) =>
    sql`select rowid from ${index} where ${index} match ${sql.param(`"${phrase.replaceAll('"', '""')}"`, text)}`
  return {
    name,
    table: getTableName(key.table),
    ddl: ddl(name, options),
    isThere: sql<boolean>`true`.mapWith(Boolean),
    contains: (part) => sql<boolean>`${text} glob ${sql.param(`*${part.replace(/[*?[]/g, '[$&]')}*`, text)}`,
    keysOf: (part) => sql`select row_key from ${keys} where number in (${matching(part)})`,
    found: (part, max) => sql`(select row_key from ${keys} where number in (${matching(part)} limit ${max})) as found`,
    foundKey: sql<string>`row_key`,
    matches: (part, max) => sql`(${matching(part)} limit ${max}) as matches`,
  }
}

function ddl(name: string, { key, text, orders }: TextIndexOptions): string {
  const table = getTableName(key.table)
  const [id, content] = [key.name, text.name].map((column) => `\`${column}\``)
  const keys = `\`${name}_keys\``
  const numberOf = (row: 'old' | 'new') => `(SELECT number FROM ${keys} WHERE row_key = ${row}.${id})`
  const trigger = (event: string, when: string, ...statements: string[]) =>
    `CREATE TRIGGER \`${name}_${event.toLowerCase()}\` AFTER ${when} BEGIN ${statements.join('; ')}; END`
  const scans = Object.entries(orders).map(([order, columns]) => {
    const list = [...new Set([...columns, text])].map((column) => `\`${column.name}\``).join(',')
    return { name: `\`${name}_by_${order}\``, on: `\`${table}\` (${list})` }
  })
  return statementList([
    ...['insert', 'update', 'delete'].map((event) => `DROP TRIGGER IF EXISTS \`${name}_${event}\``),
    ...scans.map((scan) => `DROP INDEX IF EXISTS ${scan.name}`),
    `DROP TABLE IF EXISTS \`${name}\``,
    `DROP TABLE IF EXISTS ${keys}`,
    `CREATE TABLE ${keys} (number integer PRIMARY KEY AUTOINCREMENT, row_key text NOT NULL UNIQUE)`,
    `CREATE VIRTUAL TABLE \`${name}\` USING fts5 (content, content='', contentless_delete=1, tokenize='trigram case_sensitive 1')`,
    `INSERT INTO ${keys} (row_key) SELECT ${id} FROM \`${table}\``,
    `INSERT INTO \`${name}\` (rowid, content) SELECT number, ${content} FROM ${keys} JOIN \`${table}\` ON row_key = ${id}`,
    trigger(
      'INSERT',
      `INSERT ON \`${table}\``,
      `INSERT INTO ${keys} (row_key) VALUES (new.${id})`,
      `INSERT INTO \`${name}\` (rowid, content) VALUES (${numberOf('new')}, new.${content})`,
    ),
    trigger(
      'UPDATE',
      `UPDATE OF ${content} ON \`${table}\` WHEN old.${content} IS NOT new.${content}`,
      `UPDATE \`${name}\` SET content = new.${content} WHERE rowid = ${numberOf('new')}`,
    ),
    trigger(
      'DELETE',
      `DELETE ON \`${table}\``,
      `DELETE FROM \`${name}\` WHERE rowid = ${numberOf('old')}`,
      `DELETE FROM ${keys} WHERE row_key = old.${id}`,
    ),
    ...scans.map((scan) => `CREATE INDEX ${scan.name} ON ${scan.on}`),
  ])
}
