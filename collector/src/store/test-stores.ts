import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe } from 'vitest'
import { type PostgresServer, startPostgres } from '../../../test/harness/postgres.ts'
import { type TmpFolder, tmpFolder } from '../../../test/harness/tmp.ts'
import { type Factories, generateMigrationSql } from './generate-migrations.ts'
import type { Engine } from './kit.ts'
import { type Migration, readMigrations } from './migrations.ts'
import { openStore, type StoreOptions } from './open.ts'
import type { Store } from './store.ts'

/** For tests: what the tests of one engine get. Everything is closed and removed after them. */
type TestStores = {
  engine: Engine
  /** Where a new, empty database can be opened; again by the same options. */
  newDatabase(): Promise<StoreOptions>
  /** Opens a database, by default a new one, and applies the program's migrations or those of the given tables. */
  open(tables?: Factories, options?: StoreOptions): Promise<Store>
}

/** The same tests on both engines, PostgreSQL's on a server of the test file's own. */
export function describeOnBothEngines(name: string, body: (stores: TestStores) => void): void {
  describe.each<Engine>(['sqlite', 'postgres'])(`${name} on %s`, (engine) => {
    let folder: TmpFolder | undefined
    let server: PostgresServer | undefined
    let databases = 0
    const opened: Store[] = []

    beforeAll(async () => {
      if (engine === 'postgres') server = await startPostgres()
      else folder = await tmpFolder('rollcall-store-')
    })
    afterEach(async () => {
      await Promise.all(opened.splice(0).map((store) => store.close()))
    })
    afterAll(async () => {
      await server?.stop()
      await folder?.remove()
    })

    const newDatabase = async (): Promise<StoreOptions> => {
      if (server) return { engine: 'postgres', url: await server.createDatabase() }
      databases += 1
      return { engine: 'sqlite', file: join(folder?.path ?? '', `${databases}.db`) }
    }
    body({
      engine,
      newDatabase,
      async open(tables, options) {
        const store = await openStore(options ?? (await newDatabase()))
        opened.push(store)
        await store.migrate(tables ? await migrationsOf(engine, tables) : await readMigrations(engine))
        return store
      },
    })
  })
}

export async function migrationsOf(engine: Engine, tables: Factories): Promise<Migration[]> {
  const { sql } = await generateMigrationSql(engine, tables, undefined)
  return [{ name: '0000_test.sql', sql }]
}
