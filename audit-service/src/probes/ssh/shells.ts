import type { ClientChannel } from 'ssh2'
import { type Script, Shell, type ShellResult } from './shell.ts'

type ShellSource = {
  /** Another session; rejects when the host opens no more. */
  open(): Promise<ClientChannel>
  /** Run first in every shell. */
  setUp: string
  /** Asked for each piece of output; where it says no, the shell is ended. */
  take(bytes: number): boolean
}

type Job = { script: Script; resolve(result: ShellResult): void; reject(error: unknown): void }

/** Of the ten sessions that sshd allows a connection (MaxSessions). */
const shellsMax = 4
/** Each begins with the user's own start-up files, which may take longer than all there is to run. */
const growAfterMs = 50
const setUpLimits = { timeoutMs: 15_000, outputBytesMax: 64 * 1024 }

/** Shells of one connection that share the work; where the host opens one only, that one does it all. */
export class Shells {
  readonly #source: ShellSource
  readonly #open = new Set<Shell>()
  readonly #idle: Shell[] = []
  readonly #waiting: Job[] = []
  #countMax = shellsMax
  #isOpening = false
  #growing: NodeJS.Timeout | undefined

  constructor(source: ShellSource) {
    this.#source = source
  }

  /** `urgent` goes before what waits. Rejects when the shell ends before the script, or there is none to be had. */
  run(script: Script, urgent = false): Promise<ShellResult> {
    return new Promise((resolve, reject) => {
      this.#waiting[urgent ? 'unshift' : 'push']({ script, resolve, reject })
      this.#next()
    })
  }

  /** Ends them all with what they run. */
  kill(): void {
    for (const shell of this.#open) shell.kill()
  }

  get #count(): number {
    return this.#open.size + Number(this.#isOpening)
  }

  #next(): void {
    while (this.#waiting.length > 0 && this.#idle.length > 0) void this.#work()
    if (this.#waiting.length > 0) this.#grow()
  }

  /** The first at once, another one when something has waited for long. */
  #grow(): void {
    if (this.#count >= this.#countMax || this.#isOpening || this.#growing) return
    if (this.#count === 0) return void this.#add()
    this.#growing = setTimeout(() => {
      this.#growing = undefined
      if (this.#waiting.length > 0 && !this.#isOpening && this.#count < this.#countMax) void this.#add()
    }, growAfterMs)
  }

  async #work(): Promise<void> {
    const [shell, job] = [this.#idle.pop(), this.#waiting.shift()]
    if (!shell || !job) return
    await shell.run(job.script).then(job.resolve, job.reject)
    if (shell.isOpen) {
      this.#idle.push(shell)
    } else {
      await shell.closed
      this.#open.delete(shell)
    }
    this.#next()
  }

  async #add(): Promise<void> {
    this.#isOpening = true
    const failure = await this.#openOne().then(
      () => undefined,
      (error: unknown) => error,
    )
    this.#isOpening = false
    if (failure !== undefined) {
      // One that has come is enough; without any, nobody will ever do what waits.
      this.#countMax = Math.max(1, this.#open.size)
      if (this.#open.size === 0) for (const job of this.#waiting.splice(0)) job.reject(failure)
    }
    this.#next()
  }

  async #openOne(): Promise<void> {
    const shell = new Shell(await this.#source.open(), this.#source.take)
    const { ended } = await shell.run({ text: this.#source.setUp, ...setUpLimits })
    if (ended !== undefined) throw new Error(`no shell answers (${ended})`)
    this.#open.add(shell)
    this.#idle.push(shell)
  }
}
