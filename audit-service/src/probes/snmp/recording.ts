import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { messageOf, OperatorError } from '@rollcall/shared/errors.ts'
import { findProgram } from '@rollcall/shared/node/find-program.ts'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import { encodeOid } from './ber-writer.ts'
import type { OidSpan } from './oid-span.ts'
import { defaultReadLimits, type ReadLimits, type SnmpReader } from './reader.ts'
import type { ReceivedVarbind } from './received-varbind.ts'
import type { RecordingBudget } from './recording-budget.ts'
import { formatLine } from './recording-line.ts'
import { RecordingStore } from './recording-store.ts'
import { mergeRows } from './rows.ts'
import type { Varbind } from './varbind.ts'

const unpackTimeoutMs = 120_000
/** Unpacked size; the largest recordings of real devices are some tens of MiB. */
const recordingBytesMax = 1024 * 1024 * 1024

/**
 * Opens a recording (`OID|TAG|VALUE` lines; also compressed as .gz or .bz2) as a reader. Lines without an object are
 * ignored. Rejects with OperatorError if the file cannot be read or contains no object.
 */
export async function openRecording(file: string): Promise<SnmpReader> {
  const store = new RecordingStore()
  let bytes = 0
  const add = (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > recordingBytesMax) throw new OperatorError(`${file} is larger than ${recordingBytesMax} bytes`)
    store.add(chunk)
  }
  try {
    await readPacked(resolve(file), add)
  } catch (error) {
    throw error instanceof OperatorError
      ? error
      : new OperatorError(`cannot read the recording ${file}: ${messageOf(error)}`)
  }
  store.finish()
  if (store.size === 0)
    throw new OperatorError(`${file} contains no SNMP object: a recording has lines such as 1.3.6.1.2.1.1.5.0|4|name`)
  return readerOf(store)
}

async function readPacked(path: string, add: (chunk: Buffer) => void): Promise<void> {
  if (path.endsWith('.bz2')) return readBzip2(path, add)
  const file = createReadStream(path)
  const sink = async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) add(chunk)
  }
  await (path.endsWith('.gz') ? pipeline(file, createGunzip(), sink) : pipeline(file, sink))
}

async function readBzip2(path: string, add: (chunk: Buffer) => void): Promise<void> {
  const program = findProgram('bzip2')
  if (program === undefined) throw new OperatorError(`bzip2 is not installed: unpack ${path} first`)
  const controller = new AbortController()
  let failure: unknown
  const onStdout = (chunk: Buffer) => {
    if (failure !== undefined) return
    try {
      add(chunk)
    } catch (error) {
      failure = error
      controller.abort()
    }
  }
  const result = await runProcess(program, ['-dc', '--', path], {
    timeoutMs: unpackTimeoutMs,
    onStdout,
    signal: controller.signal,
  })
  if (failure !== undefined) throw failure
  if (result.code !== 0) throw new OperatorError(`bzip2 cannot unpack ${path}: ${result.stderr.trim() || result.ended}`)
}

/** Returns a reader of a finished store. */
export function readerOf(store: RecordingStore): SnmpReader {
  function column(root: OidSpan, rowsMax: number): { varbinds: ReceivedVarbind[]; cut: boolean } {
    const varbinds: ReceivedVarbind[] = []
    for (let index = store.lowerBound(root); store.isUnder(index, root); index += 1) {
      if (varbinds.length >= rowsMax) return { varbinds, cut: true }
      const varbind = store.at(index)
      if (varbind !== undefined) varbinds.push(varbind)
    }
    return { varbinds, cut: false }
  }
  return {
    async get(oids) {
      return oids.map((oid) => store.find(oid))
    },
    async next(oid) {
      const index = store.upperBound(encodeOid(oid))
      return index < store.size ? store.at(index) : undefined
    },
    async following(oid, count) {
      const start = store.upperBound(encodeOid(oid))
      const length = Math.max(0, Math.min(count, store.size - start))
      return Array.from({ length }, (_, i) => store.at(start + i)).filter((varbind) => varbind !== undefined)
    },
    async table(roots, limits?: Partial<ReadLimits>) {
      const rowsMax = limits?.rowsMax ?? defaultReadLimits.rowsMax
      const spans = roots.map(encodeOid)
      const columns = spans.map((root) => column(root, rowsMax))
      const varbinds = columns.map((read) => read.varbinds)
      const rows = mergeRows(varbinds, spans, rowsMax)
      return columns.some((read) => read.cut) ? { rows, cut: `stopped after ${rowsMax} rows` } : { rows }
    },
    inVlan: (vlan) => readerOf(store.inVlan(vlan) ?? new RecordingStore()),
  }
}

/** Records the objects of a device in the format of recordings, up to `bytesMax` of text and within the budget. */
export class Recorder {
  readonly #lines: string[] = []
  readonly #bytesMax: number
  readonly #budget: RecordingBudget | undefined
  #bytes = 0
  /** The limit that was reached, so that objects are missing: its own, or that of all recordings together. */
  cut: 'own' | 'budget' | undefined

  constructor(bytesMax: number, budget?: RecordingBudget) {
    this.#bytesMax = bytesMax
    this.#budget = budget
  }

  /** Listener for a session's `onVarbind`. */
  readonly add = (varbind: Varbind, vlan?: number): void => {
    const line = formatLine(varbind, vlan)
    const bytes = line.length + 1
    if (this.#bytes + bytes > this.#bytesMax) {
      this.cut ??= 'own'
    } else if (this.#budget?.take(bytes) === false) {
      this.cut ??= 'budget'
    } else {
      this.#bytes += bytes
      this.#lines.push(line)
    }
  }

  text(): string {
    return this.#lines.length === 0 ? '' : `${this.#lines.join('\n')}\n`
  }

  /** Deletes the text and returns its bytes to the budget. */
  release(): void {
    this.#budget?.release(this.#bytes)
    this.#bytes = 0
    this.#lines.length = 0
  }
}
