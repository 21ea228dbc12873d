import { join } from 'node:path'
import { OperatorError } from '@rollcall/shared/errors.ts'
import type { ResultInput } from '@rollcall/shared/messages/result.ts'
import { wireBytesMax } from '@rollcall/shared/messages/subjects.ts'
import { Spool, type SpoolEntry, SpoolFullError } from '@rollcall/shared/node/spool.ts'
import { encodeMessage } from '@rollcall/shared/node/wire.ts'

/** A result ready to be sent: `id` is its Nats-Msg-Id, `message` what goes over the wire. */
export type SpooledResult = { id: string; taskId: string; message: Buffer }

export type ResultSpool = {
  /** Resolves when the result is on disk. Throws `SpoolFullError` when it does not fit, an OperatorError when it never will. */
  add(result: ResultInput): Promise<void>
  /** Oldest first; `kind` is the result's. */
  waiting(): SpoolEntry[]
  read(entryId: string): Promise<SpooledResult | undefined>
  remove(entryId: string): Promise<void>
  /** Puts aside what can never be sent, with the reason beside it. */
  park(entryId: string, reason: string): Promise<void>
  bytesUsed(): number
}

/** Kept free of host results, so that a full spool can still say that a task has failed. */
const reserveBytes = 1024 * 1024
/** Leaves room for the headers. */
const messageBytesMax = wireBytesMax - 64 * 1024
const uuidLength = 36

export async function openResultSpool(stateDir: string, bytesMax: number): Promise<ResultSpool> {
  const folder = join(stateDir, 'spool')
  const spool = await Spool.open(folder, { bytesMax })
  return {
    async add(result) {
      // The two ids in front, so that sending needs no decompression.
      const entry = Buffer.concat([Buffer.from(result.id + result.taskId), await encode(result)])
      if (result.kind === 'host' && spool.bytesUsed() + entry.length > bytesMax - reserveBytes) {
        throw new SpoolFullError(
          `the spool ${folder} is full (${spool.bytesUsed()} of ${bytesMax} bytes): ` +
            'results are not kept until the collector can be reached again, or the limit is raised',
        )
      }
      await spool.append(result.kind, entry)
    },
    waiting: () => spool.entries(),
    async read(entryId) {
      const entry = await spool.read(entryId)
      return entry && splitEntry(entry)
    },
    remove: (entryId) => spool.remove(entryId),
    park: (entryId, reason) => spool.park(entryId, reason),
    bytesUsed: () => spool.bytesUsed(),
  }
}

/** Without what the probes heard when it would be too large with it: the observation is worth more. */
async function encode(result: ResultInput): Promise<Buffer> {
  const message = await encodeMessage(result)
  if (message.length <= messageBytesMax) return message
  if (result.kind === 'host' && result.raw !== undefined) {
    const { raw: _, ...rest } = result
    return encode(rest)
  }
  throw new OperatorError(`a result of ${message.length} bytes is too large to be sent (${messageBytesMax} at most)`)
}

const splitEntry = (entry: Buffer): SpooledResult => ({
  id: entry.toString('latin1', 0, uuidLength),
  taskId: entry.toString('latin1', uuidLength, 2 * uuidLength),
  message: entry.subarray(2 * uuidLength),
})
