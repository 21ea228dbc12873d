import { setTimeout as delay } from 'node:timers/promises'
import { inspect } from 'node:util'
import { messageOf } from '@rollcall/shared/errors.ts'

export type WaitOptions = {
  /** Name of the awaited condition, for the text "waited 60000 ms for". */
  what: string
  /** Default 60,000: a busy machine takes ten times as long as a quiet one. */
  timeoutMs?: number
  /** Pause between two tries; default 20. */
  intervalMs?: number
  /** Ends the wait at once, with the signal's reason. */
  signal?: AbortSignal
}

type Met<T> = Exclude<T, false | null | undefined>

/**
 * Polls until the condition returns a value other than false, null and undefined, and returns that value. A condition
 * that throws is tried again. Rejects with the name of the condition and its last value. Tests poll only here.
 */
export async function waitFor<T>(condition: () => T | Promise<T>, options: WaitOptions): Promise<Met<T>> {
  const timeoutMs = options.timeoutMs ?? 60_000
  const late = AbortSignal.timeout(timeoutMs)
  const ended = options.signal === undefined ? late : AbortSignal.any([late, options.signal])
  let last = 'no try came to an end'
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

/** Resolves with the condition's value, or rejects when the wait ends first: a hanging condition must not hang the wait. */
function untilAborted<T>(condition: () => T | Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    Promise.resolve()
      .then(condition)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', onAbort))
  })
}
