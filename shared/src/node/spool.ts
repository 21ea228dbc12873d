import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { codeOf, messageOf, OperatorError } from '../errors.ts'
import { makeFolder, movePath, writeFileWhole } from './durable-files.ts'

type SpoolOptions = {
  /** Limit of all waiting entries together; another quarter of it may be parked in `bad/`. */
  bytesMax: number
}

export type SpoolEntry = { id: string; kind: string; bytes: number; storedAtMs: number }

/** An entry cannot be stored, read or removed now; its caller may try again. */
export class SpoolUnavailableError extends OperatorError {}

export class SpoolFullError extends SpoolUnavailableError {}

const version = 'rollcall-spool-1'
const headerBytesMax = 256
/** An entry in `bad/` and its reason take one block of the disk each, however small they are. */
const parkedOverheadBytes = 8192
const kindPattern = /^[a-z0-9-]{1,32}$/
/** A counter makes the order independent of the clock; a random part separates two writers. */
const entryPattern = /^(\d{12}-[0-9a-f]{8})\.([a-z0-9-]{1,32})$/

/**
 * A queue on disk. An entry survives a crash or power cut once `append` has returned; a crash before that leaves only a
 * temporary file, which the next open removes. One owner at a time reads the oldest entry first and removes delivered
 * ones. A crash between delivery and removal delivers an entry twice: receivers recognize it by its id.
 *
 * An entry is one file: a header line (`rollcall-spool-1 <bytes> <sha256>`), then the bytes.
 */
export class Spool {
  readonly #folder: string
  readonly bytesMax: number
  readonly #entries = new Map<string, SpoolEntry>()
  /** Sizes of the entries in `bad/`, oldest first. */
  readonly #parked = new Map<string, number>()
  /** Files of incomplete entries, because the folder could not be synced. They are removed. */
  readonly #leftovers = new Set<string>()
  #bytesParked = 0
  #bytesUsed = 0
  #bytesReserved = 0
  #sequence = 0

  private constructor(folder: string, bytesMax: number) {
    this.#folder = folder
    this.bytesMax = bytesMax
  }

  /** Creates the folder if needed (mode 700), removes incomplete files and lists the waiting entries. */
  static async open(folder: string, { bytesMax }: SpoolOptions): Promise<Spool> {
    const spool = new Spool(folder, bytesMax)
    try {
      for (const part of ['', 'bad']) await makeFolder(join(folder, part))
      // Releases before 0.2 wrote their temporary files there.
      await rm(join(folder, 'tmp'), { recursive: true, force: true })
      await spool.#list()
    } catch (error) {
      throw new OperatorError(`cannot use the spool folder ${folder}: ${messageOf(error)}`)
    }
    return spool
  }

  /** Counts the waiting entries of a spool that another process may use. Changes nothing. */
  static async measure(folder: string): Promise<{ entries: number; bytes: number }> {
    let [entries, bytes] = [0, 0]
    for (const name of await readdir(folder).catch(emptyIfAbsent)) {
      if (!entryPattern.test(name)) continue
      // Sent and removed meanwhile.
      const found = await stat(join(folder, name)).catch(ignoreAbsent)
      if (!found) continue
      entries += 1
      bytes += found.size
    }
    return { entries, bytes }
  }

