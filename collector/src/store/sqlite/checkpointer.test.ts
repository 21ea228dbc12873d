import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { waitFor } from '../../../../test/harness/wait.ts'
import { createCheckpointer } from './checkpointer.ts'
import { makeDurable } from './durability.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-checkpointer-'))
})
afterAll(() => rm(folder, { recursive: true }))

function setUp(name: string) {
  const path = join(folder, name)
  const database = new Database(path)
  makeDurable(database)
  database.exec('CREATE TABLE t (content blob)')
  const log = () => (database.pragma('wal_checkpoint(NOOP)') as { log: number; checkpointed: number }[])[0]
  let betweens = 0
  const checkpointer = createCheckpointer({
    path,
    pages: () => log()?.log ?? 0,
    between: (fn) => {
      betweens += 1
      return fn()
    },
    onError: (error) => {
      throw error
    },
  })
  /** 16 MB in commits of one. */
  const fill = () => {
    for (let mebibytes = 0; mebibytes < 17; mebibytes += 1) {
      database.exec('INSERT INTO t VALUES (randomblob(1048576))')
      checkpointer.committed()
    }
  }
  return { path, database, checkpointer, log, fill, betweens: () => betweens }
}

it('moves a long log to the database, and leaves a short one', async () => {
  const { database, checkpointer, log, fill, betweens } = setUp('moved.db')
  checkpointer.committed()
  expect(betweens()).toBe(0)
  fill()
  await waitFor(() => betweens() === 1 && log()?.checkpointed === log()?.log, { what: 'the log to be moved' })
  database.exec('INSERT INTO t VALUES (zeroblob(1))')
  checkpointer.committed()
  expect(log()?.log).toBeLessThan(10)
  await checkpointer.close()
  expect(database.prepare('SELECT count(*) FROM t').pluck().get()).toBe(18)
  database.close()
})

it('retries only after the log grew as much again, while a reader prevents its reset', async () => {
  const { path, database, checkpointer, log, fill, betweens } = setUp('read.db')
  const reader = new Database(path, { readonly: true })
  reader.exec('BEGIN')
  reader.prepare('SELECT count(*) FROM t').get()
  fill()
  await waitFor(() => betweens() === 1, { what: 'the first try' })
  await checkpointer.close()
  database.exec('INSERT INTO t VALUES (zeroblob(1))')
  checkpointer.committed()
  expect(betweens()).toBe(1)
  expect(log()?.checkpointed).toBeLessThan(log()?.log ?? 0)
  fill()
  await waitFor(() => betweens() === 2, { what: 'the second try' })
  await checkpointer.close()
  reader.close()
  fill()
  await waitFor(() => betweens() === 3 && log()?.checkpointed === log()?.log, { what: 'the log to be moved' })
  await checkpointer.close()
  database.close()
})

it('reports why the log could not be moved, and retries after it grew as much again', async () => {
  let pages = 4_000
  const errors: unknown[] = []
  const path = join(folder, 'no such folder', 'gone.db')
  const checkpointer = createCheckpointer({
    path,
    pages: () => pages,
    between: (fn) => fn(),
    onError: (error) => errors.push(error),
  })
  checkpointer.committed()
  await waitFor(() => errors.length === 1, { what: 'the first error' })
  expect(String(errors[0])).toMatch(/directory does not exist/)
  await checkpointer.close()
  checkpointer.committed()
  pages += 4_000
  checkpointer.committed()
  await waitFor(() => errors.length === 2, { what: 'the second error' })
  await checkpointer.close()
})
