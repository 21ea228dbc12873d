import { RollcallError, readError } from './errors.ts'
import { sleep, waitMsBefore } from './waits.ts'

export type Call = {
  method: string
  url: URL
  headers: Headers
  body?: string
  signal?: AbortSignal | undefined
  /** Limit of one attempt. */
  timeoutMs: number
  /** True if it does no harm to carry it out twice. */
  isIdempotent: boolean
}

const attemptsMax = 5

/**
 * Makes a call and reads its answer, up to five times. Throws a `RollcallError` for an answer that is an error, the
 * reason of the signal after an abort, and the error of `fetch` if the collector cannot be reached.
 */
export async function attempt<T>(
  fetch: typeof globalThis.fetch,
  call: Call,
  read: (response: Response) => Promise<T> | T,
): Promise<T> {
  for (let number = 1; ; number += 1) {
    call.signal?.throwIfAborted()
    const outcome = await attemptOnce(fetch, call, read)
    if ('value' in outcome) return outcome.value
    const { error } = outcome
    if (call.signal?.aborted) throw call.signal.reason
    const answer = error instanceof RollcallError ? error : undefined
    const waitMs = waitMsBefore(number, answer?.retryAfter)
    if (number === attemptsMax || waitMs === undefined || !mayRepeat(call, answer?.status)) throw error
    await sleep(waitMs, call.signal)
  }
}

/**
 * Reports whether a call that failed may be made again. One that got 429 was not carried out. After 503, or without an
 * answer, it may have been: then only an idempotent call is repeated.
 */
const mayRepeat = ({ isIdempotent }: Call, status: number | undefined): boolean =>
  status === 429 || (isIdempotent && (status === 503 || status === undefined))

async function attemptOnce<T>(
  fetch: typeof globalThis.fetch,
  { method, url, headers, body, signal, timeoutMs }: Call,
  read: (response: Response) => Promise<T> | T,
): Promise<{ value: T } | { error: unknown }> {
  const timeout = new AbortController()
  const timer = setTimeout(
    () => timeout.abort(new DOMException(`${method} ${url.pathname} took longer than ${timeoutMs} ms`, 'TimeoutError')),
    timeoutMs,
  )
  try {
    const response = await fetch(url, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      signal: signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal,
    })
    if (!response.ok && response.status !== 304)
      return { error: await readError(`${method} ${url.pathname}`, response) }
    return { value: await read(response) }
  } catch (error) {
    return { error }
  } finally {
    clearTimeout(timer)
  }
}
