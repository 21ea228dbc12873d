import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { OperatorError } from '@rollcall/shared/errors.ts'
import { cutOffExitCode } from '../failed.ts'
import { commandOf } from '../project.ts'
import { openLogFile } from './log-file.ts'

/** Parts end within 13 s by themselves. */
const killAfterMs = 15_000
const stderrBytesMax = 16 * 1024

export type PartOptions = {
  /** Arguments of `rollcall`; the part prints one line of JSON on standard output when it is ready. */
  args: string[]
  logFile: string
  /** Written to its standard input, which then ends; without it, standard input stays open as long as we live. */
  input?: string
}

export type RunningPart = {
  pid: number
  /** The JSON of the ready line; rejects when the part ends before it. */
  ready: Promise<unknown>
  exited: Promise<number | null>
  /** Gives whether it finished all that was under way. */
  stop(): Promise<boolean>
}

/**
 * Starts one part as a process of its own. It gets our end of a pipe as standard input, so it ends in good order even
 * when we are killed, and a process group of its own, so that Ctrl-C reaches us first and we end the parts in turn.
 */
export function startPart({ args, logFile, input }: PartOptions): RunningPart {
  const log = openLogFile(logFile)
  const command = commandOf(args)
  const child = spawn(command.program, command.args, {
    env: { ...process.env, ...command.env },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  })
  // It may end before it has read this; its exit code tells the story.
  child.stdin.on('error', () => child.stdin.destroy())
  if (input !== undefined) child.stdin.end(input)
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => {
    log.write(chunk)
    complaint = (complaint + chunk.toString('utf8')).slice(-stderrBytesMax)
  })
  const exited = new Promise<number | null>((resolve) => {
    child.once('close', (code) => {
      log.close()
      resolve(code)
    })
    child.once('error', () => resolve(null))
  })
  const ready = new Promise<unknown>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', (line) => {
      try {
        resolve(JSON.parse(line))
      } catch {
        reject(new OperatorError(`rollcall ${args[0]} printed something that is not JSON: ${line.slice(0, 200)}`))
      }
    })
    void exited.then((code) =>
      reject(
        new OperatorError(
          reasonOf(complaint) ?? `rollcall ${args.slice(0, 2).join(' ')} ended with code ${code}; see ${logFile}`,
        ),
      ),
    )
  })
  // Whoever waits for it gets the rejection; nobody has to.
  ready.catch(() => undefined)
  return { pid: child.pid ?? 0, ready, exited, stop: () => stop(child, exited) }
}

async function stop(child: ChildProcess, exited: Promise<unknown>): Promise<boolean> {
  if (child.exitCode !== null || child.signalCode !== null) return true
  child.kill('SIGTERM')
  const kill = setTimeout(() => child.kill('SIGKILL'), killAfterMs)
  await exited
  clearTimeout(kill)
  return child.exitCode !== cutOffExitCode && child.signalCode !== 'SIGKILL'
}

/** The line a part ended with: what is wrong and what to do. */
function reasonOf(stderr: string): string | undefined {
  return stderr.match(/^rollcall: (.+)$/m)?.[1]
}
