import { counted } from '@rollcall/shared/counted.ts'

/** Result of a program that ended by itself. */
export type RunOutput = { code: number; stdout: string; stderr: string }

/** Result of any program: it has no exit code if a signal ended it, and `ended` if it was stopped at a limit. */
export type ProcessEnd = Omit<RunOutput, 'code'> & {
  code: number | null
  ended?: 'timeout' | 'output-limit' | 'aborted'
}

type RunLimits = { timeoutMs: number; outputBytesMax: number }
type RunOptions = RunLimits & {
  /** Runs as root if the user of a remote machine may do so without a password; otherwise as this user. */
  asRoot?: boolean
  /** The output may hold secrets, so the recording of an SSH audit leaves it out. */
  isPrivate?: boolean
  /** Ends the program and those that it started. A remote machine ends them only after `timeoutMs`. */
  signal?: AbortSignal
}

/** The file may hold secrets beside the wanted values, so the recording of an SSH audit leaves its content out. */
type Secrecy = 'private' | undefined

/**
 * The operations that an inventory source may use. Sources use nothing else, so they also read a remote machine through
 * another implementation.
 */
export type Host = {
  /**
   * Returns the text of a file; undefined if it is absent or unreadable. Throws `LimitError` if it is larger than
   * `bytesMax`, because half a file is worse than none. With `owner`, a file that does not belong to this uid counts as
   * absent: a user's symbolic link must not lead a privileged reader to the file of somebody else.
   */
  readFile(path: string, bytesMax: number, owner?: number, secrecy?: Secrecy): Promise<string | undefined>
  /** Returns the bytes of a file, by the same rules. */
  readBytes(path: string, bytesMax: number, owner?: number, secrecy?: Secrecy): Promise<Buffer | undefined>
  /**
   * Returns up to `length` bytes of a regular file from an offset on, for files too large to read whole; undefined if it
   * is absent, unreadable, or does not belong to `owner`.
   */
  readRange(path: string, offset: number, length: number, owner?: number): Promise<Buffer | undefined>
  /**
   * Returns the names in a folder, sorted by code unit; empty if it is absent or unreadable. With `owner`, a folder that
   * does not belong to this uid counts as absent, and `LimitError` is thrown if it has more than `ownedEntriesMax` names.
   */
  listFolder(path: string, owner?: number): Promise<string[]>
  /**
   * Returns the modification times, in seconds since 1970, of the files of a folder whose names end in `suffix`. `owner`
   * is as for `listFolder`; the times of symbolic links are then their own.
   */
  modifiedTimes(folder: string, suffix: string, owner?: number): Promise<Map<string, number>>
  /**
   * Returns the process that holds each socket, by the socket's inode. Of several processes it is the oldest other than
   * the init process. Sockets of processes that this user may not inspect are missing. `onCut` is called if the search
   * ended before all processes were inspected.
   */
  socketOwners(inodes: ReadonlySet<number>, onCut: (what: string) => void): Promise<Map<number, number>>
  /**
   * Returns the text that `compute` returned at an earlier run of this release with the same fingerprint, or calls it
   * with the text of the last run. A remote machine has no cache.
   */
  cached?(key: string, fingerprint: string, compute: (earlier?: string) => Promise<string>): Promise<string>
  /** Returns the size of the file system that is mounted at a path; undefined if the machine cannot tell. */
  fileSystemSize(mount: string): Promise<FileSystemSize | undefined>
  /**
   * Runs a program with LC_ALL=C and without a shell. Rejects if it cannot be started, and if it did not end by itself:
   * half an answer is none.
   */
  run(program: string, args: readonly string[], options: RunOptions): Promise<RunOutput>
  hasProgram(name: string): Promise<boolean>
  /** Reasons of the programs that were asked for and must not be run, by name. A remote machine refuses none here. */
  refusedPrograms?(): ReadonlyMap<string, string>
}

/** `freeBytes` is the space for users, as df's "Available". */
export type FileSystemSize = { sizeBytes: number; freeBytes: number }

