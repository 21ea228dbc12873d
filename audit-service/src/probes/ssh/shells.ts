import type { ClientChannel } from 'ssh2'
import { ConnectionLostError, type Script, Shell, type ShellResult } from './shell.ts'

type ShellSource = {
  /** Opens another session; rejects if the host allows no more. */
  open(): Promise<ClientChannel>
  /** Run first in every shell. */
  setUp: string
  /** Called for each piece of output; if it returns false, the shell is ended. */
  take(bytes: number): boolean
}

type Job = { script: Script; resolve(result: ShellResult): void; reject(error: unknown): void }

/** Shells at the same time, of the ten sessions that sshd allows per connection (MaxSessions). */
const shellsMax = 4
/** Each shell first runs the user's start-up files, which may take longer than all scripts. */
const growAfterMs = 50
const setUpLimits = { timeoutMs: 15_000, outputBytesMax: 64 * 1024 }

/** Shells of one connection that share the scripts; a host that allows one session gets one shell. */
export class Shells {
  readonly #source: ShellSource
  readonly #open = new Set<Shell>()
  readonly #idle: Shell[] = []
  readonly #waiting: Job[] = []
  #countMax = shellsMax
  #isKilled = false
  #isOpening = false
  #growing: NodeJS.Timeout | undefined

  constructor(source: ShellSource) {
    this.#source = source
  }

  /**
   * Runs a script; `urgent` ones before those that wait. Rejects if the shell ends before the script, or no shell can
   * be opened.
   */
  run(script: Script, urgent = false): Promise<ShellResult> {
    if (this.#isKilled) return Promise.reject(new ConnectionLostError('the session was ended'))
    return new Promise((resolve, reject) => {
      this.#waiting[urgent ? 'unshift' : 'push']({ script, resolve, reject })
      this.#next()
    })
  }

  /**
   * Ends all shells. Their scripts and those that wait reject at once. Resolves when the remote side has closed all
   * sessions, so that no process of theirs is left.
   */
  async kill(): Promise<void> {
    this.#isKilled = true
    for (const job of this.#waiting.splice(0)) job.reject(new ConnectionLostError('the session was ended'))
    for (const shell of this.#open) shell.kill()
    await Promise.all([...this.#open].map((shell) => shell.closed))
  }

  get #count(): number {
    return this.#open.size + Number(this.#isOpening)
  }

  #next(): void {
    while (this.#waiting.length > 0 && this.#idle.length > 0) void this.#work()
    if (this.#waiting.length > 0) this.#grow()
  }

  /** Opens the first shell at once, and further ones while scripts wait too long. */
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
      // One open shell is enough; without any, the waiting scripts would never run.
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
