import type { Host } from '../platform/host.ts'

/** Times of files are whole seconds: a further change within the same second would leave the fingerprint as it is. */
const recentMs = 2_000

/**
 * Returns the text that `compute` returned at an earlier run with the same fingerprint, or calls it. What was changed at
 * one of these times, in seconds since 1970, is read again until it is certain that it is not being changed.
 */
export function cachedByTimes(
  host: Host,
  key: string,
  { fingerprint, seconds }: { fingerprint: string; seconds: readonly number[] },
  compute: () => Promise<string>,
): Promise<string> {
  const newestMs = 1000 * seconds.reduce((newest, each) => Math.max(newest, each), 0)
  return Date.now() - newestMs < recentMs ? compute() : host.cached(key, fingerprint, compute)
}
