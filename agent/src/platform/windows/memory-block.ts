/** Bytes that Windows filled, and the address they had: pointers inside them refer to that. */
export type MemoryBlock = { address: bigint; bytes: Buffer }

/** A structure, a text or a pointer lies outside of its block. */
export class BrokenBlockError extends Error {
  constructor(what: string) {
    super(`Windows returned a damaged structure: ${what}`)
    this.name = 'BrokenBlockError'
  }
}

const textUnitsMax = 32_768

/** Reads a structure of 64-bit Windows at an offset of a block. Each read is checked against the block's end. */
export class BlockReader {
  readonly #block: MemoryBlock
  readonly #start: number

  constructor(block: MemoryBlock, start = 0) {
    this.#block = block
    this.#start = start
  }

  u8(offset: number): number {
    return this.bytes(offset, 1).readUInt8()
  }

  u16(offset: number): number {
    return this.bytes(offset, 2).readUInt16LE()
  }

  u32(offset: number): number {
    return this.bytes(offset, 4).readUInt32LE()
  }

  u64(offset: number): bigint {
    return this.bytes(offset, 8).readBigUInt64LE()
  }

  bytes(offset: number, length: number): Buffer {
    const from = this.#start + offset
    if (from < 0 || from + length > this.#block.bytes.length)
      throw new BrokenBlockError(`${length} bytes at ${from} of ${this.#block.bytes.length}`)
    return this.#block.bytes.subarray(from, from + length)
  }

  /** Returns the bytes from here to the end of the block, at most `bytesMax`. */
  rest(bytesMax: number): Buffer {
    return this.#block.bytes.subarray(this.#start, this.#start + bytesMax)
  }

  /** Returns a reader at the target of a pointer; undefined for a null pointer. */
  target(offset: number): BlockReader | undefined {
    const pointer = this.u64(offset)
    if (pointer === 0n) return undefined
    const start = pointer - this.#block.address
    if (start < 0n || start >= BigInt(this.#block.bytes.length))
      throw new BrokenBlockError(`a pointer at ${this.#start + offset} leaves it`)
    return new BlockReader(this.#block, Number(start))
  }

  /** Returns the text (UTF-16, ended by a NUL) at the target of a pointer; undefined for a null pointer. */
  wideText(offset: number): string | undefined {
    return this.target(offset)?.ownWideText()
  }

  /** Returns the text (Latin-1, ended by a NUL) at the target of a pointer; undefined for a null pointer. */
  narrowText(offset: number): string | undefined {
    const target = this.target(offset)
    if (!target) return undefined
    const rest = target.#block.bytes.subarray(target.#start, target.#start + textUnitsMax)
    const end = rest.indexOf(0)
    if (end < 0) throw new BrokenBlockError('a text has no end')
    return rest.toString('latin1', 0, end)
  }

  ownWideText(): string {
    const rest = this.#block.bytes.subarray(this.#start, this.#start + textUnitsMax * 2)
    for (let at = 0; at + 1 < rest.length; at += 2) {
      if (rest.readUInt16LE(at) === 0) return rest.toString('utf16le', 0, at)
    }
    throw new BrokenBlockError('a text has no end')
  }
}
