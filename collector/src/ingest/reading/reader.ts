import { DomainError, messageOf } from '@rollcall/shared/errors.ts'
import { documentBounds, scanJson } from '@rollcall/shared/node/json-bounds.ts'
import { type Packed, refuseSmallBomb, unpackSmall, unpackUpTo } from '@rollcall/shared/node/unpack.ts'
import { createLru } from '../../lib/cache.ts'
import type { SystemContext } from '../../lib/context.ts'
import { sizeOf } from '../../snapshots/sections/sections.ts'
import type { CompletionInput } from '../completion/complete-reading.ts'
import type { OverlayInput } from '../imports/overlay-on-last.ts'
import type { Sender } from './fair-queue.ts'
import { inlineBytesMax, isInline, type Jobs, type Kind, perform, quickBytesMax } from './jobs.ts'
import { createReaderThreadPool, type ThreadPoolLimits, type WaitingBodies } from './reader-thread-pool.ts'
import type { Reading } from './reading.ts'
import type { Question } from './thread.ts'
import { type BodyCache, createBodyCache } from './unchanged-bodies.ts'

/** A body as received. The reader takes ownership of the bytes of a large one. */
export type Sent = Packed & { sender: Sender }

/** `whole` reads all sections and the complete raw payload, whatever is cached. */
type SnapshotInput = Jobs['snapshot']['input'] & { agentId: string; whole: boolean }

/**
 * Unpacks, parses and validates bodies from outside. Small ones are read on the main thread while they take little of
 * its time. Others go to threads with limits of time and memory, in turns between their senders. Rejects with a
 * DomainError.
 */
export type Reader = {
  read<K extends Kind>(kind: K, sent: Sent, input: Jobs[K]['input']): Promise<Jobs[K]['output']>
  /** Reads an agent's snapshot. One that differs from the agent's last one only in id and time is not parsed again. */
  readSnapshot(sent: Sent, input: SnapshotInput): Promise<Reading>
  /** Finds the reading of an agent's unchanged snapshot by its difference from the last one. Unpacks nothing. */
  findUnchanged: BodyCache['findByDifference']
  /** Completes a partial document. A large one is completed in a thread. */
  readOverlay(sender: Sender, input: OverlayInput): Promise<Reading>
  /** Completes an observation of which parts were not read. A large one is completed in a thread. */
  complete(sender: Sender, input: CompletionInput): Promise<Reading>
  /** Caches a snapshot's reading once it is stored. */
  keep: BodyCache['add']
  /** Returns the bodies that wait for a thread. */
  waiting(): { small: WaitingBodies; large: WaitingBodies }
  close(): Promise<void>
}

/** Milliseconds of each second for reading on the main thread. Further bodies go to the threads. */
const inlineMsPerSecond = 50

const quickLimits: ThreadPoolLimits = {
  isLarge: false,
  threadsMax: 1,
  inFlightMax: 64,
  inFlightPerSenderMax: 32,
  heapMaxMb: 160,
  stopAfterMs: 10_000,
  idleMs: 30_000,
}

/** Two threads, and one body of each sender at a time: a sender of slow bodies leaves one thread to the others. */
const largeLimits: ThreadPoolLimits = {
  isLarge: true,
  threadsMax: 2,
  inFlightMax: 1,
  inFlightPerSenderMax: 1,
  heapMaxMb: 256,
  stopAfterMs: 20_000,
  // Its memory is worth more than the half second that a new thread takes to start.
  idleMs: 3_000,
}

const logEveryMs = 10_000
const loggedMax = 2_000

/** A packed body of more bytes is probably large when unpacked. */
const packedQuickBytesMax = 64 * 1024