  /** Waiting entries, oldest first. */
  entries(): SpoolEntry[] {
    return [...this.#entries.values()]
  }

  /** Returns the disk space of the waiting entries in bytes. */
  bytesUsed(): number {
    return this.#bytesUsed
  }

  /** Stores an entry durably and returns its id. Throws `SpoolFullError` if it does not fit. */
  async append(kind: string, bytes: Uint8Array): Promise<string> {
    if (!kindPattern.test(kind)) throw new Error(`not a kind of spool entry: ${kind}`)
    const header = Buffer.from(`${version} ${bytes.length} ${sha256(bytes)}\n`)
    const size = header.length + bytes.length
    if (this.#bytesUsed + this.#bytesReserved + size > this.bytesMax) {
      throw new SpoolFullError(
        `the spool ${this.#folder} is full (${this.#bytesUsed} of ${this.bytesMax} bytes wait to be sent): ` +
          'nothing more is kept until the collector can be reached again, or the limit is raised',
      )
    }
    this.#sequence += 1
    const id = `${String(this.#sequence).padStart(12, '0')}-${randomBytes(4).toString('hex')}`
    const path = join(this.#folder, `${id}.${kind}`)
    this.#bytesReserved += size
    try {
      await this.#removeLeftovers()
      await this.#write(path, [header, bytes])
    } catch (error) {
      throw new SpoolUnavailableError(`cannot write to the spool ${this.#folder}: ${messageOf(error)}`)
    } finally {
      this.#bytesReserved -= size
    }
    this.#add({ id, kind, bytes: size, storedAtMs: Date.now() })
    return id
  }

  /**
   * Returns the bytes of an entry; undefined if it is gone, or was damaged and is parked now. Throws
   * `SpoolUnavailableError` while the disk cannot read them: the entry stays, because the disk may recover.
   */
  async read(id: string): Promise<Buffer | undefined> {
    const entry = this.#entries.get(id)
    if (!entry) return undefined
    let content: Buffer
    try {
      content = await readFile(this.#pathOf(entry))
    } catch (error) {
      if (!isAbsent(error)) {
        throw new SpoolUnavailableError(`cannot read from the spool ${this.#folder}: ${messageOf(error)}`)
      }
      this.#forget(entry)
      return undefined
    }
    const bytes = intactBytes(content)
    if (bytes === undefined) await this.park(id, 'damaged on disk: its checksum does not fit')
    return bytes
  }

  async remove(id: string): Promise<void> {
    const entry = this.#entries.get(id)
    if (!entry) return
    await rm(this.#pathOf(entry), { force: true }).catch((error: unknown) => {
      throw new SpoolUnavailableError(`cannot remove from the spool ${this.#folder}: ${messageOf(error)}`)
    })
    this.#forget(entry)
  }

  /** Moves an undeliverable entry into `bad/`, with the reason beside it. */
  async park(id: string, reason: string): Promise<void> {
    const entry = this.#entries.get(id)
    if (!entry) return
    const path = this.#pathOf(entry)
    const parked = join(this.#folder, 'bad', basename(path))
    try {
      await writeFileWhole(`${parked}.reason`, `${reason}\n`)
      await movePath(path, parked).catch(ignoreAbsent)
    } catch (error) {
      throw new SpoolUnavailableError(`cannot park in the spool ${this.#folder}: ${messageOf(error)}`)
    }
    // Not before: an entry that the disk could not remove is still waiting.
    this.#forget(entry)
    this.#addParked(basename(path), entry.bytes)
    await this.#trimParked()
  }

  async #write(path: string, content: Uint8Array[]): Promise<void> {
    try {
      await writeFileWhole(path, content)
    } catch (error) {
      this.#leftovers.add(path)
      throw error
    }
  }

  async #removeLeftovers(): Promise<void> {
    for (const path of this.#leftovers) {
      await rm(path, { force: true })
      this.#leftovers.delete(path)
    }
  }

  #pathOf({ id, kind }: SpoolEntry): string {
    return join(this.#folder, `${id}.${kind}`)
  }

  #add(entry: SpoolEntry): void {
    this.#entries.set(entry.id, entry)
    this.#bytesUsed += entry.bytes
  }

  #forget(entry: SpoolEntry): void {
    if (this.#entries.delete(entry.id)) this.#bytesUsed -= entry.bytes
  }

  async #list(): Promise<void> {
    for (const name of (await readdir(this.#folder)).sort()) {
      const [, id, kind] = entryPattern.exec(name) ?? []
      if (id === undefined || kind === undefined) continue
      const { size: bytes, mtimeMs: storedAtMs } = await stat(join(this.#folder, name))
      this.#add({ id, kind, bytes, storedAtMs })
      this.#sequence = Math.max(this.#sequence, Number(id.slice(0, 12)))
    }
    // A number is not reused while its entry is parked: `bad/` keeps the order of arrival.
    for (const name of (await readdir(join(this.#folder, 'bad'))).sort()) {
      if (!entryPattern.test(name)) continue
      this.#sequence = Math.max(this.#sequence, Number(name.slice(0, 12)))
      this.#addParked(name, (await stat(join(this.#folder, 'bad', name))).size)
    }
  }

  #addParked(name: string, bytes: number): void {
    const onDisk = bytes + parkedOverheadBytes
    this.#parked.set(name, onDisk)
    this.#bytesParked += onDisk
  }

  /** Removes the oldest parked entries so that undeliverable ones cannot fill the disk. */
  async #trimParked(): Promise<void> {
    for (const [name, bytes] of this.#parked) {
      if (this.#bytesParked * 4 <= this.bytesMax) return
      this.#parked.delete(name)
      this.#bytesParked -= bytes
      const path = join(this.#folder, 'bad', name)
      await rm(path, { force: true })
      await rm(`${path}.reason`, { force: true })
    }
  }
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Returns the bytes after the header if their length and checksum match it. */
function intactBytes(content: Buffer): Buffer | undefined {
  const end = content.subarray(0, headerBytesMax).indexOf('\n')
  if (end < 0) return undefined
  const bytes = content.subarray(end + 1)
  const header = content.toString('latin1', 0, end)
  return header === `${version} ${bytes.length} ${sha256(bytes)}` ? bytes : undefined
}

const isAbsent = (error: unknown): boolean => codeOf(error) === 'ENOENT'

function ignoreAbsent(error: unknown): undefined {
  if (!isAbsent(error)) throw error
}

function emptyIfAbsent(error: unknown): string[] {
  ignoreAbsent(error)
  return []
}
