import { close, closeSync, constants, open, read, readdirSync, readlinkSync, statSync } from 'node:fs'
import { lstat, opendir, open as openHandle, readdir, stat, statfs } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { codeOf } from '@rollcall/shared/errors.ts'
import { findProgram } from '@rollcall/shared/node/find-program.ts'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import {
  findTrustedProgram,
  isPrivileged,
  type ProgramSearch,
  systemEnvironment,
} from '@rollcall/shared/node/trusted-program.ts'
import { cachedIn } from './cached-in.ts'
import { completed, type FileSystemSize, type Host, LimitError, ownedEntriesMax, RefusedError } from './host.ts'
import { slots } from './slots.ts'

type LocalOptions = {
  signal?: AbortSignal | undefined
  /** Folder for texts that are expensive to compute; absent for none. */
  cacheFolder?: string | undefined
  /** Reads a file or folder once for all sources that use it. */
  readsOnce?: boolean
  /** Finds a program by its name or full path. */
  find?: (name: string) => ProgramSearch | undefined
}

/** This machine. */
export type LocalHost = Host &
  Required<Pick<Host, 'refusedPrograms'>> & {
    /** Files and folders that this user may not read, sorted. Those of processes count as one. */
    deniedPaths(): readonly string[]
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
  'EOPNOTSUPP',
  // A process ended while it was read.
  'ESRCH',
  // A pipe with a writer that wrote nothing.
  'EAGAIN',
])

/** Files of the kernel: an I/O error there means that there is no value. Elsewhere it is a fault of the disk. */
const kernelFile = /^\/(?:sys|proc)\//

/** Threads that each kind of read may occupy (see `runInBackground`). The rest stores and sends the snapshot. */
const threadsOf = { system: 4, users: 2, sizes: 1 } as const

