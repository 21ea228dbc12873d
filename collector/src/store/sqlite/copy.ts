import { existsSync } from 'node:fs'
import { OperatorError } from '@rollcall/shared/errors.ts'
import Database from 'better-sqlite3'
import { busyTimeoutMs } from './connection.ts'
import { sqliteOperatorError } from './errors.ts'

/** More pages than a database has. */
const pagesMax = 2 ** 31 - 1

/**
 * Copies a database that any process may be writing to, as it is at one moment. It takes one step, as a write between
 * two would restart the copy (sqlite.org/c3ref/backup_finish.html). Writers continue meanwhile; this process is
 * blocked.
 */
export async function copySqlite(from: string, to: string): Promise<void> {
  await withReader(from, (database) => database.backup(to, { progress: () => pagesMax }))
}

/** Throws an OperatorError if a page, an index or a row of the database is damaged. */
export async function checkSqlite(file: string): Promise<void> {
  await withReader(file, async (database) => {
    const found = database.pragma('integrity_check(1)', { simple: true })
    if (found !== 'ok') throw new OperatorError(`the database ${file} is damaged: ${found}`)
  })
}

async function withReader(file: string, use: (database: Database.Database) => Promise<unknown>): Promise<void> {
  if (!existsSync(file)) throw new OperatorError(`there is no database ${file}`)
  let database: Database.Database | undefined
  try {
    database = new Database(file, { readonly: true, timeout: busyTimeoutMs })
    await use(database)
  } catch (error) {
    throw sqliteOperatorError(error, file) ?? error
  } finally {
    database?.close()
  }
}
