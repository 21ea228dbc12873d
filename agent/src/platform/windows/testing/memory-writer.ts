import type { MemoryBlock } from '../memory-block.ts'

/** Builds memory as Windows returns it: structures and texts in one block, with pointers into it. */
export class MemoryWriter {
  readonly #address = 0x7ff6_0000_1000n
  #bytes = Buffer.alloc(0)

  /** Adds a structure of zeros and returns its position. */
  allocate(bytes: number): number {
    const position = this.#bytes.length
    this.#bytes = Buffer.concat([this.#bytes, Buffer.alloc(bytes)])
    return position
  }

  u8(position: number, value: number): void {
    this.#bytes.writeUInt8(value, position)
  }

  u16(position: number, value: number): void {
    this.#bytes.writeUInt16LE(value, position)
  }

  u32(position: number, value: number): void {
    this.#bytes.writeUInt32LE(value, position)
  }

  u64(position: number, value: bigint): void {
    this.#bytes.writeBigUInt64LE(value, position)
  }

  bytes(position: number, value: Uint8Array): void {
    this.#bytes.set(value, position)
  }

  pointer(position: number, target: number): void {
    this.u64(position, this.#address + BigInt(target))
  }

  /** Adds a text of UTF-16 and points at it. */
  wideText(position: number, text: string): void {
    this.#text(position, Buffer.from(`${text}\0`, 'utf16le'))
  }

  /** Adds a text of Latin-1 and points at it. */
  narrowText(position: number, text: string): void {
    this.#text(position, Buffer.from(`${text}\0`, 'latin1'))
  }

  block(): MemoryBlock {
    return { address: this.#address, bytes: this.#bytes }
  }

  #text(position: number, text: Buffer): void {
    const target = this.allocate(text.length)
    this.bytes(target, text)
    this.pointer(position, target)
  }
}
