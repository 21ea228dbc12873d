const bytesMax = 2 * 1024 * 1024

/** The remote commands and their output, up to a limit. The rest is dropped. */
export class Transcript {
  isCut = false
  readonly #parts: Buffer[] = []
  #bytes = 0

  add(command: string, output: Buffer, end: string): void {
    const entry = Buffer.concat([Buffer.from(`$ ${command}\n`), output, Buffer.from(`\n# ${end}\n`)])
    if (this.#bytes + entry.length > bytesMax) {
      this.isCut = true
      return
    }
    this.#bytes += entry.length
    this.#parts.push(entry)
  }

  bytes(): Buffer {
    return Buffer.concat(this.#parts)
  }
}
