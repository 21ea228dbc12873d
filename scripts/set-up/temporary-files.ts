import { readFile, statfs } from 'node:fs/promises'

const folder = '/dev/shm'
/** More than the files of a short run take, which are some 1.3 GB; its processes need as much again. */
const fileBytesMax = 4 * 2 ** 30
const memoryBytesMax = 2 * fileBytesMax

/**
 * Puts the temporary files of tests into memory where there is enough of it: a store waits for the disk after every write.
 * A folder that the caller has chosen stays.
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
