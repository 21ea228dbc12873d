import { messageOf, type OperatorError } from '@rollcall/shared/errors.ts'
import { errorCode } from '../errors.ts'
import { StoreUnavailableError } from '../unavailable.ts'

const notReachable = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
])

/** Error for an operator at the opening of the database; undefined for a defect of the program. */
export const postgresOperatorError = (error: unknown, where: string): OperatorError | undefined =>
  postgresStoreError(error, where)?.operator

/**
 * Classifies an error of the driver (a SQLSTATE of PostgreSQL's appendix A, or a code of Node's): the server is
 * unreachable or refuses until an operator fixes it; undefined for a defect of the program. `where` is the server,
 * without the password.
 */
export function postgresStoreError(error: unknown, where: string): StoreUnavailableError | undefined {
  const code = errorCode(error) ?? ''
  const message = messageOf(error)
  if (notReachable.has(code) || message.startsWith('timeout exceeded when trying to connect')) {
    return unavailable(`PostgreSQL does not answer at ${where} (${code || 'timeout'}): start it, or correct the URL`)
  }
  switch (code) {
    case '28P01':
    case '28000':
      return unavailable(`PostgreSQL at ${where} rejects the login (${message}): correct user and password in the URL`)
    case '3D000':
      return unavailable(`PostgreSQL at ${where} has no such database (${message}): create it, or correct the URL`)
    case '42501':
      return unavailable(
        `PostgreSQL at ${where} denies permission (${message}): make the user the owner of its database`,
      )
    case '53300':
      return unavailable(`PostgreSQL at ${where} has no connection left (${message}): raise max_connections`)
    case '53100':
      return new StoreUnavailableError('storage_full', `the disk of PostgreSQL at ${where} is full: free some space`)
    case '25006':
      return unavailable(`PostgreSQL at ${where} accepts no writes (${message}): name the primary in the URL`)
    case '58030':
      return unavailable(`the disk of PostgreSQL at ${where} has failed (${message}): repair or replace it`)
    case '40001':
    case '40P01':
      return unavailable(`too many concurrent transactions on PostgreSQL at ${where} (${message})`)
    case '57P03':
      return unavailable(`PostgreSQL at ${where} does not accept connections (${message}): wait until it is up`)
    default:
      return isConnectionLost(error) || message === 'Query read timeout'
        ? unavailable(`the connection to PostgreSQL at ${where} was lost`)
        : undefined
  }
}

const unavailable = (message: string) => new StoreUnavailableError('store_unavailable', message)

/** Detects a lost server or connection. Everything uncommitted is rolled back. */
export function isConnectionLost(error: unknown): boolean {
  const code = errorCode(error) ?? ''
  if (code.startsWith('08') || ['57P01', '57P02', '57P05', 'ECONNRESET', 'EPIPE'].includes(code)) return true
  return code === '' && /^Connection terminated|^Client has encountered a connection error/.test(messageOf(error))
}

/** Detects read_only_sql_transaction, from a standby or a read. */
export const isReadOnly = (error: unknown): boolean => errorCode(error) === '25006'

/** Detects a conflict with another transaction: serialization_failure, deadlock_detected. */
export function isConflict(error: unknown): boolean {
  return ['40001', '40P01'].includes(errorCode(error) ?? '')
}

/** idle_in_transaction_session_timeout */
export const idleTooLongCode = '25P03'
