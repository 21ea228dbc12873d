import { closeSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** More lines than this many for each record that is still of use, and the file is written anew. */
const linesPerRecordMax = 4
const linesMin = 10_000

/**
 * A file of lines that each replace what an earlier one said. A line is with the system when its `append` returns, so it
 * outlives the process, killed or not; it is not synced, so a power cut may take the last ones. Throws as `node:fs`
 * does.
 */
export class RecordLog {
  readonly #path: string
  #file: number
  #lines: number

  /** Opens the file, or makes it (mode 600), and hands each line that is whole to `onLine`. */
  constructor(path: string, onLine: (line: string) => void) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    this.#path = path
    this.#file = openSync(path, 'a', 0o600)
    const text = readFileSync(path, 'utf8')
    const lines = text.split('\n')
    // A process that was killed, or a full disk, may have left half a line: what follows must not be joined to it.
    const half = lines.pop()
    if (half) writeSync(this.#file, '\n')
    this.#lines = lines.length
    lines.forEach(onLine)
  }

  /** When the file has grown too long for the `records` there are, it is written anew from `all` their lines. */
  append(lines: readonly string[], records: number, all: () => string[]): void {
    writeSync(this.#file, lines.map((line) => `${line}\n`).join(''))
    this.#lines += lines.length
    if (this.#lines > linesMin && this.#lines > records * linesPerRecordMax) this.#rewrite(all())
  }

  close(): void {
    closeSync(this.#file)
  }

  #rewrite(lines: readonly string[]): void {
    writeFileSync(`${this.#path}.new`, lines.map((line) => `${line}\n`).join(''), { mode: 0o600, flush: true })
    renameSync(`${this.#path}.new`, this.#path)
    closeSync(this.#file)
    this.#file = openSync(this.#path, 'a', 0o600)
    this.#lines = lines.length
  }
}
