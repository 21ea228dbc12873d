import { spawn } from 'node:child_process'

type RunOptions = {
  /** Written to standard input, which is then closed. */
  input?: string | AsyncIterable<string>
  /** The process is killed after this long. */
  timeoutMs: number
  /** Standard output past this many bytes kills the process; default 64 MiB. */
  outputBytesMax?: number
  /** Receives standard output as it arrives; `stdout` of the result is then empty and the byte limit does not apply. */
  onStdout?: (chunk: Buffer) => void
  signal?: AbortSignal | undefined
  env?: NodeJS.ProcessEnv
  /** Working folder; default this process's. */
  cwd?: string
  /** Starts a process group, all of which is killed: programs that it has started do not remain. Not on Windows. */
  asGroup?: boolean
}

export type RunResult = {
  /** Exit code, or null when a signal ended it. */
  code: number | null
  stdout: string
  /** The last 64 KiB of standard error. */
  stderr: string
  /** Reason this module ended the process. */
  ended?: 'timeout' | 'output-limit' | 'aborted'
}

const stderrBytesMax = 64 * 1024
/**
 * Time for a killed process to end. One in a call to a stuck driver never does, and another one may hold its pipes: it
 * is then left alone.
 */
const killedMs = 1_000

/**
 * Runs a program without a shell and waits for its end. Rejects only if it cannot be started (`ENOENT`, `EACCES`); a
 * non-zero exit code is a result for the caller to judge. Output on standard error is not a failure.
 */
export function runProcess(program: string, args: readonly string[], options: RunOptions): Promise<RunResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: options.env ?? { ...process.env, LC_ALL: 'C' },
      cwd: options.cwd,
      detached: options.asGroup ?? false,
    })
    const out: Buffer[] = []
    let outBytes = 0
    let stderr = Buffer.alloc(0)
    let ended: RunResult['ended']
    const limit = options.outputBytesMax ?? 64 * 1024 * 1024
    const end = (why: NonNullable<RunResult['ended']>) => {
      ended ??= why
      if (options.asGroup && child.pid !== undefined) killGroup(child.pid)
      else child.kill('SIGKILL')
      graceTimer ??= setTimeout(abandon, killedMs)
    }
    let graceTimer: NodeJS.Timeout | undefined
    const abandon = () => {
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy()
      child.unref()
      settle(null)
    }
    const onAbort = () => end('aborted')
    const timer = setTimeout(() => end('timeout'), options.timeoutMs)
    options.signal?.addEventListener('abort', onAbort, { once: true })
    if (options.signal?.aborted) end('aborted')

    const finish = () => {
      clearTimeout(timer)
      clearTimeout(graceTimer)
      options.signal?.removeEventListener('abort', onAbort)
    }
    child.stdout.on('data', (chunk: Buffer) => {
      if (options.onStdout) return options.onStdout(chunk)
      outBytes += chunk.length
      if (outBytes > limit) return end('output-limit')
      out.push(chunk)
    })
    child.stderr.on('data', (chunk: Buffer) => {
      stderr = Buffer.concat([stderr, chunk]).subarray(-stderrBytesMax)
    })
    child.on('error', (error) => {
      finish()
      reject(error)
    })
    const settle = (code: number | null) => {
      finish()
      const result: RunResult = { code, stdout: Buffer.concat(out).toString('utf8'), stderr: stderr.toString('utf8') }
      resolve(ended === undefined ? result : { ...result, ended })
    }
    child.on('close', settle)
    // A program that ends before it has read all its input closes the pipe; its exit code is the result.
    child.stdin.on('error', () => child.stdin.destroy())
    void feed(child.stdin, options.input)
  })
}

function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL')
  } catch {
    // All of it has ended, or became another user.
  }
}

async function feed(stdin: NodeJS.WritableStream & { destroyed: boolean }, input: RunOptions['input']): Promise<void> {
  if (typeof input === 'object') {
    for await (const part of input) {
      if (stdin.destroyed) return
      if (!stdin.write(part)) await new Promise((next) => stdin.once('drain', next).once('close', next))
    }
    stdin.end()
  } else {
    stdin.end(input ?? '')
  }
}
