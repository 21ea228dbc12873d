import { closeSync, fstatSync, openSync, readFileSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeFolderSync, writeFileWholeSync } from '@rollcall/shared/node/durable-files.ts'

/** With more lines than this for each record in use, the file is rewritten. */
const linesPerRecordMax = 4
const linesMin = 10_000

/**
 * A file of lines that each replace what an earlier one said. A line is with the system when its `append` returns, so it
 * outlives the process, killed or not; it is not synced, so a power cut may take the last ones. Throws as `node:fs`
 * does. After a failure the next `append` rewrites the file: nothing is missing in it once the disk is back.
 */
export class RecordLog {
  readonly #path: string
  /** Undefined while the file may lack lines, or end in half a line. */
  #file: number | undefined
  #lines: number

  /** Opens the file, or makes it (mode 600), and hands each line that is whole to `onLine`. */
  constructor(path: string, onLine: (line: string) => void) {
    makeFolderSync(dirname(path))
    this.#path = path
    this.#file = openSync(path, 'a', 0o600)
    const lines = readFileSync(path, 'utf8').split('\n')
    // A process that was killed, or a full disk, may have left half a line: what follows must not be joined to it.
    const half = lines.pop()
    if (half) this.#write('\n')
    this.#lines = lines.length
    lines.forEach(onLine)
  }

  /** Appends lines. A file that failed, or is too long for its `records`, is rewritten from `all` their lines. */
  append(lines: readonly string[], records: number, all: () => string[]): void {
    if (this.#file === undefined) {
      this.#rewrite(all())
      return
    }
    if (this.#isReplaced()) this.#reopen()
    this.#write(textOf(lines))
    this.#lines += lines.length
    if (this.#lines > linesMin && this.#lines > records * linesPerRecordMax) this.#rewrite(all())
  }

  close(): void {
    const file = this.#file
    this.#file = undefined
    if (file !== undefined) closeSync(file)
  }

  /** Another process with the same state directory, such as a scan from the command line, may have rewritten the file. */
  #isReplaced(): boolean {
    if (this.#file === undefined) return false
    return fstatSync(this.#file).ino !== statSync(this.#path, { throwIfNoEntry: false })?.ino
  }

  #reopen(): void {
    this.close()
    this.#file = openSync(this.#path, 'a', 0o600)
  }

  #write(text: string): void {
    if (this.#file === undefined) return
    const bytes = Buffer.from(text)
    try {
      for (let written = 0; written < bytes.length; ) written += writeSync(this.#file, bytes, written)
    } catch (error) {
      this.close()
      throw error
    }
  }

  /** No descriptor is held meanwhile: one of the replaced file would take lines that nobody reads again. */
  #rewrite(lines: readonly string[]): void {
    this.close()
    writeFileWholeSync(this.#path, textOf(lines))
    this.#reopen()
    this.#lines = lines.length
  }
}

const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')
