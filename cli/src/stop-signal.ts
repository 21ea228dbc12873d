import { cutOffExitCode } from './failed.ts'

/** A second Ctrl-C this long after the first means it: the process ends at once. */
const impatientMs = 2_000

type StopOptions = {
  /** Also at the end of standard input, whose other end a parent holds. */
  stdinEnd?: boolean | undefined
  /**
   * For what ends by itself within this time. Further signals change nothing, as cutting it short only leaves more to be
   * repaired; what has not ended by then is ended, with `cutOffExitCode`.
   */
  endsWithinMs?: number
}

/**
 * Aborts at SIGINT or SIGTERM, and at the end of standard input when a parent holds its other end: a child of
 * `rollcall up` ends in good order even when its parent was killed.
 */
export function stopSignal(options: StopOptions = {}): AbortSignal {
  const { endsWithinMs } = options
  const controller = new AbortController()
  let stoppedAt: number | undefined
  const stop = () => {
    const isFirst = stoppedAt === undefined
    // Under npm one Ctrl-C comes twice, and that must not cut the draining short.
    const isImpatient = stoppedAt !== undefined && performance.now() - stoppedAt > impatientMs
    if (isImpatient && endsWithinMs === undefined) process.exit(1)
    stoppedAt ??= performance.now()
    if (isFirst && endsWithinMs !== undefined) setTimeout(() => process.exit(cutOffExitCode), endsWithinMs).unref()
    controller.abort()
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  if (options.stdinEnd) {
    process.stdin.once('end', stop).once('error', stop).resume()
    // Open as it stays, it must not keep a process that has ended or failed.
    process.stdin.unref()
  }
  return controller.signal
}

/** Calls back when the signal aborts, at once when it has; gives what takes the callback off again. */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  if (signal.aborted) callback()
  else signal.addEventListener('abort', callback, { once: true })
  return () => signal.removeEventListener('abort', callback)
}

export const aborted = (signal: AbortSignal): Promise<void> => new Promise((resolve) => void onAbort(signal, resolve))
