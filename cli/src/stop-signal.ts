/**
 * Aborts at SIGINT or SIGTERM, and at the end of standard input when a parent holds its other end: a child of
 * `rollcall up` ends in good order even when its parent was killed.
 */
export function stopSignal(options: { stdinEnd?: boolean | undefined } = {}): AbortSignal {
  const controller = new AbortController()
  const stop = () => controller.abort()
  // Again and again: Ctrl-C under npm comes twice, and a second one must not cut the draining short.
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  if (options.stdinEnd) {
    process.stdin.once('end', stop).once('error', stop).resume()
    // Open as it stays, it must not keep a process that has ended or failed.
    process.stdin.unref()
  }
  return controller.signal
}

export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
