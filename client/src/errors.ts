import type { Problem } from './api.ts'

/** An error answer. `code` is stable and for programs, `message` for people. */
export class RollcallError extends Error {
  readonly status: number
  /** Such as `not_found`; `http_<status>` without a code, as from a proxy. */
  readonly code: string
  /** Id in the log of the collector. */
  readonly requestId: string | undefined
  /** Invalid fields, with status 400. */
  readonly errors: NonNullable<Problem['errors']>
  /** Seconds until the next call. */
  readonly retryAfter: number | undefined

  constructor(call: string, { status, headers }: Response, problem: Partial<Problem> = {}) {
    const { code = `http_${status}`, errors = [], title } = problem
    const fields = errors.map(({ path, message }) => `${path} ${message}`).join('; ')
    super(`${call} answered ${status}: ${[problem.detail ?? title ?? code, fields].filter(Boolean).join(' ')}`)
    this.name = 'RollcallError'
    this.status = status
    this.code = code
    this.requestId = problem.requestId ?? headers.get('X-Request-Id') ?? undefined
    this.errors = errors
    this.retryAfter = secondsOf(headers.get('Retry-After'))
  }
}

/**
 * Reads the error in an answer: a problem (RFC 9457), an error of the token endpoint (RFC 6749), or anything that a
 * proxy sent.
 * @internal
 */
export async function readError(call: string, response: Response): Promise<RollcallError> {
  const text = await response.text()
  return new RollcallError(call, response, problemIn(text))
}

function problemIn(text: string): Partial<Problem> | undefined {
  try {
    const body = JSON.parse(text)
    const { error, error_description: detail, status, message } = body
    if (typeof error === 'string') return { code: error, detail }
    return typeof status === 'string' ? { code: status, detail: message } : body
  } catch {
    return undefined
  }
}

/** Reads Retry-After: seconds or a date. */
function secondsOf(value: string | null): number | undefined {
  if (value === null) return undefined
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined
}
