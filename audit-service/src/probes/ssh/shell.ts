import { randomBytes } from 'node:crypto'
import type { ProcessEnd } from '@rollcall/agent/platform/host.ts'
import { cleanText } from '@rollcall/shared/inventory/normalise.ts'
import type { ClientChannel } from 'ssh2'
import { OutputTail } from './output-tail.ts'

export type Script = {
  text: string
  timeoutMs: number
  outputBytesMax: number
  /** The output may hold secrets, so the transcript leaves it out. */
  isPrivate?: boolean | undefined
}

/** Result of a script; standard output as bytes. */
export type ShellResult = Omit<ProcessEnd, 'stdout'> & { stdout: Buffer }

/** The host or the connection is gone, so missing data says nothing about the machine. */
export class ConnectionLostError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ConnectionLostError'
  }
}

type Running = {
  stdout: OutputTail
  stderr: OutputTail
  outputBytesMax: number
  resolve(how: Pick<ShellResult, 'code' | 'ended'>): void
  reject(error: Error): void
}

const stderrBytesMax = 64 * 1024
const lastWordsMax = 200

/**
 * `/bin/sh` on the remote machine, which runs one script after another. Scripts are written to its standard input, so
 * that the user's own shell never reads them. An unpredictable line on both outputs marks the end of a script's output.
 */
export class Shell {
  readonly #channel: ClientChannel
  readonly #take: (bytes: number) => boolean
  readonly #mark = randomBytes(16).toString('hex')
  readonly #closed = Promise.withResolvers<void>()
  #running: Running | undefined
  #lost: Error | undefined

  /** `take` is called for each piece of output; if it returns false, the shell is ended. */
  constructor(channel: ClientChannel, take: (bytes: number) => boolean) {
    this.#channel = channel
    this.#take = take
    channel.on('data', (chunk: Buffer) => this.#hear('stdout', chunk))
    channel.stderr.on('data', (chunk: Buffer) => this.#hear('stderr', chunk))
    channel.on('error', (error: Error) => this.#lose(new ConnectionLostError(error.message)))
    channel.on('close', () => {
      this.#closed.resolve()
      this.#lose(new ConnectionLostError(this.#lastWords()))
    })
  }

  get isOpen(): boolean {
    return this.#lost === undefined
  }

  /** Resolves when the remote side has closed the session too: only then may another be opened. */
  get closed(): Promise<void> {
    return this.#closed.promise
  }

  /**
   * Runs one script at a time. A script that exceeds its time or output ends the shell with it. Rejects with
   * `ConnectionLostError` if the shell ends before the script.
   */
  run({ text, timeoutMs, outputBytesMax }: Script): Promise<ShellResult> {
    if (this.#lost) return Promise.reject(this.#lost)
    const { promise, resolve, reject } = Promise.withResolvers<Pick<ShellResult, 'code' | 'ended'>>()
    const stdout = new OutputTail(new RegExp(`\\n${this.#mark} (\\d{1,3})\\n$`))
    const stderr = new OutputTail(new RegExp(`\\n${this.#mark} (0)\\n$`), stderrBytesMax)
    this.#running = { stdout, stderr, outputBytesMax, resolve, reject }
    const timer = setTimeout(() => this.#end('timeout'), timeoutMs)
    const printMark = (status: string) => `printf '\\n%s %s\\n' ${this.#mark} ${status}`
    this.#channel.write(`{\n${text}\n} </dev/null\n${printMark('"$?"')}; ${printMark('0')} >&2\n`)
    return promise
      .then((how) => ({ ...how, stdout: stdout.bytes(), stderr: stderr.bytes().toString('utf8') }))
      .finally(() => {
        clearTimeout(timer)
        this.#running = undefined
      })
  }

  /** Ends the shell and its script, which rejects at once. */
  kill(): void {
    if (this.#lost) return
    this.#lose(new ConnectionLostError('the session was ended'))
    // RFC 4254, section 6.9: otherwise the remote process runs until it writes to the closed output.
    this.#channel.signal('KILL')
    this.#channel.close()
  }

  #hear(name: 'stdout' | 'stderr', chunk: Buffer): void {
    const running = this.#running
    if (!running || this.#lost) return
    running[name].add(chunk)
    if (!this.#take(chunk.length) || running.stdout.size > running.outputBytesMax) this.#end('output-limit')
    else if (running.stdout.ended && running.stderr.ended) running.resolve({ code: Number(running.stdout.ended) })
  }

  #end(ended: NonNullable<ShellResult['ended']>): void {
    this.#running?.resolve({ code: null, ended })
    this.kill()
  }

  /** Returns the last output: a program that replaces the shell often prints the reason. */
  #lastWords(): string {
    const output = [this.#running?.stdout, this.#running?.stderr].map((each) => each?.bytes().toString('utf8') ?? '')
    const words = cleanText(output.join('\n').trim().split('\n')[0] ?? '', lastWordsMax)
    return words === '' ? 'the host ended the session' : `the host ended the session: ${words}`
  }

  #lose(error: Error): void {
    this.#lost ??= error
    this.#running?.reject(error)
  }
}
