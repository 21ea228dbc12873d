import type { Problem } from '@rollcall/shared/api/problem.ts'

type FieldError = { path: string; message: string }

/** An error of a call: the API's problem (RFC 9457), or no answer at all (`status` 0, code `offline`). */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly title: string
  readonly requestId: string | undefined
  readonly fields: readonly FieldError[]

  constructor(problem: Partial<Problem> & { status: number; title: string }) {
    super(problem.detail ?? problem.title)
    this.status = problem.status
    this.code = problem.code ?? 'unknown'
    this.title = problem.title
    this.requestId = problem.requestId
    this.fields = problem.errors ?? []
  }

  /** The call was refused because the resource has changed since it was shown. */
  get isOutdated(): boolean {
    return this.status === 404 || this.status === 412
  }

  /** The call may succeed if it is repeated a little later. */
  get mayPass(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 502
  }
}

export const offline = () =>
  new ApiError({
    status: 0,
    code: 'offline',
    title: 'No connection to Rollcall',
    detail: 'The collector did not answer. Check the network. This page reconnects by itself.',
  })

/** Reads any error answer. A proxy before the collector may have sent it, without a problem document. */
export async function problemOf(answer: Response): Promise<ApiError> {
  const body: unknown = await answer.json().catch(() => undefined)
  const problem = typeof body === 'object' && body !== null ? (body as Partial<Problem> & { message?: string }) : {}
  const title = problem.title ?? problem.message ?? `The collector answered ${answer.status}`
  const requestId = problem.requestId ?? answer.headers.get('X-Request-Id')
  return new ApiError({ ...problem, status: answer.status, title, ...(requestId ? { requestId } : {}) })
}
