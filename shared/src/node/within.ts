/**
 * What the work gives; the signal's reason when that aborts before. For work that does not end by the signal itself, or
 * not in every case: it goes on alone.
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
