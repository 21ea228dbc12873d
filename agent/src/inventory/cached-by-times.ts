import { hash } from 'node:crypto'
import type { Host } from '../platform/host.ts'

/** Times of files are whole seconds: a further change within the same second would leave the fingerprint as it is. */
const recentMs = 2_000

/**
 * Returns the text that `compute` returned at an earlier run with the same fingerprint, or calls it. What was changed at
 * one of these times, in seconds since 1970, is read again until it is certain that it is not being changed.
 */
export async function cachedByTimes(
  host: Host,
  key: string,
  { fingerprint, seconds }: { fingerprint: string; seconds: readonly number[] },
  compute: () => Promise<string>,
): Promise<string> {
  const newestMs = 1000 * seconds.reduce((newest, each) => Math.max(newest, each), 0)
  return host.cached === undefined || Date.now() - newestMs < recentMs
    ? await compute()
    : await host.cached(key, fingerprint, compute)
}

/** The files of a folder whose names end in `suffix`. */
export type Files = { folder: string; suffix: string }

/** `cachedByTimes` of the names and times of these files. `of` is what else the text depends on. */
export async function cachedByFiles(
  host: Host,
  key: string,
  { files, of = '' }: { files: readonly Files[]; of?: string },
  compute: () => Promise<string>,
): Promise<string> {
  // The times of a remote machine are read for nothing.
  if (host.cached === undefined) return await compute()
  const times = await Promise.all(files.map(({ folder, suffix }) => host.modifiedTimes(folder, suffix)))
  const sorted = times.map((each) => [...each].sort())
  const fingerprint = hash('sha256', JSON.stringify([of, sorted]))
  return await cachedByTimes(host, key, { fingerprint, seconds: sorted.flat().map(([, each]) => each) }, compute)
}
