import { closeSync, fstatSync, openSync, readFileSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeFolderSync, writeFileWholeSync } from '@rollcall/shared/node/durable-files.ts'

/** Lines per record in use after which the file is rewritten. */
const linesPerRecordMax = 4
const linesMin = 10_000

/**
 * A file of lines that each replace an earlier one. A line is in the system's cache when `append` returns, so it
 * survives a killed process; it is not synced, so a power cut may lose the last ones. Throws the errors of `node:fs`.
 * After a failure the next `append` rewrites the file, so nothing is missing once the disk works again.
 */
export class RecordLog {
  readonly #path: string
  /** Undefined while the file may lack lines, or end in an incomplete line. */
  #file: number | undefined
  #lines: number

  /** Opens or creates the file (mode 600) and passes each complete line to `onLine`. */
  constructor(path: string, onLine: (line: string) => void) {
    makeFolderSync(dirname(path))
    this.#path = path
    this.#file = openSync(path, 'a', 0o600)
    const lines = readFileSync(path, 'utf8').split('\n')
    // A killed process or a full disk may have left an incomplete line: the next line must not be appended to it.
    const half = lines.pop()
    if (half) this.#write('\n')
    this.#lines = lines.length
    lines.forEach(onLine)
  }

  /** Appends lines. If the file failed, or is too long for its `records`, it is rewritten with `all` lines. */
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

  /**
   * Returns true if another process with the same state directory, such as a scan from the command line, has rewritten
   * the file.
   */
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

  /** Rewrites the file. The descriptor is closed first: lines written to the replaced file would never be read. */
  #rewrite(lines: readonly string[]): void {
    this.close()
    writeFileWholeSync(this.#path, textOf(lines))
    this.#reopen()
    this.#lines = lines.length
  }
}

const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')
