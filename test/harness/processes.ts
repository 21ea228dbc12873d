import { type ChildProcess, spawn } from 'node:child_process'
import { messageOf } from '@rollcall/shared/errors.ts'
import { atEnd } from './at-end.ts'
import { waitFor } from './wait.ts'

export type ProcessSpec = {
  program: string
  args?: readonly string[]
  /** Added to this process's environment; an undefined value takes a variable away. */
  env?: NodeJS.ProcessEnv
  cwd?: string
  /** A pattern in its output, or a condition (see `waitFor`), after which it is up. */
  ready?: RegExp | (() => unknown)
  /** Default 20,000. */
  readyTimeoutMs?: number
}

export type ProcessExit = { code: number | null; signal: NodeJS.Signals | null }

export type RunningProcess = AsyncDisposable & {
  pid: number
  /** Output so far, at most the last 1 MiB of each stream. */
  stdout: () => string
  stderr: () => string
  /** Both streams in the order in which they came. */
  output: () => string
  /** Undefined while it runs. */
  exit: () => ProcessExit | undefined
  exited: Promise<ProcessExit>
  signal: (signal: NodeJS.Signals) => void
  /** Ends it and waits for its end. One that outlives `timeoutMs` (default 10,000) is killed, and the call fails. */
  stop: (signal?: NodeJS.Signals, timeoutMs?: number) => Promise<ProcessExit>
}

const outputCharactersMax = 1024 * 1024

/** By this process. */
const started = new Set<ChildProcess>()
atEnd(() => {
  for (const child of started) child.kill()
})

/** Starts a long-running process and waits until it is ready; a failure's message holds all that it wrote. */
export async function startProcess(spec: ProcessSpec): Promise<RunningProcess> {
  const title = [spec.program, ...(spec.args ?? [])].join(' ')
  const child = spawn(spec.program, spec.args ?? [], {
    cwd: spec.cwd,
    env: { ...process.env, ...spec.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.add(child)
  const written = { stdout: '', stderr: '', output: '' }
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      written[stream] = (written[stream] + text).slice(-outputCharactersMax)
      written.output = (written.output + text).slice(-outputCharactersMax)
    })
  }
  let exit: ProcessExit | undefined
  // `close` comes after the last output, `exit` may come before it.
  const exited = new Promise<ProcessExit>((resolve) => {
    child.once('close', (code, signal) => {
      started.delete(child)
      exit = { code, signal }
      resolve(exit)
    })
  })
  const pid = await new Promise<number>((resolve, reject) => {
    child.once('error', (error) => reject(new Error(`cannot start ${title}: ${messageOf(error)}`)))
    child.once('spawn', () => (child.pid === undefined ? reject(new Error(`${title} has no pid`)) : resolve(child.pid)))
  })

  const running: RunningProcess = {
    pid,
    stdout: () => written.stdout,
    stderr: () => written.stderr,
    output: () => written.output,
    exit: () => exit,
    exited,
    signal: (signal) => void child.kill(signal),
    stop: async (signal = 'SIGTERM', timeoutMs = 10_000) => {
      child.kill(signal)
      const killer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
      const how = await exited
      clearTimeout(killer)
      if (how.signal === 'SIGKILL' && signal !== 'SIGKILL') {
        throw new Error(`${title} had not ended ${timeoutMs} ms after ${signal}; it wrote:\n${written.output}`)
      }
      return how
    },
    [Symbol.asyncDispose]: async () => void (await running.stop()),
  }
  if (spec.ready !== undefined) await becomeReady(running, title, spec.ready, spec.readyTimeoutMs ?? 20_000)
  return running
}

async function becomeReady(
  running: RunningProcess,
  title: string,
  ready: NonNullable<ProcessSpec['ready']>,
  timeoutMs: number,
): Promise<void> {
  const ended = new AbortController()
  void running.exited.then(({ code, signal }) => ended.abort(new Error(`it ended with ${signal ?? `code ${code}`}`)))
  try {
    const what = ready instanceof RegExp ? `${ready} in its output` : 'it to be ready'
    const condition = ready instanceof RegExp ? () => ready.test(running.output()) : ready
    await waitFor(condition, { what, timeoutMs, signal: ended.signal })
  } catch (error) {
    running.signal('SIGKILL')
    await running.exited
    throw new Error(`${title} did not start: ${messageOf(error)}; it wrote:\n${running.output()}`)
  }
}
