import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest'
import { isLongForm } from '../../../../test/harness/long-form.ts'
import type { Factories } from '../generate-migrations.ts'
import type { Engine } from '../kit.ts'
import type { Migration } from '../migrations.ts'
import { openStore, type StoreOptions } from '../open.ts'
import type { Store } from '../store.ts'
import { postgresDatabases, programMigrations, sqliteDatabases, type TestDatabases } from './databases.ts'

/** For tests: the helpers for tests of one engine. Everything is closed after each test. */
type TestStores = {
  engine: Engine
  /**
   * Returns options of a new, empty database, which can be opened again with them. A test that changes its schema needs
   * one.
   */
  newDatabase(): Promise<StoreOptions>
  /** Opens a database, by default a new one, and applies the program's migrations or those of the given tables. */
  open(tables?: Factories, options?: StoreOptions): Promise<Store>
}

/** For tests: the options with which a store was opened. */
export const optionsOf = new WeakMap<Store, StoreOptions>()

const engines: readonly Engine[] = ['sqlite', 'postgres']

/** Runs the tests on both engines. */
export const describeOnBothEngines = (name: string, body: (stores: TestStores) => void): void =>
  describeOn(engines, name, body)

/**
 * Runs the tests on both engines in the long form, and otherwise on one: the group's name decides, so that each engine
 * gets half of the groups. For tests of the HTTP interface only, which are the most by far; a test that knows its engine needs both.
 */
export const describeOnEitherEngine = (name: string, body: (stores: Pick<TestStores, 'open'>) => void): void =>
  describeOn(isLongForm ? engines : [engines[name.length % 2] ?? 'sqlite'], name, body)

function describeOn(chosen: readonly Engine[], name: string, body: (stores: TestStores) => void): void {
  describe.each(chosen)(`${name} on %s`, (engine) => {
    let databases: TestDatabases | undefined
    let migratedInUse = 0
    const opened: Store[] = []
    const ready = () => databases ?? expect.unreachable('databases are made before the first test')

    beforeAll(async () => {
      databases = await (engine === 'postgres' ? postgresDatabases() : sqliteDatabases())
    })
    afterEach(async () => {
      await Promise.all(opened.splice(0).map((store) => store.close()))
      migratedInUse = 0
    })
    afterAll(() => databases?.close())

    const newDatabase = () => ready().create()
    body({
      engine,
      newDatabase,
      async open(tables, options) {
        if (!tables && !options) {
          migratedInUse += 1
          const migrated = await ready().openMigrated(migratedInUse)
          optionsOf.set(migrated.store, migrated.options)
          opened.push(migrated.store)
          return migrated.store
        }
        const given = options ?? (await newDatabase())
        const store = await openStore(given)
        optionsOf.set(store, given)
        opened.push(store)
        await store.migrate(tables ? await migrationsOf(engine, tables) : await programMigrations(engine))
        return store
      },
    })
  })
}

export async function migrationsOf(engine: Engine, tables: Factories): Promise<Migration[]> {
  // drizzle-kit takes a second to load, and few files need it.
  const { generateMigrationSql } = await import('../generate-migrations.ts')
  const { sql } = await generateMigrationSql(engine, tables, undefined)
  return [{ name: '0000_test.sql', sql }]
}