/** Returns this machine. */
export function localHost({ signal, cacheFolder, readsOnce = false, find = findHere() }: LocalOptions = {}): LocalHost {
  const refused = new Map<string, string>()
  const denied = new Set<string>()
  const onDenied = (path: string) => void denied.add(path.replace(/^\/proc\/\d+\//, '/proc/<pid>/'))
  const onDeniedAt = (path: string) => () => onDenied(path)
  const findAndRecord = (name: string): ProgramSearch | undefined => {
    const found = find(name)
    if (found && 'refused' in found) refused.set(basename(name), found.refused)
    return found
  }
  const [ofSystem, ofUsers, ofSizes] = [slots(threadsOf.system), slots(threadsOf.users), slots(threadsOf.sizes)]
  const readFile = sharedIf(readsOnce, (path: string, bytesMax: number) =>
    ofSystem(() => orUndefined(path, () => readBounded(path, bytesMax), onDeniedAt(path))),
  )
  const listFolder = sharedIf(readsOnce, (path: string) =>
    ofSystem(() => orUndefined(path, () => readdir(path), onDeniedAt(path))),
  )
  const readBytes = (path: string, bytesMax: number, owner?: number) =>
    owner === undefined
      ? readFile(path, bytesMax)
      : ofUsers(() => orUndefined(path, () => readOwned(path, bytesMax, owner), onDeniedAt(path)))
  const list = (path: string, owner?: number) =>
    owner === undefined
      ? listFolder(path)
      : ofUsers(() => orUndefined(path, () => listOwned(path, owner), onDeniedAt(path)))
  return {
    readFile: async (path, bytesMax, owner) => (await readBytes(path, bytesMax, owner))?.toString('utf8'),
    readBytes,
    readRange: (path, offset, length, owner) =>
      (owner === undefined ? ofSystem : ofUsers)(() => orUndefined(path, () => readRange(path, offset, length, owner))),
    listFolder: async (path, owner) => [...((await list(path, owner)) ?? [])].sort(),
    modifiedTimes: async (folder, suffix, owner) =>
      owner === undefined
        ? modifiedTimes(folder, suffix, (await list(folder)) ?? [])
        : ((await ofUsers(() => orUndefined(folder, () => ownedTimes(folder, suffix, owner), onDeniedAt(folder)))) ??
          new Map()),
    socketOwners: async (inodes, onCut) => socketOwners(inodes, onDenied, onCut),
    ...(cacheFolder !== undefined && {
      cached: (key: string, fingerprint: string, compute: (earlier?: string) => Promise<string>) =>
        cachedIn(join(cacheFolder, key), fingerprint, compute),
    }),
    fileSystemSize: (mount) => ofSizes(() => orUndefined(mount, () => sizeOf(mount))),
    run: async (program, args, { timeoutMs, outputBytesMax, signal: ofSource }) => {
      const found = findAndRecord(program)
      if (!found) throw new Error(`${program} is not installed`)
      if ('refused' in found) throw new RefusedError(found.refused)
      // A program may read settings in its folder, and a library could be planted there.
      const options = { timeoutMs, outputBytesMax, env: systemEnvironment(), cwd: '/', asGroup: true }
      const stop = AbortSignal.any([signal, ofSource].filter((each) => each !== undefined))
      const result = await runProcess(found.path, args, { ...options, signal: stop })
      for (const [, path = ''] of result.code === 0 ? [] : result.stderr.matchAll(deniedInMessage)) onDenied(path)
      return completed(program, result, { timeoutMs, outputBytesMax })
    },
    hasProgram: async (name) => {
      const found = findAndRecord(name)
      return found !== undefined && 'path' in found
    },
    refusedPrograms: () => refused,
    deniedPaths: () => [...denied].sort(),
  }
}

/** Larger files have one reader, and would stay in memory. */
const sharedLengthMax = 64 * 1024

type Read<Args extends unknown[], T> = (...args: Args) => Promise<T | undefined>

/** Returns a function that reads once what several callers ask for. */
function sharedIf<Args extends [path: string, ...limits: number[]], T extends { length: number }>(
  isShared: boolean,
  read: Read<Args, T>,
): Read<Args, T> {
  if (!isShared) return read
  const reads = new Map<string, Promise<T | undefined>>()
  return async (...args) => {
    const key = args.join(' ')
    const reading = reads.get(key) ?? read(...args)
    reads.set(key, reading)
    const found = await reading
    if (found !== undefined && found.length > sharedLengthMax) reads.delete(key)
    return found
  }
}

/** Returns the search for programs. Windows has none: the agent calls its libraries, and starts nothing. */
function findHere(): (name: string) => ProgramSearch | undefined {
  if (process.platform === 'win32') return () => undefined
  if (!isPrivileged()) return findByPath
  const found = new Map<string, ProgramSearch | undefined>()
  return (name) => {
    if (!found.has(name)) found.set(name, findTrustedProgram(name))
    return found.get(name)
  }
}

function findByPath(name: string): ProgramSearch | undefined {
  const path = findProgram(name)
  return path === undefined ? undefined : { path }
}

const isUnreadable = (error: unknown, path: string): boolean =>
  unreadableCodes.has(String(codeOf(error))) || (codeOf(error) === 'EIO' && kernelFile.test(path))

const deniedCodes = new Set(['EACCES', 'EPERM'])
/** Matches the path in `awk: cannot open "/etc/shadow" (Permission denied)` and `grep: /var/lib/x: Permission denied`. */
const deniedInMessage = /(\/[^\s:"']+)["']?:? \(?Permission denied/g

async function orUndefined<T>(path: string, read: () => Promise<T>, onDenied?: () => void): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (isDenied(error)) onDenied?.()
    if (isUnreadable(error, path)) return undefined
    throw error
  }
}

const isDenied = (error: unknown): boolean => deniedCodes.has(String(codeOf(error)))

function orUndefinedSync<T>(path: string, read: () => T, onDenied?: () => void): T | undefined {
  try {
    return read()
  } catch (error) {
    if (isDenied(error)) onDenied?.()
    if (isUnreadable(error, path)) return undefined
    throw error
  }
}

/** Without blocking, a pipe that someone put in the place of a file is empty instead of hanging forever. */
const readOnly = constants.O_RDONLY | constants.O_NONBLOCK

/** By callbacks: an object for each file (FileHandle) takes twice the processor time, for hundreds of files. */
async function readBounded(path: string, bytesMax: number): Promise<Buffer> {
  const descriptor = await byCallback<number>((done) => open(path, readOnly, done))
  try {
    return await readAll(descriptor, path, bytesMax)
  } finally {
    // The kernel closes its own files at once. A file system of a user may wait.
    if (kernelFile.test(path)) closeSync(descriptor)
    else await byCallback<void>((done) => close(descriptor, done))
  }
}

type Done<T> = (error: Error | null, value?: T) => void

const byCallback = <T>(start: (done: Done<T>) => void): Promise<T> =>
  new Promise((resolve, reject) => start((error, value) => (error ? reject(error) : resolve(value as T))))

/** Reads a regular file of one user. The open file is checked, because its path can change at any time. */
async function readOwned(path: string, bytesMax: number, owner: number): Promise<Buffer | undefined> {
  // Opening a device can have effects, so the path is checked too.
  if (!(await stat(path)).isFile()) return undefined
  await using file = await openHandle(path, readOnly)
  const status = await file.stat()
  return status.isFile() && status.uid === owner ? await readAll(file.fd, path, bytesMax) : undefined
}

async function readRange(path: string, offset: number, length: number, owner?: number): Promise<Buffer | undefined> {
  if (!(await stat(path)).isFile()) return undefined
  await using file = await openHandle(path, readOnly)
  const status = await file.stat()
  if (!status.isFile() || (owner !== undefined && status.uid !== owner)) return undefined
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset)
  return buffer.subarray(0, bytesRead)
}

/** Lists a folder of one user. Linux lists the open folder; elsewhere its path is listed after the check. */
async function listOwned(path: string, owner: number): Promise<string[]> {
  await using folder = await openHandle(path, constants.O_RDONLY | constants.O_DIRECTORY)
  if ((await folder.stat()).uid !== owner) return []
  const names: string[] = []
  for await (const { name } of await opendir(process.platform === 'linux' ? `/proc/self/fd/${folder.fd}` : path)) {
    if (names.push(name) > ownedEntriesMax) throw new LimitError(`${path} has more than ${ownedEntriesMax} files`)
  }
  return names
}

/** Attributes of /sys come whole, or in pages. */
const pageBytes = 4096

/** Reads a file to its end: /proc reports a size of 0 and /sys one page. */
async function readAll(descriptor: number, path: string, bytesMax: number): Promise<Buffer> {
  const isAttribute = path.startsWith('/sys/')
  let buffer = Buffer.allocUnsafe(Math.min(bytesMax + 1, pageBytes))
  let used = 0
  for (;;) {
    const wanted = buffer.length - used
    const bytesRead = await byCallback<number>((done) => read(descriptor, buffer, used, wanted, null, done))
    used += bytesRead
    if (used > bytesMax) throw new LimitError(`${path} is larger than ${bytesMax} bytes`)
    if (bytesRead === 0 || (isAttribute && bytesRead < Math.min(wanted, pageBytes))) return buffer.subarray(0, used)
    if (used === buffer.length) {
      const larger = Buffer.allocUnsafe(Math.min(bytesMax + 1, buffer.length * 4))
      buffer.copy(larger, 0, 0, used)
      buffer = larger
    }
  }
}

async function sizeOf(mount: string): Promise<FileSystemSize> {
  const { frsize, blocks, bavail } = await statfs(mount)
  return { sizeBytes: frsize * blocks, freeBytes: frsize * bavail }
}

/**
 * Synchronous, because thousands of calls in the thread pool take ten times the processor time. The names were read in
 * a thread before, where a dead file system does no harm.
 */
function modifiedTimes(folder: string, suffix: string, names: readonly string[]): Map<string, number> {
  const times = new Map<string, number>()
  for (const name of names) {
    const status = name.endsWith(suffix) ? orUndefinedSync(folder, () => statSync(join(folder, name))) : undefined
    if (status) times.set(name, Math.floor(status.mtimeMs / 1000))
  }
  return times
}

/** One after the other: the folder has a bounded number of files, and its file system may be slow. */
async function ownedTimes(folder: string, suffix: string, owner: number): Promise<Map<string, number>> {
  const times = new Map<string, number>()
  for (const name of (await listOwned(folder, owner)).filter((each) => each.endsWith(suffix))) {
    const status = await orUndefined(folder, () => lstat(join(folder, name)))
    if (status) times.set(name, Math.floor(status.mtimeMs / 1000))
  }
  return times
}

/** Open files that are inspected: enough for some thousand processes. */
const openFilesMax = 100_000

function socketOwners(
  inodes: ReadonlySet<number>,
  onDenied: (path: string) => void,
  onCut: (what: string) => void,
): Map<number, number> {
  const owners = new Map<number, number>()
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && name !== '1')
    .map(Number)
  let inspected = 0
  for (const pid of [...processes.sort((left, right) => left - right), 1]) {
    const path = `/proc/${pid}/fd`
    const descriptors = orUndefinedSync(
      path,
      () => readdirSync(path),
      () => onDenied(path),
    )
    for (const fd of descriptors ?? []) {
      if (owners.size === inodes.size) return owners
      if (++inspected > openFilesMax) {
        onCut(`stopped after ${openFilesMax} open files`)
        return owners
      }
      const link = orUndefinedSync(path, () => readlinkSync(`${path}/${fd}`))
      const inode = Number(/^socket:\[(\d+)\]$/.exec(link ?? '')?.[1])
      if (inodes.has(inode) && !owners.has(inode)) owners.set(inode, pid)
    }
  }
  return owners
}