export function createReader(
  { log, metrics }: Pick<SystemContext, 'log' | 'metrics'>,
  limits: Partial<Pick<ThreadPoolLimits, 'stopAfterMs' | 'heapMaxMb'>> = {},
): Reader {
  const quick = createReaderThreadPool(quickLimits, log)
  const large = createReaderThreadPool({ ...largeLimits, ...limits }, log)
  const bodyCache = createBodyCache()
  let [second, spentMs] = [0, 0]

  /**
   * Reports whether the main thread should read. A running thread costs less; a starting one would make small bodies
   * wait.
   */
  const hasTime = () => {
    const now = Math.floor(performance.now() / 1000)
    if (now !== second) [second, spentMs] = [now, 0]
    return spentMs < inlineMsPerSecond && !quick.isReady
  }

  const readInline = async <K extends Kind>(kind: K, json: Buffer, input: Jobs[K]['input']) => {
    const beganAt = performance.now()
    try {
      return await perform(kind, json, input)
    } finally {
      spentMs += performance.now() - beganAt
    }
  }

  const readInThread = async (sender: Sender, question: Question, isLarge: boolean): Promise<unknown> => {
    const outcome = isLarge ? { isLarge } : await quick.request(sender, question)
    if ('output' in outcome) return outcome.output
    const answered = await large.request(sender, question)
    if ('isLarge' in answered) throw new Error('a thread for large bodies takes all')
    return answered.output
  }

  const readJson = async <K extends Kind>(
    kind: K,
    { sender, ...packed }: Sent,
    input: Jobs[K]['input'],
    small: Buffer | undefined,
  ): Promise<Jobs[K]['output']> => {
    if (small && hasTime() && isInline(scanJson(small, documentBounds))) return readInline(kind, small, input)
    // No thread is started for it.
    if (!small) refuseSmallBomb(packed)
    const question = { kind, input, packed } as Question
    const { bytes, packing, dictionary } = packed
    const isLarge =
      bytes.length > (packing === 'none' ? quickBytesMax : packedQuickBytesMax) ||
      (dictionary !== undefined && dictionary.length > quickBytesMax)
    return readInThread(sender, question, isLarge) as Promise<Jobs[K]['output']>
  }

  /** Time of the last logged refusal by sender, so that a sender that is refused repeatedly does not fill the disk. */
  const loggedAt = createLru<number>(loggedMax)
  const logged = async <R>({ id, siteId, name }: Sender, reading: () => Promise<R>): Promise<R> => {
    try {
      return await reading()
    } catch (error) {
      if (error instanceof DomainError) metrics.bodyRefused(error.code)
      const isRefusal = error instanceof DomainError && ['payload_too_large', 'rate_limited'].includes(error.code)
      if (isRefusal && performance.now() - (loggedAt.get(id) ?? -logEveryMs) >= logEveryMs) {
        loggedAt.set(id, performance.now())
        log.warn({ sender: name, siteId, reason: messageOf(error) }, 'reading: refused a body')
      }
      throw error
    }
  }

  return {
    read: (kind, sent, input) =>
      logged(sent.sender, async () => readJson(kind, sent, input, unpackSmall(sent, inlineBytesMax))),
    readSnapshot: (sent, { agentId, whole, ...input }) =>
      logged(sent.sender, async () => {
        const small = unpackSmall(sent, inlineBytesMax)
        const last = whole ? undefined : bodyCache.sizeOf(agentId)
        const raw = small ?? (last === undefined ? undefined : await unpackUpTo(sent, last))
        const same = raw && !whole ? await bodyCache.find({ agentId, raw, ...input }) : undefined
        return same ?? readJson('snapshot', sent, input, small)
      }),
    findUnchanged: bodyCache.findByDifference,
    async readOverlay(sender, input) {
      const items = (input.last?.software.length ?? 0) + (input.observation.software?.length ?? 0)
      if (items <= overlayInlineMax) return perform('overlay', noBytes, input)
      return readInThread(sender, { kind: 'overlay', input, packed: nothing }, true) as Promise<Reading>
    },
    async complete(sender, input) {
      const characters = input.reading.sections.reduce((sum, [, section]) => sum + sizeOf(section), 0)
      const isSmall = characters <= inlineBytesMax && (input.earlier?.data.software.length ?? 0) <= overlayInlineMax
      if (isSmall) return perform('completion', noBytes, input)
      return readInThread(sender, { kind: 'completion', input, packed: nothing }, true) as Promise<Reading>
    },
    keep: bodyCache.add,
    waiting: () => ({ small: quick.waiting(), large: large.waiting() }),
    async close() {
      await Promise.all([quick.close(), large.close()])
    },
  }
}

const noBytes = Buffer.alloc(0)
/** A body for work that has its data in the input. */
const nothing = { bytes: Buffer.from('0'), packing: 'none' } as const

/** Limit of programs in a partial document and its base together, for the main thread. */
const overlayInlineMax = 1_000
