import { dirname } from 'node:path'
import { messageOf, OperatorError } from '@rollcall/shared/errors.ts'
import { errorCode } from '../errors.ts'
import { busyTimeoutMs } from './connection.ts'

/** What an operator can do about a SQLite result code (sqlite.org/rescode.html); undefined where it is a defect of ours. */
export function sqliteOperatorError(error: unknown, path: string): OperatorError | undefined {
  // Extended codes are the primary one and a suffix: SQLITE_READONLY_DIRECTORY.
  const primary = /^SQLITE_[A-Z]+/.exec(errorCode(error) ?? '')?.[0]
  switch (primary) {
    case 'SQLITE_BUSY':
    case 'SQLITE_LOCKED':
      return new OperatorError(
        `the database ${path} has been locked by another process for ${busyTimeoutMs / 1000} s: end that process, such as a backup tool or a second collector`,
      )
    case 'SQLITE_NOTADB':
      return new OperatorError(`the file ${path} is not a database: move it away, or restore a backup in its place`)
    case 'SQLITE_CORRUPT':
      return new OperatorError(`the database ${path} is damaged: restore a backup`)
    case 'SQLITE_READONLY':
    case 'SQLITE_CANTOPEN':
    case 'SQLITE_PERM':
    case 'SQLITE_AUTH':
      return new OperatorError(
        `the database ${path} or its directory ${dirname(path)} is not writable by this user: change the owner`,
      )
    case 'SQLITE_FULL':
      return new OperatorError(`the disk with ${path} is full: free some space`)
    case 'SQLITE_IOERR':
      return new OperatorError(`the disk with ${path} failed (${messageOf(error)})`)
    default:
      return undefined
  }
}
