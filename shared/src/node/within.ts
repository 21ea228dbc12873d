/**
 * Resolves with the result of the work, or rejects with the signal's reason if that aborts first. For work that does
 * not stop on the signal, or not always: the work continues unobserved.
 */
export async function within<R>(signal: AbortSignal, work: Promise<R>): Promise<R> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
