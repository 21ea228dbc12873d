import { cutOffExitCode } from './failed.ts'

/** A second Ctrl-C at least this long after the first ends the process at once. */
const impatientMs = 2_000

type StopOptions = {
  /** Also aborts at the end of standard input, whose other end a parent holds. */
  stdinEnd?: boolean | undefined
  /**
   * For work that ends by itself within this time. Further signals change nothing, because interrupting it leaves more
   * to repair; after this time the process ends with `cutOffExitCode`.
   */
  endsWithinMs?: number
}

/**
 * Returns a signal that aborts at SIGINT or SIGTERM, and at the end of standard input if a parent holds its other end:
 * a child of `rollcall up` stops cleanly even if its parent was killed.
 */
export function stopSignal(options: StopOptions = {}): AbortSignal {
  const { endsWithinMs } = options
  const controller = new AbortController()
  let stoppedAt: number | undefined
  const stop = () => {
    const isFirst = stoppedAt === undefined
    // npm delivers one Ctrl-C twice, which must not interrupt the draining.
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
    // The open input must not keep alive a process that has ended or failed.
    process.stdin.unref()
  }
  return controller.signal
}

/** Calls back when the signal aborts, or at once if it has; returns a function that removes the callback. */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  if (signal.aborted) callback()
  else signal.addEventListener('abort', callback, { once: true })
  return () => signal.removeEventListener('abort', callback)
}

export const aborted = (signal: AbortSignal): Promise<void> => new Promise((resolve) => void onAbort(signal, resolve))
