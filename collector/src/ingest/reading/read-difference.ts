import { DomainError } from '@rollcall/shared/errors.ts'
import { type Difference, differenceBytesMax, digestOf } from '@rollcall/shared/node/differences/dcz.ts'
import { dictionaryOfProduct } from '@rollcall/shared/node/differences/dictionary.ts'
import { rangesOf } from '@rollcall/shared/node/differences/fingerprint.ts'
import { patchesIn } from '@rollcall/shared/node/differences/patch-frame.ts'
import { readAgentPayload } from '../../snapshots/read/agent-payload.ts'
import type { Store } from '../../store/store.ts'
import type { Sender } from './fair-queue.ts'
import type { Reader } from './reader.ts'
import type { Reading } from './reading.ts'

export type DifferenceInput = {
  sender: Sender
  difference: Difference
  /** The snapshot of this agent that the body differs from. */
  base: string | undefined
  now: string
  aheadMs: number
  /** Reads all sections and the complete raw payload, whatever is cached. */
  whole: boolean
  /** Called with the memory that unpacking takes, before it is taken. */
  reserve(bytes: number): void
}

/**
 * Reads an agent's snapshot that was sent as its difference from an earlier one of the same agent, or from a dictionary
 * of the product. If only its id and time differ from the agent's last one, nothing is unpacked. Throws
 * `unsupported_media_type` if the dictionary is not here: the agent then sends the whole snapshot. Snapshots of others
 * are never a dictionary, and are refused like unknown ones.
 */
export async function readDifference(store: Store, reader: Reader, input: DifferenceInput): Promise<Reading> {
  const { sender, difference, base, now, aheadMs, whole, reserve } = input
  const { digest, frame } = difference
  const agentId = sender.id
  const readWith = (dictionary: Buffer) => {
    reserve(2 * dictionary.length)
    const sent = { sender, bytes: frame, packing: 'zstd' as const, dictionary }
    return reader.readSnapshot(sent, { agentId, now, aheadMs, whole })
  }
  const ofProduct = await dictionaryOfProduct(digest)
  if (ofProduct) return readWith(ofProduct)
  if (base === undefined) throw missing()
  const known = whole ? undefined : reader.findUnchanged({ agentId, now, aheadMs, difference: { ...difference, base } })
  if (known) return known
  const wanted = { siteId: sender.siteId, agentId, snapshotId: base, bytesMax: unpackedBytesMax, reserve }
  const stored = await readAgentPayload(store, wanted)
  if (!stored || stored.raw.length > differenceBytesMax || !digestOf(stored.raw).equals(digest)) throw missing()
  const reading = await readWith(stored.raw)
  const { fingerprint } = reading
  const isUnchanged = fingerprint && patchesIn(frame, fingerprint.length, rangesOf(fingerprint)) !== undefined
  if (whole || !isUnchanged || !stored.canBeBase) return reading
  // The agent will send the next unchanged snapshot as a difference from the same one.
  const packed = { content: frame, size: fingerprint.length, dictionaryOf: base }
  return { ...reading, packed, fingerprint: { ...fingerprint }, digest: digest.toString('base64') }
}

/** Limit of what is unpacked to get at a snapshot that is itself stored as a difference. */
const unpackedBytesMax = 8 * differenceBytesMax

const missing = () =>
  new DomainError('unsupported_media_type', 'The collector does not have the dictionary of this body: send it whole.')
