/** Longest pause before a call is repeated. A longer Retry-After, such as until the quota is reset, is an error. */
const waitMsMax = 60_000

/**
 * Returns the pause before the next attempt: as long as Retry-After says, else one second, two, four and so on. The
 * random part keeps clients that failed together from returning together. undefined if the pause is too long.
 */
export function waitMsBefore(attempt: number, retryAfter: number | undefined): number | undefined {
  if (retryAfter !== undefined) {
    const ms = retryAfter * 1_000
    return ms > waitMsMax ? undefined : ms + Math.random() * Math.max(100, ms / 10)
  }
  return Math.min(waitMsMax, 1_000 * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2)
}

/** Resolves after a time; rejects with the reason of the signal if that comes first. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, ms)
    if (signal?.aborted) abort()
    else signal?.addEventListener('abort', abort, { once: true })
  })
}

/** Waits for work that others may wait for too: an abort ends the wait, not the work. */
export function abortable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
