import { type StdioOptions, spawnSync } from 'node:child_process'
import { closeSync, constants, fstatSync, ftruncateSync, openSync, readFileSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { codeOf, messageOf, OperatorError } from '../errors.ts'
import { findSystemProgram, systemEnvironment } from './trusted-program.ts'

export type FolderLock = {
  /** Announces that this process is ending: others then wait for the lock instead of failing. */
  announceEnd(): void
  /** Releases the lock. The system does so too when the process ends, in whatever way. */
  release(): void
}

type LockOptions = {
  folder: string
  /** The lock file is `<name>.lock` in the folder. */
  name: string
  /** Error for the operator if another process holds the lock; in rare moments its process id is not readable yet. */
  refusal: (holder: string) => string
  /** Exit code of the command that is refused. */
  refusedExitCode?: number
  /** Time to wait for a holder that does not announce its end, in milliseconds. */
  waitMs?: number
}

export const lockFileName = (name: string): string => `${name}.lock`

/** Time to wait for a holder that announced its end. */
const endMsMax = 30_000
const pollMs = 50
const endingWord = 'ending'

/**
 * Locks a folder for this process alone. The lock is the system's (flock(2), also between containers that share the
 * folder, and over NFS with a lock service), so it ends with the process, also by SIGKILL. The file stays: it only
 * names the holder.
 */
export async function lockFolder({
  folder,
  name,
  refusal,
  refusedExitCode,
  waitMs = 0,
}: LockOptions): Promise<FolderLock> {
  const path = join(folder, lockFileName(name))
  let refusedAt: number | undefined
  for (;;) {
    const descriptor = await tryLock(path)
    if (descriptor !== undefined) return held(descriptor)
    const { pid, isEnding } = readHolder(path)
    // Node loads its clock at the first use.
    refusedAt ??= performance.now()
    if (performance.now() - refusedAt >= (isEnding ? endMsMax : waitMs))
      throw new OperatorError(refusal(pid), refusedExitCode)
    await delay(pollMs)
  }
}

/** Returns who holds the lock of a folder, and undefined if nobody does; in rare moments the process id is not readable yet. */
export async function lockHolder({ folder, name }: Pick<LockOptions, 'folder' | 'name'>): Promise<string | undefined> {
  const path = join(folder, lockFileName(name))
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return undefined
  const descriptor = await tryLock(path)
  if (descriptor === undefined) return readHolder(path).pid
  closeSync(descriptor)
  return undefined
}

function held(descriptor: number): FolderLock {
  let open: number | undefined = descriptor
  const show = (text: string) => {
    if (open === undefined) return
    try {
      ftruncateSync(open)
      writeSync(open, text, 0)
    } catch {
      // The disk is full: the lock still holds, but others cannot read the process id.
    }
  }
  show(`${process.pid}\n`)
  return {
    announceEnd: () => show(`${process.pid} ${endingWord}\n`),
    release: () => {
      if (open !== undefined) closeSync(open)
      open = undefined
    },
  }
}

/** Returns the descriptor that holds the lock; undefined if another process holds it. */
async function tryLock(path: string): Promise<number | undefined> {
  try {
    for (;;) {
      const descriptor = openSync(path, openFlags, 0o600)
      const isLocked = process.platform === 'win32' || (await flock(descriptor))
      if (isLocked && isStillAt(path, descriptor)) return descriptor
      closeSync(descriptor)
      if (!isLocked) return undefined
    }
  } catch (error) {
    // Windows: another process has it open.
    if (codeOf(error) === 'EBUSY') return undefined
    throw new OperatorError(`cannot lock ${path}: ${messageOf(error)}`)
  }
}

/**
 * On Windows the open itself is exclusive (libuv's UV_FS_O_EXLOCK). Elsewhere a symbolic link is refused: the process id
 * would be written over the file behind it.
 */
const openFlags =
  constants.O_RDWR | constants.O_CREAT | (process.platform === 'win32' ? 0x10000000 : constants.O_NOFOLLOW)

/** LOCK_EX | LOCK_NB of flock(2), the same on Linux and macOS. Not inherited by programs that this process starts. */
const exclusiveNow = 2 | 4

async function flock(descriptor: number): Promise<boolean> {
  return flockByProgram(descriptor) ?? (await flockByLibrary(descriptor))
}

/** It answers at once, except on a file system whose server is dead. */
const flockTimeoutMs = 5_000

/**
 * Locks by flock(1), which shares the open file and its lock with this process. Loading a library for one call takes an
 * agent's run more time, and 4 MiB. Returns undefined where the program is missing or fails.
 */
function flockByProgram(descriptor: number): boolean | undefined {
  const program = process.platform === 'linux' ? findSystemProgram('flock') : undefined
  if (program === undefined) return undefined
  const stdio = ['ignore', 'ignore', 'ignore', descriptor] satisfies StdioOptions
  const { status, error } = spawnSync(program, ['-n', '-x', '3'], {
    stdio,
    env: systemEnvironment(),
    timeout: flockTimeoutMs,
  })
  if (codeOf(error) === 'ETIMEDOUT')
    throw new Error('the file system does not lock it (flock does not answer); use a local disk')
  return status === 0 ? true : status === 1 ? false : undefined
}

async function flockByLibrary(descriptor: number): Promise<boolean> {
  const koffi = await import('koffi')
  const call = koffi.load(null).func('int flock(int, int)')
  for (;;) {
    if (call(descriptor, exclusiveNow) === 0) return true
    const { EAGAIN, EINTR } = koffi.os.errno
    const code = koffi.errno()
    if (code === EAGAIN) return false
    if (code !== EINTR) throw new Error(`the file system does not lock it (flock: error ${code}); use a local disk`)
  }
}

/** Returns false if the file was removed or replaced since it was opened: a lock on it protects nothing. */
function isStillAt(path: string, descriptor: number): boolean {
  const there = statSync(path, { throwIfNoEntry: false })
  return there !== undefined && there.ino === fstatSync(descriptor).ino
}

function readHolder(path: string): { pid: string; isEnding: boolean } {
  let text = ''
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    // Windows hides the content while the file is locked.
  }
  const [pid = '', word] = text.trim().split(' ')
  return { pid: pid || 'unknown', isEnding: word === endingWord }
}
