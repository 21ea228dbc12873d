import type { Problem } from '@rollcall/shared/api/problem.ts'
import { DomainError, type ErrorCode, type FieldError, MergedAwayError } from '@rollcall/shared/errors.ts'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Logger } from 'pino'
import type { HttpContext } from '../environment.ts'

type Kind = { status: ContentfulStatusCode; title: string; retryAfterSeconds?: number }

/** Status and title of each error code. */
const problems: Record<ErrorCode, Kind> = {
  validation_failed: { status: 400, title: 'The request is not valid' },
  malformed_json: { status: 400, title: 'The body is not JSON' },
  no_audit_service: { status: 400, title: 'No Audit Service' },
  malformed_request: { status: 400, title: 'The request is not HTTP' },
  invalid_token: { status: 401, title: 'No valid bearer token' },
  invalid_credentials: { status: 401, title: 'Not signed in' },
  insufficient_privilege: { status: 403, title: 'Not permitted' },
  password_change_required: { status: 403, title: 'The password must be changed first' },
  cross_origin: { status: 403, title: 'The call comes from a page of another site' },
  join_refused: { status: 403, title: 'The join token is not valid' },
  renewal_refused: { status: 403, title: 'The renewal was refused' },
  not_found: { status: 404, title: 'Not found' },
  no_raw_payload: { status: 404, title: 'The snapshot has no raw payload' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  request_timeout: { status: 408, title: 'The request took too long to arrive' },
  device_archived: { status: 409, title: 'The device is archived' },
  device_exists: { status: 409, title: 'The device already exists' },
  unknown_device: { status: 409, title: 'No matching device' },
  issuer_unusable: { status: 502, title: 'The issuer of single sign-on cannot be used' },
  secret_replaced: { status: 409, title: 'A replaced secret is still valid' },
  latest_secret: { status: 409, title: 'The latest secret cannot be ended' },
  last_administrator: { status: 409, title: 'No enabled Administrator would remain' },
  no_password: { status: 409, title: 'The user does not sign in by password' },
  two_factor_state: { status: 409, title: 'The second factor is in another state' },
  name_taken: { status: 409, title: 'The name is taken' },
  scan_running: { status: 409, title: 'A scan is already running' },
  audit_running: { status: 409, title: 'An audit is already running' },
  credential_in_use: { status: 409, title: 'The credential is in use' },
  pattern_taken: { status: 409, title: 'The pattern is already on the Ignore List' },
  ignore_list_full: { status: 409, title: 'The Ignore List is full' },
  limit_reached: { status: 409, title: 'The maximum number is reached' },
  report_running: { status: 409, title: 'Earlier runs of the report are under way' },
  not_identifiable: { status: 409, title: 'No value distinguishes this device from others' },
  ignored: { status: 409, title: 'The device is on the Ignore List' },
  merge_undone: { status: 409, title: 'The merge was already undone' },
  merge_split: { status: 409, title: 'The device has been split since the merge' },
  nothing_left: { status: 409, title: 'No snapshot of the device would remain' },
  alert_changed: { status: 409, title: 'The alert has changed' },
  merge_not_last: { status: 409, title: 'A later merge must be undone first' },
  task_finished: { status: 409, title: 'The task has already ended' },
  not_undoable: { status: 409, title: 'The operation cannot be undone' },
  precondition_failed: { status: 412, title: 'The resource has changed' },
  payload_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type' },
  headers_too_large: { status: 431, title: 'The headers are too large' },
  rate_limited: { status: 429, title: 'Too many requests', retryAfterSeconds: 5 },
  store_unavailable: { status: 503, title: 'The database is not available', retryAfterSeconds: 10 },
  storage_full: { status: 507, title: 'The disk is full', retryAfterSeconds: 60 },
  quota_exhausted: { status: 429, title: 'The monthly quota is used up' },
}

const kindOf = (code: ErrorCode | 'internal_error'): Kind =>
  code === 'internal_error' ? { status: 500, title: 'Internal error' } : problems[code]

type ProblemFields = { detail: string; requestId: string; errors?: FieldError[] }

/**
 * Builds the body of an error response. A 400 always has `errors`; an error of the whole request has the empty pointer.
 */
export function problemBody(
  code: ErrorCode | 'internal_error',
  { detail, requestId, errors = [] }: ProblemFields,
): Problem {
  const { status, title } = kindOf(code)
  const fieldErrors = errors.length > 0 ? errors : [{ path: '', message: detail }]
  return {
    type: `/problems/${code}`,
    title,
    status,
    detail,
    code,
    requestId,
    ...(status === 400 ? { errors: fieldErrors } : {}),
  }
}

/** Responds with `application/problem+json` (RFC 9457). */
export function problemResponse(
  c: HttpContext,
  code: ErrorCode | 'internal_error',
  detail: string,
  errors: FieldError[] = [],
) {
  const { status, retryAfterSeconds } = kindOf(code)
  const body = problemBody(code, { detail, requestId: c.get('requestId'), errors })
  if (retryAfterSeconds !== undefined) c.header('Retry-After', String(retryAfterSeconds))
  return c.body(JSON.stringify(body), status, { 'Content-Type': 'application/problem+json' })
}

/**
 * Maps every thrown error to a response. An error other than a DomainError is a defect: it is logged, and the response
 * does not reveal it.
 */
export function errorMapper(log: Logger) {
  return (error: Error, c: HttpContext) => {
    if (error instanceof MergedAwayError && ['GET', 'HEAD'].includes(c.req.method)) return redirect(error, c)
    if (error instanceof DomainError) return problemResponse(c, error.code, error.message, error.fields)
    if (error instanceof HTTPException) return fromHono(error, c)
    log.error({ err: error, method: c.req.method, path: c.req.path }, 'request failed')
    return problemResponse(
      c,
      'internal_error',
      'An unexpected error. The log of the collector describes it under this request id.',
    )
  }
}

/**
 * Redirects to the same path of the device into which the record was merged. Only a GET is redirected: a change must
 * not be repeated on another device.
 */
function redirect({ id, survivorId }: MergedAwayError, c: HttpContext) {
  const { pathname, search } = new URL(c.req.url)
  const segments = pathname.split('/').map((segment) => (segment.toLowerCase() === id ? survivorId : segment))
  return c.redirect(segments.join('/') + search, 301)
}

/** Maps the exceptions that Hono and its middleware throw. */
function fromHono(error: HTTPException, c: HttpContext) {
  if (error.status === 415) {
    return problemResponse(c, 'unsupported_media_type', 'Send the body as application/json with that Content-Type.')
  }
  if (error.status === 413) return problemResponse(c, 'payload_too_large', 'The body exceeds the size limit.')
  return problemResponse(c, 'malformed_json', 'The body is not well-formed JSON.')
}
