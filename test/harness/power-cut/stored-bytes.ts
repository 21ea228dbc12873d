/** Bytes of a file that grow as they are written; what was never written is zero. */
export class StoredBytes {
  size = 0
  #buffer = Buffer.alloc(0)

  read(offset: number, length: number): Buffer {
    return this.#buffer.subarray(Math.min(offset, this.size), Math.min(offset + length, this.size))
  }

  write(offset: number, bytes: Uint8Array): void {
    this.#reserve(offset + bytes.length)
    this.#buffer.set(bytes, offset)
    this.size = Math.max(this.size, offset + bytes.length)
  }

  resize(size: number): void {
    if (size < this.size) this.#buffer.fill(0, size, this.size)
    this.#reserve(size)
    this.size = size
  }

  #reserve(bytes: number): void {
    if (bytes <= this.#buffer.length) return
    const larger = Buffer.alloc(Math.max(bytes, 2 * this.#buffer.length, 4096))
    larger.set(this.#buffer.subarray(0, this.size))
    this.#buffer = larger
  }
}
