import { type FileHandle, open, readdir } from 'node:fs/promises'
import { findProgram } from '@rollcall/shared/node/find-program.ts'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import { type Host, LimitError } from './host.ts'

/** Errors that belong to the machine: the value is not available. */
const unreadableCodes = new Set([
  'ENOENT',
  'ENOTDIR',
  'EISDIR',
  'EACCES',
  'EPERM',
  // An interface without a link has no speed; a device that went away has no attributes.
  'EINVAL',
  'ENODEV',
  'ENXIO',
  'EIO',
  'EOPNOTSUPP',
])

/** Returns this machine. */
export function localHost(signal?: AbortSignal): Host {
  return {
    readFile: async (path, bytesMax) => (await orUndefined(() => readBounded(path, bytesMax)))?.toString('utf8'),
    readBytes: (path, bytesMax) => orUndefined(() => readBounded(path, bytesMax)),
    listFolder: async (path) => (await orUndefined(() => readdir(path)))?.sort() ?? [],
    run: (program, args, { timeoutMs, outputBytesMax }) =>
      runProcess(findProgram(program) ?? program, args, { timeoutMs, outputBytesMax, signal }),
    hasProgram: async (name) => findProgram(name) !== undefined,
  }
}

async function orUndefined<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof Error && 'code' in error && unreadableCodes.has(String(error.code))) return undefined
    throw error
  }
}

async function readBounded(path: string, bytesMax: number): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    return await readAll(file, path, bytesMax)
  } finally {
    await file.close()
  }
}

/** Reads a file to its end: /proc reports a size of 0 and /sys one page. */
async function readAll(file: FileHandle, path: string, bytesMax: number): Promise<Buffer> {
  let buffer = Buffer.allocUnsafe(Math.min(bytesMax + 1, 4096))
  let used = 0
  for (;;) {
    const { bytesRead } = await file.read(buffer, used, buffer.length - used)
    if (bytesRead === 0) return buffer.subarray(0, used)
    used += bytesRead
    if (used > bytesMax) throw new LimitError(`${path} is larger than ${bytesMax} bytes`)
    if (used === buffer.length) {
      const larger = Buffer.allocUnsafe(Math.min(bytesMax + 1, buffer.length * 4))
      buffer.copy(larger, 0, 0, used)
      buffer = larger
    }
  }
}
