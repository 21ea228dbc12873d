/** Longer than an end line. */
const endBytesMax = 64

/** Output of a script, up to the line that ends it. Beyond `bytesMax` the beginning is dropped. */
export class OutputTail {
  /** Size without the end line. */
  size = 0
  /** Match of the end line's pattern; undefined before the end. */
  ended: string | undefined
  readonly #end: RegExp
  readonly #bytesMax: number
  #parts: Buffer[] = []
  #total = 0

  constructor(end: RegExp, bytesMax = Number.POSITIVE_INFINITY) {
    this.#end = end
    this.#bytesMax = bytesMax
  }

  add(chunk: Buffer): void {
    this.#parts.push(chunk)
    this.#total += chunk.length
    if (this.#total > this.#bytesMax + endBytesMax) {
      const rest = this.bytes().subarray(-this.#bytesMax)
      this.#parts = [rest]
      this.#total = rest.length
    }
    const [end = '', caught] = this.#end.exec(this.#last()) ?? []
    this.ended = caught
    this.size = this.#total - end.length
  }

  /** Returns the stored output without the end line. */
  bytes(): Buffer {
    return Buffer.concat(this.#parts).subarray(0, this.size)
  }

  #last(): string {
    let tail = Buffer.alloc(0)
    for (let index = this.#parts.length - 1; index >= 0 && tail.length < endBytesMax; index -= 1) {
      tail = Buffer.concat([this.#parts[index] ?? tail, tail])
    }
    return tail.toString('latin1', Math.max(0, tail.length - endBytesMax))
  }
}