/** Names that are read of a folder that belongs to a user. */
export const ownedEntriesMax = 2_000

/** The data exceeds the limit of the source. */
export class LimitError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'LimitError'
  }
}

/** A program did not end in time. */
export class TimeoutError extends LimitError {
  constructor(message: string) {
    super(message)
    this.name = 'TimeoutError'
  }
}

/** Returns the result of a program that ended by itself; otherwise throws the reason. */
export function completed(
  program: string,
  { code, stdout, stderr, ended }: ProcessEnd,
  { timeoutMs, outputBytesMax }: RunLimits,
): RunOutput {
  if (ended === 'timeout') throw new TimeoutError(`${program} did not end within ${timeoutMs} ms`)
  if (ended === 'output-limit') throw new LimitError(`${program} printed more than ${outputBytesMax} bytes`)
  if (ended === 'aborted') throw new LimitError(`${program} was stopped`)
  if (code === null) throw new Error(`${program} was ended by a signal`)
  return { code, stdout, stderr }
}

/** The data exists, but this user may not read it. */
export class RefusedError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'RefusedError'
  }
}

const commandLimits: RunLimits = { timeoutMs: 20_000, outputBytesMax: 32 * 1024 * 1024 }

type TextOptions = Partial<RunOptions> & {
  /** Receives the first error in the messages of a successful program: its answer lacks something. */
  onFault?: (what: string) => void
}
const faultLine = /^(?:\w+: )?(?:error|fatal|failed)\b/i

/** Returns the standard output of a successful program; otherwise throws an Error with the reason. */
export async function runText(
  host: Host,
  program: string,
  args: readonly string[],
  { onFault, ...options }: TextOptions = {},
): Promise<string> {
  const { timeoutMs, outputBytesMax, ...how } = { ...commandLimits, ...options }
  const result = await host.run(program, args, { timeoutMs, outputBytesMax, ...how })
  const lines = result.stderr.trim().split('\n')
  if (result.code === 0) {
    const faults = lines.filter((line) => faultLine.test(line))
    if (faults.length > 0) onFault?.(`${program} reported ${counted(faults.length, 'error')}: ${faults[0]?.trim()}`)
    return result.stdout
  }
  const refusal = lines.find((line) => /permission denied|operation not permitted|must be root/i.test(line))
  if (refusal !== undefined) throw new RefusedError(`${program}: ${refusal.trim()}`)
  const reason = lines.find((line) => line.trim() !== '' && !/^warning\b/i.test(line)) ?? ''
  throw new Error(`${program} ended with ${result.code}${reason ? `: ${reason}` : ''}`)
}

/** Files under /sys and /proc hold one value. */
export const valueBytesMax = 64 * 1024

/**
 * Returns the trimmed text of a small file; undefined if it is absent, unreadable or empty. A file that is too large
 * holds no value, and does not affect the values beside it.
 */
export async function readValue(host: Host, path: string): Promise<string | undefined> {
  const text = await readUpTo(host, path, valueBytesMax)
  // Values of the device tree end in NUL.
  return text?.replace(/\0+$/, '').trim() || undefined
}

/** Returns the text of a file; undefined if it is absent, unreadable or larger than `bytesMax`. */
export async function readUpTo(
  host: Host,
  path: string,
  bytesMax: number,
  secrecy?: Secrecy,
  owner?: number,
): Promise<string | undefined> {
  try {
    return await host.readFile(path, bytesMax, owner, secrecy)
  } catch (error) {
    if (error instanceof LimitError) return undefined
    throw error
  }
}

/** Returns the values of several files of one folder, by name. */
export async function readValues<Name extends string>(
  host: Host,
  folder: string,
  names: readonly Name[],
): Promise<Partial<Record<Name, string>>> {
  const values: Partial<Record<Name, string>> = {}
  await Promise.all(
    names.map(async (name) => {
      const value = await readValue(host, `${folder}/${name}`)
      if (value !== undefined) values[name] = value
    }),
  )
  return values
}
