import { OperatorError } from '@rollcall/shared/errors.ts'
import { getTableName, type Table } from 'drizzle-orm'
import type { PoolClient } from 'pg'
import { copyMarker, createMigrationsTable, migrate } from '../migrations.ts'
import { openPostgres } from '../postgres/open.ts'
import { insertNumbered } from '../postgres/row-statements.ts'
import { openServers } from '../postgres/servers.ts'
import { columnsOf, rowsOf, type TableRow } from '../row-statements.ts'

/** A PostgreSQL database that gets a copy. No collector starts on it before `complete`. */
export type PostgresTarget = {
  insert(table: Table, rows: readonly TableRow[]): Promise<void>
  /** Makes the table's sequence go on behind a number. */
  continueAfter(table: Table, last: number): Promise<void>
  batches(table: Table): AsyncIterable<TableRow[]>
  /** Adds the references between the tables, which checks them. */
  finish(): Promise<void>
  /** Lets collectors start on it. */
  complete(): Promise<void>
  close(): Promise<void>
}

/** Any number, the same in every version: the lock keeps two copies out of one database. */
const copyLock = 7_265_617_003
const rowsPerFetch = 1_000

type ForeignKey = { table: string; name: string; definition: string }

/** Prepares an empty database, or one with an unfinished copy, which is begun again. */
export async function openPostgresTarget(url: string, tables: readonly Table[]): Promise<PostgresTarget> {
  // Before anything is written: it says why a server or a database cannot be used.
  const store = await openPostgres(url)
  const servers = openServers(url, { max: 1, application_name: 'rollcall migrate-to-postgres' })
  let client: PoolClient | undefined
  try {
    client = await servers.connect()
    const { rows } = await client.query<{ free: boolean }>('SELECT pg_try_advisory_lock($1) AS free', [copyLock])
    if (!rows[0]?.free) throw new OperatorError('another copy into this database is under way')
    await clear(client, tables)
    await migrate(store)
    await refuseRows(client, tables)
    await client.query(`INSERT INTO schema_migrations (name, hash, applied_at) VALUES ($1, '', $2)`, [
      copyMarker,
      Date.now(),
    ])
    return targetOn(client, await dropForeignKeys(client), async () => {
      client?.release(true)
      await servers.end()
    })
  } catch (error) {
    client?.release(true)
    await servers.end()
    throw error
  } finally {
    await store.close()
  }
}

/** Removes an unfinished copy. */
async function clear(client: PoolClient, tables: readonly Table[]): Promise<void> {
  await client.query(createMigrationsTable)
  const { rows } = await client.query('SELECT 1 FROM schema_migrations WHERE name = $1', [copyMarker])
  if (rows.length === 0) return
  const names = [...tables.map((table) => getTableName(table)), 'schema_migrations']
  await client.query(`DROP TABLE IF EXISTS ${names.map((name) => `"${name}"`)} CASCADE`)
}

async function refuseRows(client: PoolClient, tables: readonly Table[]): Promise<void> {
  for (const name of tables.map((table) => getTableName(table))) {
    const { rows } = await client.query(`SELECT 1 FROM "${name}" LIMIT 1`)
    if (rows.length === 0) continue
    throw new OperatorError(
      `the PostgreSQL database is not empty (table ${name}): a copy needs a new database, such as one of CREATE DATABASE`,
    )
  }
}

/** Removes the references between tables, so that the tables can be filled in any order. */
async function dropForeignKeys(client: PoolClient): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `SELECT conrelid::regclass::text AS "table", quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace`,
  )
  for (const { table, name } of rows) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
  return rows
}

function targetOn(client: PoolClient, keys: readonly ForeignKey[], close: () => Promise<void>): PostgresTarget {
  return {
    async insert(table, rows) {
      for (const { sql, params } of insertNumbered(table, rows)) await client.query(sql, params)
    },
    async continueAfter(table, last) {
      const sequence = columnsOf(table).find(({ column }) => column.getSQLType() === 'bigserial')
      if (!sequence || last === 0) return
      await client.query('SELECT setval(pg_get_serial_sequence($1, $2), $3)', [
        `"${getTableName(table)}"`,
        sequence.column.name,
        last,
      ])
    },
    async *batches(table) {
      const columns = columnsOf(table)
      await client.query('BEGIN')
      await client.query(
        `DECLARE copied CURSOR FOR SELECT ${columns.map(({ name }) => name)} FROM "${getTableName(table)}"`,
      )
      for (;;) {
        const text = `FETCH ${rowsPerFetch} FROM copied`
        const { rows } = await client.query<unknown[]>({ text, rowMode: 'array' })
        if (rows.length === 0) break
        yield rowsOf(columns, rows)
      }
      await client.query('COMMIT')
    },
    async finish() {
      for (const { table, name, definition } of keys) {
        await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`)
      }
      await client.query('ANALYZE')
    },
    complete: async () => void (await client.query('DELETE FROM schema_migrations WHERE name = $1', [copyMarker])),
    close,
  }
}
