import { setTimeout as delay } from 'node:timers/promises'
import { inspect } from 'node:util'
import { messageOf } from '@rollcall/shared/errors.ts'

export type WaitOptions = {
  /** Name of the awaited condition, for the text "waited 10000 ms for". */
  what: string
  /** Default 10,000. */
  timeoutMs?: number
  /** Pause between two looks; default 20. */
  intervalMs?: number
  /** Ends the wait at once, with the signal's reason. */
  signal?: AbortSignal
}

type Met<T> = Exclude<T, false | null | undefined>

/**
 * Looks again and again until the condition gives a value that is not false, null or undefined, and returns that value.
 * A condition that throws is "not yet". Fails with what was waited for and what the last look gave.
 * The one place in the tests where anything is polled.
 */
export async function waitFor<T>(condition: () => T | Promise<T>, options: WaitOptions): Promise<Met<T>> {
  const timeoutMs = options.timeoutMs ?? 10_000
  const late = AbortSignal.timeout(timeoutMs)
  const ended = options.signal === undefined ? late : AbortSignal.any([late, options.signal])
  let last = 'no look came to an end'
  while (!ended.aborted) {
    try {
      const value = await untilAborted(condition, ended)
      if (isMet(value)) return value
      last = `last value: ${inspect(value, { depth: 4, breakLength: 120 })}`
    } catch (error) {
      if (!ended.aborted) last = `last error: ${messageOf(error)}`
    }
    await delay(options.intervalMs ?? 20, undefined, { signal: ended }).catch(() => undefined)
  }
  if (options.signal?.aborted === true) throw options.signal.reason
  throw new Error(`waited ${timeoutMs} ms for ${options.what}; ${last}`)
}

function isMet<T>(value: T): value is Met<T> {
  return value !== undefined && value !== null && value !== false
}

/** The look's value, or a rejection when the wait ends first: a look that hangs must not hang the wait. */
function untilAborted<T>(look: () => T | Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    Promise.resolve()
      .then(look)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', onAbort))
  })
}
