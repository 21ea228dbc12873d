/** How a program ended; `ended` says why it was stopped before its own end. */
export type RunOutput = {
  /** Exit code, or null when a signal ended it. */
  code: number | null
  stdout: string
  stderr: string
  ended?: 'timeout' | 'output-limit' | 'aborted'
}

type RunLimits = { timeoutMs: number; outputBytesMax: number }
type RunOptions = RunLimits & {
  /** As root where the user of a remote machine may do that without a password; as this user otherwise. */
  asRoot?: boolean
}

/**
 * All that an inventory source may ask of a machine. Sources know nothing else, so the same ones read this machine
 * and, through another implementation, a remote one.
 */
export type Host = {
  /**
   * The text of a file; undefined where it is absent or may not be read. Throws `LimitError` when it is larger than
   * `bytesMax`, since half a file is worse than none.
   */
  readFile(path: string, bytesMax: number): Promise<string | undefined>
  /** The names in a folder, sorted by code unit; empty where it is absent or may not be read. */
  listFolder(path: string): Promise<string[]>
  /** Runs a program with LC_ALL=C and without a shell. Rejects only when it cannot be started. */
  run(program: string, args: readonly string[], options: RunOptions): Promise<RunOutput>
  hasProgram(name: string): Promise<boolean>
}

/** More than the source is willing to take. */
export class LimitError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'LimitError'
  }
}

/** The machine has it, but this user may not read it. */
export class RefusedError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'RefusedError'
  }
}

const commandLimits: RunLimits = { timeoutMs: 20_000, outputBytesMax: 32 * 1024 * 1024 }

/** Standard output of a program that has to end well; an Error that says how it did not otherwise. */
export async function runText(
  host: Host,
  program: string,
  args: readonly string[],
  options: Partial<RunOptions> = {},
): Promise<string> {
  const { timeoutMs, outputBytesMax, asRoot = false } = { ...commandLimits, ...options }
  const result = await host.run(program, args, { timeoutMs, outputBytesMax, asRoot })
  if (result.ended === 'timeout') throw new LimitError(`${program} did not end within ${timeoutMs} ms`)
  if (result.ended === 'output-limit') throw new LimitError(`${program} printed more than ${outputBytesMax} bytes`)
  if (result.code === 0) return result.stdout
  const reason = result.stderr.trim().split('\n')[0] ?? ''
  if (/permission denied|operation not permitted|must be root/i.test(result.stderr)) {
    throw new RefusedError(`${program}: ${reason}`)
  }
  throw new Error(`${program} ended with ${result.code ?? 'a signal'}${reason ? `: ${reason}` : ''}`)
}

/** Files under /sys and /proc hold one value. */
export const valueBytesMax = 64 * 1024

/** The trimmed text of a small file; undefined where it is absent, unreadable or empty. */
export async function readValue(host: Host, path: string): Promise<string | undefined> {
  const text = await host.readFile(path, valueBytesMax)
  // Values of the device tree end in NUL.
  return text?.replace(/\0+$/, '').trim() || undefined
}

/** The values of some files of one folder, by their names. */
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
