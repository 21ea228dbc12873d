import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { OperatorError } from '@rollcall/shared/errors.ts'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import Database from 'better-sqlite3'
import { asc } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readMigrations } from '../migrations.ts'
import type { Tx } from '../store.ts'
import { migrationsOf } from '../testing/stores.ts'
import { sampleTables } from '../testing/tables.ts'
import { Availability } from '../unavailable.ts'
import { createConnection } from './connection.ts'
import { assertDurable, makeDurable, withoutSync } from './durability.ts'
import { createLogSync } from './log-sync.ts'
import { openSqlite } from './open.ts'
import { createSqliteStore } from './store.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-sqlite-'))
})
afterAll(() => rm(folder, { recursive: true }))

const openSample = async (file: string) => {
  const store = await openSqlite(file)
  await store.migrate(await migrationsOf('sqlite', [sampleTables]))
  return store
}

describe('SQLite', () => {
  it('stores installations in the order of their key, which drizzle-kit does not support', async () => {
    const file = join(folder, 'without-row-ids.db')
    const store = await openSqlite(file)
    await store.migrate(await readMigrations('sqlite'))
    await store.close()
    const database = new Database(file, { readonly: true })
    const tables = database.prepare<[], { name: string; wr: number }>('PRAGMA table_list').all()
    database.close()
    for (const table of ['installations', 'recent_installations']) {
      expect(tables.find(({ name }) => name === table)).toMatchObject({ wr: 1 })
    }
  })

  it('keeps exactly the committed data when the process is killed in a transaction', async () => {
    const file = join(folder, 'crash.db')
    const prepared = await openSample(file)
    await prepared.close()
    const child = new URL('../testing/crash.ts', import.meta.url).pathname
    const result = await runProcess(process.execPath, [child, file], { timeoutMs: 30_000 })
    const committed = result.stdout.trim().split('\n')
    expect({ code: result.code, ended: result.ended, stderr: result.stderr }).toEqual({ code: null, stderr: '' })
    expect(committed).toHaveLength(50)

    const store = await openSqlite(file)
    const { shelves } = store.tables(sampleTables)
    const rows = await store.read((db) => db.select().from(shelves).orderBy(asc(shelves.id)))
    expect(rows.map((row) => row.id)).toEqual(committed)
    expect(new Set(rows.map((row) => row.room))).toEqual(new Set(['counted']))
    await store.write((tx) => tx.insert(shelves).values({ id: 'after' }))
    await store.close()
  })

  it('syncs at every commit, also after writes', () => {
    const database = new Database(join(folder, 'durable.db'))
    makeDurable(database)
    database.exec('CREATE TABLE t (n integer)')
    assertDurable(database)
    database.pragma('synchronous = NORMAL')
    expect(() => assertDurable(database)).toThrow('synchronous = 1, not 2 (FULL)')
    database.close()
  })

  it('syncs at every commit again after an unsynced one, however that ended', async () => {
    const database = new Database(join(folder, 'unsynced.db'))
    makeDurable(database)
    const synchronous = () => database.pragma('synchronous', { simple: true })
    expect(await withoutSync(database, async () => synchronous())).toBe(1)
    assertDurable(database)
    const failing = withoutSync(database, () => Promise.reject(new Error('no')))
    await expect(failing).rejects.toThrow('no')
    assertDurable(database)
    database.close()
  })

  /** Opens a store whose syncs end when the test resolves them, or after `release`. */
  async function openOnSlowDisk(name: string) {
    const file = join(folder, name)
    await (await openSample(file)).close()
    const syncs: PromiseWithResolvers<void>[] = []
    let isReleased = false
    const begin = async () => {
      const begun = Promise.withResolvers<void>()
      syncs.push(begun)
      if (!isReleased) await begun.promise
    }
    const store = createSqliteStore(
      file,
      createConnection(file, { readonly: false }),
      createLogSync(file, { sync: begin, close: async () => undefined }),
      new Availability(undefined),
    )
    const release = () => {
      isReleased = true
      for (const begun of syncs) begun.resolve()
    }
    return { store, syncs, release }
  }

  it('resolves a write after it is on disk, and lets the next one commit meanwhile', async () => {
    const { store, syncs, release } = await openOnSlowDisk('slow-disk.db')
    const { shelves } = store.tables(sampleTables)
    const resolved: string[] = []
    const write = (id: string) => store.write((tx) => tx.insert(shelves).values({ id })).then(() => resolved.push(id))
    const writes = [write('a'), write('b')]
    while ((await store.read((db) => db.select().from(shelves))).length < 2) await setImmediate()
    expect(resolved).toEqual([])
    while (resolved.length < 2) {
      for (const begun of syncs) begun.resolve()
      await setImmediate()
    }
    await Promise.all(writes)
    release()
    await store.close()
  })

  it('resolves counters before they are on disk, and runs them before the writes that wait', async () => {
    const { store, syncs, release } = await openOnSlowDisk('counters.db')
    const { shelves } = store.tables(sampleTables)
    const run: string[] = []
    const insert = (id: string) => (tx: Tx) => {
      run.push(id)
      return tx.insert(shelves).values({ id })
    }
    const writes = [store.write(insert('first')), store.write(insert('second'))]
    await store.writeCounters(insert('counter'))
    expect(run.slice(0, 2)).toEqual(['first', 'counter'])
    const rows = await store.read((db) => db.select({ id: shelves.id }).from(shelves))
    expect(rows.map(({ id }) => id)).toContain('counter')
    expect(syncs).toHaveLength(1)
    release()
    await Promise.all(writes)
    await store.close()
  })

  it('rejects a write that waits for something else, and continues', async () => {
    const store = await openSample(join(folder, 'foreign.db'))
    const { shelves } = store.tables(sampleTables)
    let outcome: Promise<unknown> = Promise.resolve()
    const write = store.write(async (tx) => {
      await tx.insert(shelves).values({ id: 'a' })
      outcome = setImmediate().then(() => tx.insert(shelves).values({ id: 'b' }))
      await outcome
    })
    await expect(write).rejects.toThrow('waits for something other than its statements')
    await store.write((tx) => tx.insert(shelves).values({ id: 'c' }))
    await expect(outcome).rejects.toMatchObject({
      cause: { message: 'a statement after the end of its write transaction' },
    })
    expect(await store.read((db) => db.select({ id: shelves.id }).from(shelves))).toEqual([{ id: 'c' }])
    await store.close()
  })

  it('cannot be changed by a read', async () => {
    const store = await openSample(join(folder, 'readonly.db'))
    const { shelves } = store.tables(sampleTables)
    const read = store.read((db) => db.with(db.$with('none').as(db.select().from(shelves))).delete(shelves))
    await expect(read).rejects.toThrow('readonly')
    await store.close()
  })

  it('makes its files readable by their owner only', async () => {
    const file = join(folder, 'deeper', 'private.db')
    const store = await openSample(file)
    for (const path of [file, `${file}-wal`, `${file}-shm`]) {
      expect((await stat(path)).mode & 0o777).toBe(0o600)
    }
    await store.close()
  })
})

describe('SQLite that cannot be opened', () => {
  const opening = async (file: string) => {
    const error = await openSqlite(file).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(OperatorError)
    return String(error)
  }

  it('names a directory that is not writable', async () => {
    const file = join(folder, 'not-a-directory')
    await writeFile(file, '')
    expect(await opening(join(file, 'rollcall.db'))).toContain(`the data directory ${file} is not writable`)
  })

  it('names a file that is not a database', async () => {
    const file = join(folder, 'text.db')
    await writeFile(file, 'This is a letter, and a long one. '.repeat(100))
    expect(await opening(file)).toContain(`the file ${file} is not a database`)
  })

  it('reports that another process holds the lock', async () => {
    const file = join(folder, 'locked.db')
    const other = new Database(file)
    other.pragma('locking_mode = EXCLUSIVE')
    other.exec('BEGIN EXCLUSIVE; CREATE TABLE t (n integer)')
    expect(await opening(file)).toContain(`the database ${file} has been locked by another process`)
    other.close()
  })
})
