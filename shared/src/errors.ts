/** One invalid field of an input: `path` is a JSON pointer, or the name of a query parameter. */
export type FieldError = { path: string; message: string }

export type ErrorCode =
  | 'validation_failed'
  | 'malformed_json'
  | 'malformed_request'
  | 'headers_too_large'
  | 'request_timeout'
  | 'invalid_token'
  | 'insufficient_privilege'
  | 'not_found'
  | 'no_raw_payload'
  | 'method_not_allowed'
  | 'invalid_credentials'
  | 'password_change_required'
  | 'cross_origin'
  | 'name_taken'
  | 'last_administrator'
  | 'secret_replaced'
  | 'latest_secret'
  | 'no_password'
  | 'two_factor_state'
  | 'issuer_unusable'
  | 'scan_running'
  | 'audit_running'
  | 'credential_in_use'
  | 'no_audit_service'
  | 'task_finished'
  | 'not_undoable'
  | 'precondition_failed'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'rate_limited'
  | 'quota_exhausted'
  | 'pattern_taken'
  | 'ignore_list_full'
  | 'limit_reached'
  | 'report_running'
  | 'ignored'
  | 'not_identifiable'
  | 'join_refused'
  | 'renewal_refused'
  | 'alert_changed'
  | 'merge_undone'
  | 'merge_not_last'
  | 'merge_split'
  | 'nothing_left'
  | 'device_exists'
  | 'device_archived'
  | 'unknown_device'
  | 'storage_full'
  | 'store_unavailable'

/**
 * An error that the caller can correct. Functions throw it, and one mapper for each transport renders it. Every other
 * error is a defect: it is logged in full and answered without details.
 */
export class DomainError extends Error {
  readonly code: ErrorCode
  readonly fields: FieldError[]

  constructor(code: ErrorCode, message: string, fields: FieldError[] = []) {
    super(message)
    this.name = 'DomainError'
    this.code = code
    this.fields = fields
  }
}

/** The record was merged into the record `survivorId`. */
export class MergedAwayError extends DomainError {
  readonly id: string
  readonly survivorId: string

  constructor(id: string, survivorId: string) {
    super('not_found', `Device ${id} was merged into device ${survivorId}.`)
    this.name = 'MergedAwayError'
    this.id = id
    this.survivorId = survivorId
  }
}

/** Returns the JSON pointer (RFC 6901) of a field in a body. */
export const jsonPointer = (keys: readonly PropertyKey[]): string =>
  keys.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** Returns a 400 error about one field. */
export const invalidField = (path: string, message: string) => invalidFields([{ path, message }])

/** Returns a 400 error about several fields. */
export const invalidFields = (fields: FieldError[]) =>
  new DomainError('validation_failed', fields.map(({ path, message }) => `${path}: ${message}`).join('; '), fields)

/** Ends a command with one line that says what is wrong and what to do, without a stack trace. */
export class OperatorError extends Error {
  /** Exit code of the command. */
  readonly exitCode: number

  constructor(message: string, exitCode = 1) {
    super(message)
    this.name = 'OperatorError'
    this.exitCode = exitCode
  }
}

/** Returns the code of an error of Node or of the system, such as `ENOENT`; undefined if it has none. */
export const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

/**
 * Returns the message of any thrown value. Node's AggregateError, for example for all addresses of a name, has no
 * message: its errors' messages are joined.
 */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}
