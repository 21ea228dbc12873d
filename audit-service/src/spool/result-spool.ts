import { join } from 'node:path'
import { OperatorError } from '@rollcall/shared/errors.ts'
import { untried } from '@rollcall/shared/messages/host-audit.ts'
import type { ResultInput } from '@rollcall/shared/messages/result.ts'
import { observationOf } from '@rollcall/shared/messages/sighting.ts'
import { wireBytesMax } from '@rollcall/shared/messages/subjects.ts'
import { Spool, type SpoolEntry, SpoolFullError } from '@rollcall/shared/node/spool.ts'
import { encodeMessage, UnreadableMessageError } from '@rollcall/shared/node/wire.ts'

/** A result ready to send: `id` is its Nats-Msg-Id, `message` the wire format. */
type SpooledResult = { id: string; taskId: string; message: Buffer }

/**
 * The stored part of a result that is too large to send: the observation without the raw answers, or only the host's
 * presence.
 */
export type StoredPart = 'all' | 'observation' | 'presence'

export type ResultSpool = {
  /** Resolves once the result is on disk, with the stored part. Throws `SpoolFullError` if it does not fit. */
  add(result: ResultInput): Promise<StoredPart>
  /** Returns the entries, oldest first; `kind` is that of the result. */
  waiting(): SpoolEntry[]
  read(entryId: string): Promise<SpooledResult | undefined>
  remove(entryId: string): Promise<void>
  /** Moves an entry that can never be sent aside, with the reason beside it. */
  park(entryId: string, reason: string): Promise<void>
  bytesUsed(): number
  readonly bytesMax: number
}

const ofHosts: ReadonlySet<ResultInput['kind']> = new Set(['host', 'hosts'])
/** Reserved space, so that a full spool can still report a failed task. */
const reserveBytes = 1024 * 1024
/** Leaves room for the headers. */
const messageBytesMax = wireBytesMax - 64 * 1024
const uuidLength = 36
/** Limit of `observationSchema`. */
const truncatedMax = 64

const folderOf = (stateDir: string): string => join(stateDir, 'spool')

/** Counts the results that wait, while the service may run. Changes nothing. */
export const measureResultSpool = (stateDir: string): Promise<{ entries: number; bytes: number }> =>
  Spool.measure(folderOf(stateDir))

export async function openResultSpool(stateDir: string, bytesMax: number): Promise<ResultSpool> {
  const folder = folderOf(stateDir)
  const spool = await Spool.open(folder, { bytesMax })
  return {
    async add(result) {
      // The two ids come first, so that sending needs no decompression.
      const { stored, message } = await encode(result)
      const entry = Buffer.concat([Buffer.from(result.id + result.taskId), message])
      if (ofHosts.has(result.kind) && spool.bytesUsed() + entry.length > bytesMax - reserveBytes) {
        throw new SpoolFullError(
          `the spool ${folder} is full (${spool.bytesUsed()} of ${bytesMax} bytes): ` +
            'further results are dropped until the collector can be reached again or the limit is raised',
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
    bytesMax,
  }
}

type Host = Extract<ResultInput, { kind: 'host' }>

/** Encodes the largest part of the result that can be sent. */
async function encode(result: ResultInput): Promise<{ stored: StoredPart; message: Buffer }> {
  for (const [stored, part] of reductionsOf(result)) {
    const message = await encodeMessage(part).catch((error: unknown) => {
      if (!(error instanceof UnreadableMessageError)) throw error
    })
    if (message && message.length <= messageBytesMax) return { stored, message }
  }
  throw new OperatorError(`the ${result.kind} of a task is too large to send (at most ${messageBytesMax} bytes)`)
}

function* reductionsOf(result: ResultInput): Generator<[StoredPart, ResultInput]> {
  yield ['all', result]
  if (result.kind !== 'host') return
  if (result.raw !== undefined) yield ['observation', withoutRaw(result)]
  yield ['presence', presenceOf(result)]
}

function withoutRaw({ raw: _, ...result }: Host): Host {
  const truncated = [...(result.observation.truncated ?? []), 'raw payload: too large to send, it was left out']
  return { ...result, observation: { ...result.observation, truncated: truncated.slice(-truncatedMax) } }
}

/** Returns the result of a mere answer to a ping: the host controls the size of no field. */
function presenceOf({ raw: _, observation: { id, observedAt }, ...result }: Host): Host {
  const observation = observationOf({ id, observedAt, address: result.address })
  return { ...result, observation, audit: untried('result-too-large') }
}

const splitEntry = (entry: Buffer): SpooledResult => ({
  id: entry.toString('latin1', 0, uuidLength),
  taskId: entry.toString('latin1', uuidLength, 2 * uuidLength),
  message: entry.subarray(2 * uuidLength),
})
