import type { Random } from '../../bench/dataset/random.ts'
import { StoredBytes } from './stored-bytes.ts'

const pageBytes = 4096

/** Part of the unsynced state that reaches the disk before the power is gone. */
export type Survives =
  /** Nothing: neither bytes nor names. */
  | 'nothing'
  /** Names, sizes after a truncation, but no bytes: what ext4 and XFS leave of a file renamed into place without a sync. */
  | 'names'
  /** The first few changes of names, and any of the 4 KiB pages. */
  | 'some'

/** A regular file: its content as processes see it, and as the disk has it. */
export class FileNode {
  readonly kind = 'file'
  readonly content = new StoredBytes()
  readonly #durable = new StoredBytes()
  readonly #unsyncedPages = new Set<number>()
  /** The smallest size since the last sync: bytes beyond it were cut off. */
  #smallestSize = 0

  write(offset: number, bytes: Uint8Array): void {
    this.content.write(offset, bytes)
    const last = Math.floor((offset + bytes.length - 1) / pageBytes)
    for (let page = Math.floor(offset / pageBytes); page <= last; page += 1) this.#unsyncedPages.add(page)
  }

  resize(size: number): void {
    this.content.resize(size)
    this.#smallestSize = Math.min(this.#smallestSize, size)
  }

  sync(): void {
    this.#durable.resize(Math.min(this.#durable.size, this.#smallestSize))
    this.#durable.resize(this.content.size)
    for (const page of this.#unsyncedPages) this.#keepPage(page)
    this.#durable.resize(this.content.size)
    this.#unsyncedPages.clear()
    this.#smallestSize = this.content.size
  }

  cutPower(survives: Survives, random: Random): void {
    const isCutOff = survives === 'names' || (survives === 'some' && random.below(2) === 0)
    if (isCutOff) this.#durable.resize(Math.min(this.#durable.size, this.#smallestSize))
    if (survives === 'some') for (const page of this.#unsyncedPages) if (random.below(2) === 0) this.#keepPage(page)
    this.#unsyncedPages.clear()
    this.content.resize(0)
    this.content.write(0, this.#durable.read(0, this.#durable.size))
    this.#smallestSize = this.content.size
  }

  #keepPage(page: number): void {
    const bytes = this.content.read(page * pageBytes, pageBytes)
    if (bytes.length > 0) this.#durable.write(page * pageBytes, bytes)
  }
}
