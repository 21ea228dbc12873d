import { constants, readdirSync, readlinkSync, statSync } from 'node:fs'
import { type FileHandle, open, opendir, readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder, writeFileWhole } from '@rollcall/shared/node/durable-files.ts'
import { findProgram } from '@rollcall/shared/node/find-program.ts'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import { type Host, LimitError, ownedEntriesMax } from './host.ts'

type LocalOptions = {
  signal?: AbortSignal | undefined
  /** Folder for texts that are expensive to compute; absent for none. */
  cacheFolder?: string | undefined
}

/** Errors that belong to the machine: the value is not available. */
const unreadableCodes = new Set([
  'ENOENT',
  'ENOTDIR',
  'EISDIR',
  'EACCES',
  'EPERM',
  'ELOOP',
  'ENAMETOOLONG',
  // An interface without a link has no speed; a device that went away has no attributes.
  'EINVAL',
  'ENODEV',
  'ENXIO',
  'EIO',
  'EOPNOTSUPP',
  // A process ended while it was read.
  'ESRCH',
])

/** Returns this machine. */
export function localHost({ signal, cacheFolder }: LocalOptions = {}): Host {
  const readBytes = (path: string, bytesMax: number, owner?: number) =>
    orUndefined(() => (owner === undefined ? readBounded(path, bytesMax) : readOwned(path, bytesMax, owner)))
  return {
    readFile: async (path, bytesMax, owner) => (await readBytes(path, bytesMax, owner))?.toString('utf8'),
    readBytes,
    listFolder: async (path, owner) =>
      (await orUndefined(() => (owner === undefined ? readdir(path) : listOwned(path, owner))))?.sort() ?? [],
    modifiedTimes: async (folder, suffix) => modifiedTimes(folder, suffix),
    socketOwners: async (inodes) => socketOwners(inodes),
    cached: (key, fingerprint, compute) =>
      cacheFolder === undefined ? compute() : cachedIn(join(cacheFolder, key), fingerprint, compute),
    run: (program, args, { timeoutMs, outputBytesMax }) =>
      runProcess(findProgram(program) ?? program, args, { timeoutMs, outputBytesMax, signal }),
    hasProgram: async (name) => findProgram(name) !== undefined,
  }
}

const isUnreadable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && unreadableCodes.has(String(error.code))

async function orUndefined<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (isUnreadable(error)) return undefined
    throw error
  }
}

function orUndefinedSync<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (isUnreadable(error)) return undefined
    throw error
  }
}

async function readBounded(path: string, bytesMax: number): Promise<Buffer> {
  await using file = await open(path, 'r')
  return await readAll(file, path, bytesMax)
}

/** Reads a regular file of one user. The open file is checked, because its path can change at any time. */
async function readOwned(path: string, bytesMax: number, owner: number): Promise<Buffer | undefined> {
  // Opening a device can have effects, so the path is checked too.
  if (!(await stat(path)).isFile()) return undefined
  await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  const status = await file.stat()
  return status.isFile() && status.uid === owner ? await readAll(file, path, bytesMax) : undefined
}

/** Lists a folder of one user. Linux lists the open folder; elsewhere its path is listed after the check. */
async function listOwned(path: string, owner: number): Promise<string[]> {
  await using folder = await open(path, constants.O_RDONLY | constants.O_DIRECTORY)
  if ((await folder.stat()).uid !== owner) return []
  const names: string[] = []
  for await (const { name } of await opendir(process.platform === 'linux' ? `/proc/self/fd/${folder.fd}` : path)) {
    if (names.push(name) > ownedEntriesMax) throw new LimitError(`${path} has more than ${ownedEntriesMax} files`)
  }
  return names
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

/** Synchronous, because thousands of calls in the thread pool take ten times the processor time. */
function modifiedTimes(folder: string, suffix: string): Map<string, number> {
  const times = new Map<string, number>()
  for (const name of orUndefinedSync(() => readdirSync(folder)) ?? []) {
    const status = name.endsWith(suffix) ? orUndefinedSync(() => statSync(join(folder, name))) : undefined
    if (status) times.set(name, Math.floor(status.mtimeMs / 1000))
  }
  return times
}

/** Open files that are inspected: enough for some thousand processes. */
const openFilesMax = 100_000

function socketOwners(inodes: ReadonlySet<number>): Map<number, number> {
  const owners = new Map<number, number>()
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && name !== '1')
    .map(Number)
  let inspected = 0
  for (const pid of [...processes.sort((left, right) => left - right), 1]) {
    for (const fd of orUndefinedSync(() => readdirSync(`/proc/${pid}/fd`)) ?? []) {
      if (owners.size === inodes.size || ++inspected > openFilesMax) return owners
      const link = orUndefinedSync(() => readlinkSync(`/proc/${pid}/fd/${fd}`))
      const inode = Number(/^socket:\[(\d+)\]$/.exec(link ?? '')?.[1])
      if (inodes.has(inode) && !owners.has(inode)) owners.set(inode, pid)
    }
  }
  return owners
}

/** Reads or writes a file that holds the fingerprint, a line end, and the text. */
async function cachedIn(path: string, fingerprint: string, compute: () => Promise<string>): Promise<string> {
  const header = `${JSON.stringify(fingerprint)}\n`
  const earlier = await orUndefined(() => readFile(path, 'utf8'))
  if (earlier?.startsWith(header)) return earlier.slice(header.length)
  const text = await compute()
  try {
    await makeFolder(dirname(path))
    await writeFileWhole(path, header + text)
  } catch {
    // On a full disk the next run computes it again.
  }
  return text
}
