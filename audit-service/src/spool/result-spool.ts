import { join } from 'node:path'
import { OperatorError } from '@rollcall/shared/errors.ts'
import type { ResultInput } from '@rollcall/shared/messages/result.ts'
import { observationOf } from '@rollcall/shared/messages/sighting.ts'
import { wireBytesMax } from '@rollcall/shared/messages/subjects.ts'
import { Spool, type SpoolEntry, SpoolFullError } from '@rollcall/shared/node/spool.ts'
import { encodeMessage, UnreadableMessageError } from '@rollcall/shared/node/wire.ts'

/** A result ready to be sent: `id` is its Nats-Msg-Id, `message` what goes over the wire. */
type SpooledResult = { id: string; taskId: string; message: Buffer }

/**
 * What of a result is kept when it is too large to be sent: the observation without what the probes heard, or only that
 * the host is there.
 */
export type StoredPart = 'all' | 'observation' | 'presence'

export type ResultSpool = {
  /** Resolves when the result is on disk, with what of it is. Throws `SpoolFullError` when it does not fit. */
  add(result: ResultInput): Promise<StoredPart>
  /** Oldest first; `kind` is the result's. */
  waiting(): SpoolEntry[]
  read(entryId: string): Promise<SpooledResult | undefined>
  remove(entryId: string): Promise<void>
  /** Puts aside what can never be sent, with the reason beside it. */
  park(entryId: string, reason: string): Promise<void>
  bytesUsed(): number
}

const ofHosts: ReadonlySet<ResultInput['kind']> = new Set(['host', 'hosts'])
/** Kept free of them, so that a full spool can still say that a task has failed. */
const reserveBytes = 1024 * 1024
/** Leaves room for the headers. */
const messageBytesMax = wireBytesMax - 64 * 1024
const uuidLength = 36
/** As `observationSchema` takes them. */
const truncatedMax = 64

export async function openResultSpool(stateDir: string, bytesMax: number): Promise<ResultSpool> {
  const folder = join(stateDir, 'spool')
  const spool = await Spool.open(folder, { bytesMax })
  return {
    async add(result) {
      // The two ids in front, so that sending needs no decompression.
      const { kept: stored, message } = await encode(result)
      const entry = Buffer.concat([Buffer.from(result.id + result.taskId), message])
      if (ofHosts.has(result.kind) && spool.bytesUsed() + entry.length > bytesMax - reserveBytes) {
        throw new SpoolFullError(
          `the spool ${folder} is full (${spool.bytesUsed()} of ${bytesMax} bytes): ` +
            'results are not kept until the collector can be reached again, or the limit is raised',
        )
      }
      await spool.append(result.kind, entry)
      return stored
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

type Host = Extract<ResultInput, { kind: 'host' }>

/** As much of the result as can be sent. */
async function encode(result: ResultInput): Promise<{ kept: StoredPart; message: Buffer }> {
  for (const [stored, part] of reductionsOf(result)) {
    const message = await encodeMessage(part).catch((error: unknown) => {
      if (!(error instanceof UnreadableMessageError)) throw error
    })
    if (message && message.length <= messageBytesMax) return { kept: stored, message }
  }
  throw new OperatorError(`the ${result.kind} of a task is too large to be sent (${messageBytesMax} bytes at most)`)
}

function* reductionsOf(result: ResultInput): Generator<[StoredPart, ResultInput]> {
  yield ['all', result]
  if (result.kind !== 'host') return
  if (result.raw !== undefined) yield ['observation', withoutRaw(result)]
  yield ['presence', presenceOf(result)]
}

function withoutRaw({ raw: _, ...result }: Host): Host {
  const truncated = [...(result.observation.truncated ?? []), 'raw payload: too large to be sent, it was left out']
  return { ...result, observation: { ...result.observation, truncated: truncated.slice(-truncatedMax) } }
}

/** As an answer to a ping: nothing in it has a size that the host chose. */
function presenceOf({ raw: _, observation: { id, observedAt }, ...result }: Host): Host {
  return { ...result, observation: observationOf({ id, observedAt, address: result.address }) }
}

const splitEntry = (entry: Buffer): SpooledResult => ({
  id: entry.toString('latin1', 0, uuidLength),
  taskId: entry.toString('latin1', uuidLength, 2 * uuidLength),
  message: entry.subarray(2 * uuidLength),
})
