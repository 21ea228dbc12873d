import { readFile, statfs } from 'node:fs/promises'

const folder = '/dev/shm'
/** The files of a short run take 4 GiB at most, and its processes as much again. */
const fileBytesMax = 4 * 2 ** 30
const memoryBytesMax = 2 * fileBytesMax

/**
 * Puts the temporary files of tests into memory where there is enough of it: a store syncs to disk after every write, which
 * is a sixth of the time of a run. A folder that the caller has chosen stays.
 */
export async function useMemoryForTemporaryFiles(): Promise<void> {
  if (process.env['TMPDIR'] || process.availableMemory() < memoryBytesMax) return
  const mounts = await readFile('/proc/mounts', 'utf8').catch(() => '')
  const mount = mounts.split('\n').find((line) => line.split(' ')[1] === folder)
  // Tests run programs there.
  if (mount === undefined || /\bnoexec\b/.test(mount)) return
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize >= fileBytesMax) process.env['TMPDIR'] = folder
}
