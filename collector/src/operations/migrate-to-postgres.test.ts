import { join } from 'node:path'
import { asc, inArray } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type TmpFolder, tmpFolder } from '../../../test/harness/tmp.ts'
import { pc, testIngest } from '../ingest/testing/ingest.ts'
import { seen } from '../ingest/testing/observations.ts'
import { migrate } from '../store/migrations.ts'
import { openStore, type StoreOptions } from '../store/open.ts'
import { secretTables } from '../store/schema/access.ts'
import { snapshotTables } from '../store/schema/snapshots.ts'
import { postgresDatabases, type TestDatabases } from '../store/testing/databases.ts'
import { dumpOf } from '../store/testing/dump.ts'
import { takeDataDir } from './data-dir.ts'
import { migrateToPostgres } from './migrate-to-postgres.ts'

let databases: TestDatabases
let folder: TmpFolder
let dataDir: string
let target: StoreOptions

beforeAll(async () => {
  databases = await postgresDatabases()
})
afterAll(() => databases.close())
beforeEach(async () => {
  folder = await tmpFolder()
  dataDir = join(folder.path, 'data')
  target = await databases.create()
  await (await takeDataDir(dataDir, 'collector')).release()
  const store = await openSource()
  await migrate(store)
  const { ingest } = testIngest(store)
  for (let number = 1; number <= 30; number += 1) {
    const software = Array.from({ length: 20 }, (_, n) => ({
      name: `Package ${(number + n) % 40} ü \u{1f5a8}`,
      version: `${n}.0`,
    }))
    await ingest.submit({ siteId: 'site', actor: 'test', observation: seen(number, { ...pc(number % 12), software }) })
  }
  // Deleted rows leave gaps in the numbers, at the end too.
  await store.write(async (tx) => {
    const { snapshots } = tx.tables(snapshotTables)
    const rows = await tx.select({ seq: snapshots.seq }).from(snapshots).orderBy(asc(snapshots.seq))
    const gone = [3, 4, 11, 29].map((index) => rows[index]?.seq ?? 0)
    await tx.delete(snapshots).where(inArray(snapshots.seq, gone))
  })
  await store.write(async (tx) => {
    const row = {
      name: 'bytes',
      sealed: Uint8Array.from({ length: 256 }, (_, n) => n),
      createdAt: '2026-11-20T08:00:00.123Z',
    }
    await tx.insert(tx.tables(secretTables).secrets).values(row)
  })
  await store.close()
})
afterEach(() => folder.remove())

const openSource = () => openStore({ engine: 'sqlite', file: join(dataDir, 'rollcall.db') })
const run = () => migrateToPostgres({ dataDir, store: target }, () => undefined)
const dump = async (options: StoreOptions) => {
  await using stack = new AsyncDisposableStack()
  const store = await openStore(options)
  stack.defer(() => store.close())
  await migrate(store)
  return dumpOf(store)
}

it('copies every row of every table, and the copy goes on where the source ended', async () => {
  const { tables, isFinal } = await run()
  expect(isFinal).toBe(true)
  const [from, to] = [await dump({ engine: 'sqlite', file: join(dataDir, 'rollcall.db') }), await dump(target)]
  expect(to).toEqual(from)
  expect(from['snapshots']).toHaveLength(26)
  expect(new Map(tables.map(({ table, rows }) => [table, rows])).get('snapshots')).toBe(26)

  const store = await openStore(target)
  const { ingest } = testIngest(store)
  const next = await ingest.submit({ siteId: 'site', actor: 'test', observation: seen(100, pc(1)) })
  expect(next).toMatchObject({ status: 'stored', isNew: false })
  const seqs = await store.read((db) => db.select().from(db.tables(snapshotTables).snapshots))
  expect(new Set(seqs.map(({ seq }) => seq)).size).toBe(27)
  // The numbers of deleted rows are not used again.
  expect(Math.max(...seqs.map(({ seq }) => seq))).toBe(31)
  await store.close()
})

it('refuses a database with rows, names a table, and changes nothing', async () => {
  await run()
  const before = await dump(target)
  await expect(run()).rejects.toThrow(/is not empty \(table \w+\): a copy needs a new database/)
  expect(await dump(target)).toEqual(before)
})

it('is a rehearsal while the collector runs: no collector starts on it, and the next copy begins again', async () => {
  const lock = await takeDataDir(dataDir, 'collector')
  expect((await run()).isFinal).toBe(false)
  await expect(dump(target)).rejects.toThrow(/the copy of an SQLite database into this one is not complete/)
  lock.release()
  const store = await openSource()
  const { ingest } = testIngest(store)
  await ingest.submit({ siteId: 'site', actor: 'test', observation: seen(200, pc(50)) })
  await store.close()
  expect((await run()).isFinal).toBe(true)
  expect((await dump(target))['snapshots']).toHaveLength(27)
})

it('begins again after it was cut off in the middle', async () => {
  const cut = migrateToPostgres({ dataDir, store: target }, (_, number) => {
    if (number === 20) throw new Error('cut off')
  })
  await expect(cut).rejects.toThrow('cut off')
  await expect(dump(target)).rejects.toThrow(/is not complete/)
  await run()
  expect(await dump(target)).toEqual(await dump({ engine: 'sqlite', file: join(dataDir, 'rollcall.db') }))
})

it('says what is missing', async () => {
  const sqlite: StoreOptions = { engine: 'sqlite', file: join(dataDir, 'rollcall.db') }
  await expect(migrateToPostgres({ dataDir, store: sqlite }, () => undefined)).rejects.toThrow(
    /ROLLCALL_DATABASE_URL names no database/,
  )
  const empty = join(folder.path, 'empty')
  await expect(migrateToPostgres({ dataDir: empty, store: target }, () => undefined)).rejects.toThrow(
    /there is no SQLite database .*rollcall\.db to copy/,
  )
  const away: StoreOptions = { engine: 'postgres', url: 'postgresql://rollcall@127.0.0.1:1/rollcall' }
  await expect(migrateToPostgres({ dataDir, store: away }, () => undefined)).rejects.toThrow(
    /^PostgreSQL does not answer at 127\.0\.0\.1:1\/rollcall .*: start it, or correct the URL$/,
  )
})
