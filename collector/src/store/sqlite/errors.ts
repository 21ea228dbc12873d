import { dirname } from 'node:path'
import { messageOf, type OperatorError } from '@rollcall/shared/errors.ts'
import { errorCode } from '../errors.ts'
import { StoreFailedError, StoreUnavailableError } from '../unavailable.ts'
import { busyTimeoutMs } from './connection.ts'

/** I/O errors that do not concern the data on disk. */
const harmlessIoErrors = new Set(['SQLITE_IOERR_NOMEM', 'SQLITE_IOERR_GETTEMPPATH'])

/**
 * Classifies a SQLite result code (sqlite.org/rescode.html): the store is unavailable until an operator fixes the
 * cause, or it has failed for this process; undefined for a defect of the program.
 */
export function sqliteStoreError(error: unknown, path: string): StoreUnavailableError | StoreFailedError | undefined {
  const code = errorCode(error) ?? ''
  // The index of the log could not grow. It is in shared memory, and each process makes its own.
  if (code === 'SQLITE_IOERR_SHMSIZE') return fullDisk(path)
  if (harmlessIoErrors.has(code)) return unavailable(`the database ${path} cannot be used (${messageOf(error)})`)
  // Extended codes are the primary one and a suffix: SQLITE_READONLY_DIRECTORY.
  const primary = /^SQLITE_[A-Z]+/.exec(code)?.[0]
  switch (primary) {
    case 'SQLITE_BUSY':
    case 'SQLITE_LOCKED':
      return unavailable(
        `the database ${path} has been locked by another process for ${busyTimeoutMs / 1000} s: end that process, such as a backup tool or a second collector`,
      )
    case 'SQLITE_NOTADB':
      return new StoreFailedError(`the file ${path} is not a database: move it away, or restore a backup in its place`)
    case 'SQLITE_CORRUPT':
      return new StoreFailedError(`the database ${path} is damaged: restore a backup`)
    case 'SQLITE_READONLY':
    case 'SQLITE_CANTOPEN':
    case 'SQLITE_PERM':
    case 'SQLITE_AUTH':
      return unavailable(
        `the database ${path} or its directory ${dirname(path)} is not writable by this user: change the owner`,
      )
    case 'SQLITE_FULL':
      return fullDisk(path)
    case 'SQLITE_IOERR':
      return failedDisk(path, error)
    default:
      return undefined
  }
}

/** Error for an operator at the opening of the database; undefined for a defect of the program. */
export function sqliteOperatorError(error: unknown, path: string): OperatorError | undefined {
  const sorted = sqliteStoreError(error, path)
  return sorted instanceof StoreUnavailableError ? sorted.operator : sorted
}

export const failedDisk = (path: string, error: unknown): StoreFailedError =>
  new StoreFailedError(
    `the disk with ${path} failed (${messageOf(error)}): repair or replace it, and start the collector again`,
  )

export const fullDisk = (path: string, lack?: string): StoreUnavailableError =>
  new StoreUnavailableError('storage_full', `the disk with ${path} is full${lack ? ` (${lack})` : ''}: free some space`)

const unavailable = (message: string) => new StoreUnavailableError('store_unavailable', message)
