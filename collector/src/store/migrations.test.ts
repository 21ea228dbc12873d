import { runProcess } from '@rollcall/shared/node/run-process.ts'
import { describe, expect, it } from 'vitest'
import { type Migration, migrate, pendingMigrations, readMigrations } from './migrations.ts'
import { openStore } from './open.ts'
import { allTables } from './schema/all.ts'
import { describeOnBothEngines } from './testing/stores.ts'

const migration = (name: string, sql: string): Migration => ({ name, sql })
const first = migration('0000_first.sql', 'CREATE TABLE a (id text PRIMARY KEY);')
const second = migration(
  '0001_second.sql',
  "CREATE TABLE b (a_id text REFERENCES a(id)); INSERT INTO a VALUES ('x'); INSERT INTO b VALUES ('x');",
)

describeOnBothEngines('migrations', ({ engine, newDatabase, open }) => {
  it('create every table in a new database, once', async () => {
    const store = await open()
    const tables = allTables.flatMap((factory) => Object.values(store.tables(factory)))
    expect(tables.length).toBeGreaterThan(10)
    expect(await migrate(store)).toEqual({ applied: 0 })
  })

  it('are applied in order, only new ones', async () => {
    const options = await newDatabase()
    const store = await openStore(options)
    expect(await store.migrate([first])).toEqual({ applied: 1 })
    await store.close()
    const again = await openStore(options)
    const third = migration('0002_third.sql', 'CREATE TABLE c (id text PRIMARY KEY);')
    const reported: unknown[] = []
    expect(await again.migrate([first, second, third], (...begun) => reported.push(begun))).toEqual({ applied: 2 })
    expect(reported).toEqual([
      ['0001_second.sql', 1, 2],
      ['0002_third.sql', 2, 2],
    ])
    await again.close()
  })

  it('are applied all or none', async () => {
    const store = await openStore(await newDatabase())
    const broken = migration('0002_broken.sql', 'CREATE TABLE c (id text); INSERT INTO nowhere VALUES (1);')
    await expect(store.migrate([first, second, broken])).rejects.toThrow('nowhere')
    expect(await store.migrate([first, second])).toEqual({ applied: 2 })
    await store.close()
  })

  it('leave an existing database unchanged if one fails', async () => {
    const store = await openStore(await newDatabase())
    await store.migrate([first])
    const broken = migration('0002_broken.sql', 'CREATE TABLE c (id text); INSERT INTO nowhere VALUES (1);')
    await expect(store.migrate([first, second, broken])).rejects.toThrow('nowhere')
    expect(await store.migrate([first, second])).toEqual({ applied: 1 })
    await store.close()
  })

  it('can be applied by several concurrent processes', async () => {
    const options = await newDatabase()
    const stores = await Promise.all([openStore(options), openStore(options), openStore(options)])
    const applied = await Promise.all(stores.map((store) => store.migrate([first, second])))
    expect(applied.map((result) => result.applied).sort()).toEqual([0, 0, 2])
    await Promise.all(stores.map((store) => store.close()))
  })

  it('reject a database of a newer program and leave it unchanged', async () => {
    const store = await openStore(await newDatabase())
    await store.migrate([first, second])
    await expect(store.migrate([first])).rejects.toThrow(/newer Rollcall \(it has migration 0001_second\.sql\)/)
    await store.close()
  })

  it('match the table definitions', async () => {
    expect((await readMigrations(engine)).map(({ name }) => name)[0]).toMatch(/^0000_/)
  })
})

describe('the list of migrations', () => {
  it('rejects an applied migration with different content', () => {
    const applied = [{ name: first.name, hash: 'another' }]
    expect(() => pendingMigrations([first], applied)).toThrow('a different migration 0000_first.sql')
  })

  it('is complete: npm run migrations changes nothing', async () => {
    const script = new URL('../../../scripts/migrations.mjs', import.meta.url).pathname
    const result = await runProcess(process.execPath, [script, '--check'], { timeoutMs: 60_000 })
    expect(result).toMatchObject({ code: 0, stderr: '' })
  })
})
