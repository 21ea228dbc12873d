import { messageOf, OperatorError } from '@rollcall/shared/errors.ts'
import { errorCode } from '../errors.ts'

const notReachable = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'])

/**
 * What an operator can do about an error of the driver (a SQLSTATE of PostgreSQL's appendix A, or a code of Node's);
 * undefined where it is a defect of ours. `where` is the server, without the password.
 */
export function postgresOperatorError(error: unknown, where: string): OperatorError | undefined {
  const code = errorCode(error) ?? ''
  const message = messageOf(error)
  if (notReachable.has(code) || message.startsWith('timeout exceeded when trying to connect')) {
    return new OperatorError(
      `PostgreSQL does not answer at ${where} (${code || 'timeout'}): start it, or correct the URL`,
    )
  }
  switch (code) {
    case '28P01':
    case '28000':
      return new OperatorError(
        `PostgreSQL at ${where} refuses the login (${message}): correct user and password in the URL`,
      )
    case '3D000':
      return new OperatorError(
        `PostgreSQL at ${where} has no such database (${message}): create it, or correct the URL`,
      )
    case '42501':
      return new OperatorError(`PostgreSQL at ${where} refuses (${message}): make the user the owner of its database`)
    case '53300':
      return new OperatorError(`PostgreSQL at ${where} has no connection left (${message}): raise max_connections`)
    case '53100':
      return new OperatorError(`the disk of PostgreSQL at ${where} is full: free some space`)
    case '57P03':
      return new OperatorError(`PostgreSQL at ${where} does not take connections (${message}): wait until it is up`)
    default:
      return isConnectionLost(error)
        ? new OperatorError(`the connection to PostgreSQL at ${where} was lost`)
        : undefined
  }
}

/** The server, or the way to it, went away; whatever was not committed is rolled back. */
export function isConnectionLost(error: unknown): boolean {
  const code = errorCode(error) ?? ''
  if (code.startsWith('08') || ['57P01', '57P02', 'ECONNRESET', 'EPIPE'].includes(code)) return true
  return code === '' && /^Connection terminated|^Client has encountered a connection error/.test(messageOf(error))
}

/** Another transaction was in the way: serialization_failure, deadlock_detected. */
export function isConflict(error: unknown): boolean {
  return ['40001', '40P01'].includes(errorCode(error) ?? '')
}

/** idle_in_transaction_session_timeout */
export const idleTooLongCode = '25P03'
