import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { inject } from 'vitest'
import { urlOfSchema } from '../../../../test/harness/postgres.ts'
import { tmpFolder } from '../../../../test/harness/tmp.ts'
import type { Engine } from '../kit.ts'
import { type Migration, readMigrations } from '../migrations.ts'
import { openStore, type StoreOptions } from '../open.ts'
import { openPool, openPostgres } from '../postgres/open.ts'
import type { Servers } from '../postgres/servers.ts'
import { createPostgresStore } from '../postgres/store.ts'
import type { Store } from '../store.ts'
import { Availability } from '../unavailable.ts'

/** For tests: where the databases of one engine come from. */
export type TestDatabases = {
  /** A new one without tables. */
  create(): Promise<StoreOptions>
  /** Opens the n-th of those that are migrated and in use by one test. Nothing is in its tables. */
  openMigrated(n: number): Promise<{ store: Store; options: StoreOptions }>
  close(): Promise<void>
}

const read = new Map<Engine, Promise<Migration[]>>()

/** Reads the program's migrations, once for all files that this process tests. */
export function programMigrations(engine: Engine): Promise<Migration[]> {
  const migrations = read.get(engine) ?? readMigrations(engine)
  read.set(engine, migrations)
  return migrations
}

/** Files in a folder that is gone afterwards. */
export async function sqliteDatabases(): Promise<TestDatabases> {
  const folder = await tmpFolder('rollcall-store-')
  const newFile = () => join(folder.path, `${randomUUID()}.db`)
  return {
    create: async () => ({ engine: 'sqlite', file: newFile() }),
    async openMigrated() {
      const file = newFile()
      migratedSqlite ??= migrateSqlite()
      await writeFile(file, await migratedSqlite)
      const options: StoreOptions = { engine: 'sqlite', file }
      return { store: await openStore(options), options }
    },
    close: folder.remove,
  }
}

/** A migrated database for all files that this process tests: a copy takes a tenth of what the migrations take. */
let migratedSqlite: Promise<Uint8Array> | undefined

async function migrateSqlite(): Promise<Uint8Array> {
  await using folder = await tmpFolder('rollcall-store-')
  const file = join(folder.path, 'migrated.db')
  const store = await openStore({ engine: 'sqlite', file })
  await store.migrate(await programMigrations('sqlite'))
  await store.close()
  return readFile(file)
}

/**
 * On the server of the run (see test-server.ts): schemas of one real database for each worker, which runs one test file
 * at a time. Emptying takes a thirtieth of migrating.
 */
export async function postgresDatabases(): Promise<TestDatabases> {
  const server = inject('postgres')
  if ('problem' in server) throw new Error(server.problem)
  const url = await databaseOfWorker(server.url)
  const client = new Client({ connectionString: url })
  await client.connect()
  const pools = new Map<string, Servers>()
  const poolOf = async (schema: string) => {
    const old = pools.get(schema)
    if (old) return old
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`)
    const store = await openPostgres(urlOfSchema(url, schema))
    await store.migrate(await programMigrations('postgres'))
    await store.close()
    const pool = openPool(urlOfSchema(url, schema))
    pools.set(schema, pool)
    return pool
  }
  return {
    async create() {
      const schema = `test_${randomUUID().replaceAll('-', '')}`
      await client.query(`CREATE SCHEMA ${schema}`)
      return { engine: 'postgres', url: urlOfSchema(url, schema) }
    },
    async openMigrated(n) {
      const schema = `migrated_${n}`
      const pool = await poolOf(schema)
      await client.query(emptyTables(schema))
      const store = createPostgresStore(lent(pool), schema, new Availability(undefined))
      return { store, options: { engine: 'postgres', url: urlOfSchema(url, schema) } }
    },
    async close() {
      await Promise.all([client.end(), ...[...pools.values()].map((pool) => pool.end())])
    },
  }
}

/** Returns connections that outlive the store that ends them: to open them takes longer than most tests. */
const lent = (servers: Servers): Servers => ({ ...servers, end: async () => undefined })

async function databaseOfWorker(serverUrl: string): Promise<string> {
  const name = `worker_${process.env['VITEST_POOL_ID']}`
  const client = new Client({ connectionString: serverUrl })
  await client.connect()
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name])
  if (rowCount === 0) await client.query(`CREATE DATABASE ${name}`)
  await client.end()
  return Object.assign(new URL(serverUrl), { pathname: name }).href
}

/** Deletes in any order, so without foreign keys and triggers. Numbers start again, as in a new database. */
const emptyTables = (schema: string) => `
  DO $$ DECLARE name text; BEGIN
    SET LOCAL session_replication_role = replica;
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = '${schema}' AND tablename <> 'schema_migrations' LOOP
      EXECUTE format('DELETE FROM ${schema}.%I', name);
    END LOOP;
    FOR name IN SELECT sequencename FROM pg_sequences WHERE schemaname = '${schema}' AND last_value IS NOT NULL LOOP
      EXECUTE format('ALTER SEQUENCE ${schema}.%I RESTART', name);
    END LOOP;
  END $$`
