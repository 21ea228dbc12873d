import { setImmediate } from 'node:timers/promises'
import { DomainError } from '@rollcall/shared/errors.ts'
import { presentLogFields, withoutLogFields } from '@rollcall/shared/node/log.ts'
import { createCache, overlayOf } from '../../lib/cache.ts'
import { nowOf, type SystemContext } from '../../lib/context.ts'
import { logFailure } from '../../lib/log-failure.ts'
import type { ObservationOutcome } from '../../lib/metrics.ts'
import { createIgnoreLists, type IgnoreLists } from '../../scanning/ignore-list/compiled-lists.ts'
import { compressMissing } from '../../snapshots/sections/sections.ts'
import { createProductCache } from '../../software/catalog/products.ts'
import { isMissingReference } from '../../store/errors.ts'
import type { Tx } from '../../store/store.ts'
import { StoreUnavailableError } from '../../store/unavailable.ts'
import { createUnchangedCache, type UnchangedCache } from '../unchanged/cache.ts'
import { admitObservations } from './admit-observations.ts'
import type { Delivery, IngestOutcome, PreparedDelivery } from './delivery.ts'
import { createGroupSize } from './group-size.ts'
import { cacheOver, createLongLists, type LongLists } from './long-lists.ts'
import { type Prepared, packPayloads, prepare } from './prepare.ts'
import { storeGroup } from './store-group.ts'

export type { Delivery, IngestOutcome, Origin } from './delivery.ts'

export type IngestOptions = {
  /** Limit of one transaction. A delivery without a snapshot counts a quarter. */
  deliveriesPerGroupMax: number
  /** Time that one transaction should take. Groups become smaller if their deliveries take longer. */
  groupMsMax: number
  groupBytesMax: number
  /** Limit of all waiting deliveries. Further ones are refused. */
  waitingBytesMax: number
}

const defaults: IngestOptions = {
  deliveriesPerGroupMax: 128,
  groupMsMax: 200,
  groupBytesMax: 2 * 1024 * 1024,
  waitingBytesMax: 512 * 1024 * 1024,
}

/** Cost of an answer to a ping, relative to a snapshot. */
const bareShare = 0.25

export type Ingest = {
  /**
   * Resolves when the observation and its consequences are on disk. Rejects if it could not be stored, with `ignored`
   * if the site does not want it.
   */
  submit(delivery: Delivery): Promise<IngestOutcome>
  /** Submits a prepared observation. Rejects with `isSectionMissing` if a section is neither in it nor stored. */
  submitPrepared(delivery: PreparedDelivery): Promise<IngestOutcome>
  /** Returns the deliveries that wait for their transaction, and the waiting time of the oldest. */
  waiting(): { count: number; bytes: number; oldestMs: number }
  /** Resolves when every submitted delivery has its outcome. */
  drain(): Promise<void>
}

type Waiting = {
  item: Prepared
  /** Time of its submission, by `performance.now`. */
  since: number
  /** Runs work with the log fields of its submitter: a group has many. */
  withFields: ReturnType<typeof presentLogFields>
  resolve: (outcome: IngestOutcome) => void
  reject: (error: unknown) => void
}

/**
 * Accepts observations from all origins and stores them in groups. All deliveries that arrive while one group is stored
 * go into the next transaction: a commit, and the reads and writes that happen once a group, cost as much as several
 * observations.
 */
export function createIngest(ctx: SystemContext, options: Partial<IngestOptions> = {}): Ingest {
  const limits = { ...defaults, ...options }
  const products = createProductCache()
  const memory: Memory = {
    ignoreLists: createIgnoreLists(),
    products,
    sections: createCache<number>(seqsMax),
    facts: createCache<number>(seqsMax),
    unchanged: createUnchangedCache(),
    longLists: createLongLists(ctx, products),
  }
  const waiting: Waiting[] = []
  const groupSize = createGroupSize(limits.deliveriesPerGroupMax, limits.groupMsMax)
  let waitingBytes = 0
  /** Set while the transaction of a group runs. */
  let isStoring = false
  /** Deliveries whose transaction is not synced to disk yet. */
  let unconfirmed = 0
  /** Work that has to end before all deliveries have their outcomes. */
  const underWay = new Set<Promise<unknown>>()
  const untilSettled = (work: Promise<unknown>) => {
    const settled: Promise<unknown> = work.catch(() => undefined).then(() => underWay.delete(settled))
    underWay.add(settled)
  }

  const takeGroup = () => {
    const deliveriesMax = groupSize.limit()
    let [count, deliveries, bytes] = [0, 0, 0]
    for (const { item } of waiting) {
      const share = item.sections.size === 0 ? bareShare : 1
      const isFull = deliveries + share > deliveriesMax || bytes + item.size > limits.groupBytesMax
      if (count > 0 && isFull) break
      count += 1
      deliveries += share
      bytes += item.size
    }
    return { group: waiting.splice(0, count), deliveries }
  }

  const storeNext = async () => {
    const { group, deliveries } = takeGroup()
    let isCommitted = false
    const committed = (ms?: number) => {
      if (isCommitted) return
      isCommitted = true
      if (ms !== undefined) groupSize.stored(deliveries, ms)
      isStoring = false
      unconfirmed += group.length
      begin()
    }
    // The next group may start while the disk still has to confirm this one.
    await storeAndAnswer(ctx, memory, group, committed)
    committed()
    unconfirmed -= group.length
    for (const { item } of group) waitingBytes -= item.size
    begin()
  }

  /**
   * Starts the next group after the current one. While the disk is still syncing others, it starts only once as many
   * are waiting: a small transaction costs nearly as much as a large one, and they would share a sync.
   */
  const begin = () => {
    if (isStoring || waiting.length === 0) return
    if (waiting.length < Math.min(unconfirmed, limits.deliveriesPerGroupMax)) return
    isStoring = true
    // Starts in the next turn of the event loop, so that everything that has arrived by now joins the group.
    untilSettled(withoutLogFields(() => setImmediate().then(storeNext)))
  }

  const admit = (delivery: Delivery | PreparedDelivery): Prepared => {
    ctx.store.assertRoom()
    const item = prepare(delivery, nowOf(ctx))
    if (waitingBytes + item.size > limits.waitingBytesMax) {
      throw new DomainError('rate_limited', 'Too many snapshots are waiting to be stored. Send it again later.')
    }
    return item
  }

  const submit = async (delivery: Delivery | PreparedDelivery): Promise<IngestOutcome> => {
    const { source } = 'prepared' in delivery ? delivery.prepared.head : delivery.observation
    let item: Prepared
    try {
      item = admit(delivery)
    } catch (error) {
      ctx.metrics.observationEnded(source, 'rejected')
      throw error
    }
    waitingBytes += item.size
    if (!memory.longLists.isIn(item)) return enqueue(item)
    const answered = memory.longLists
      .add(item)
      .catch((error: unknown) => {
        waitingBytes -= item.size
        ctx.metrics.observationEnded(source, 'rejected')
        throw error
      })
      .then(() => enqueue(item))
    untilSettled(answered)
    return answered
  }

  const enqueue = (item: Prepared): Promise<IngestOutcome> =>
    new Promise((resolve, reject) => {
      waiting.push({ item, since: performance.now(), withFields: presentLogFields(), resolve, reject })
      begin()
    })

  return {
    submit,
    submitPrepared: submit,
    waiting() {
      const [oldest] = waiting
      return { count: waiting.length, bytes: waitingBytes, oldestMs: oldest ? performance.now() - oldest.since : 0 }
    },
    async drain() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}

/** Reports a missing section. The submitter can send the observation again with all sections. */
export const isSectionMissing = isMissingReference

/** Caches that outlive a group. */
type Memory = {
  ignoreLists: IgnoreLists
  products: ReturnType<typeof createProductCache>
  /** Section numbers by hash. */
  sections: ReturnType<typeof createCache<number>>
  facts: ReturnType<typeof createCache<number>>
  unchanged: UnchangedCache
  longLists: LongLists
}

/** An entry takes some 150 bytes. */
const seqsMax = 20_000

/** Called at a commit, with the time that the transaction took. */
type Committed = (ms: number) => void

/**
 * Never rejects: each submitter gets the outcome of its own delivery. `committed` is called once, at the commit, for
 * all of them.
 */
async function storeAndAnswer(
  ctx: SystemContext,
  memory: Memory,
  group: readonly Waiting[],
  committed: Committed,
): Promise<void> {
  const beganAt = performance.now()
  try {
    const { outcomes, changed, refused } = await store(
      ctx,
      memory,
      group.map(({ item }) => item),
      committed,
    )
    ctx.metrics.groupStored({ observations: group.length, seconds: (performance.now() - beganAt) / 1000 })
    for (const { item, resolve, reject } of group) {
      const outcome = outcomes.get(item)
      ctx.metrics.observationEnded(item.head.source, outcome ? inWord(outcome, changed.has(item)) : 'ignored')
      if (outcome) resolve(outcome)
      else reject(refused.get(item) ?? new Error(`no outcome of observation ${item.head.id}`))
    }
  } catch (error) {
    const [only] = group
    const isOutage = error instanceof StoreUnavailableError && ctx.store.outage() !== undefined
    if (group.length > 1 && !isOutage) {
      // Nothing of the group is stored. One by one the others get through, and only the culprit's submitter gets the
      // error.
      for (const single of group) await storeAndAnswer(ctx, memory, [single], () => undefined)
    } else if (isOutage) {
      for (const { item, reject } of group) {
        ctx.metrics.observationEnded(item.head.source, 'rejected')
        reject(error)
      }
    } else if (only) {
      const { head, delivery } = only.item
      const { siteId, actor } = delivery
      if (!isSectionMissing(error)) {
        ctx.metrics.observationEnded(head.source, 'rejected')
        only.withFields(() =>
          logFailure(ctx.log, error, 'an observation could not be stored', { observationId: head.id, siteId, actor }),
        )
      }
      only.reject(error)
    }
  }
}

/** Names the outcome of a stored observation for monitoring. */
function inWord({ status, isNew, snapshotId }: IngestOutcome, isChanged: boolean): ObservationOutcome {
  if (status !== 'stored') return 'repeated'
  if (isNew) return 'new'
  if (isChanged) return 'changed'
  return snapshotId === null ? 'sighting' : 'unchanged'
}

async function store(ctx: SystemContext, memory: Memory, group: readonly Prepared[], committed: Committed) {
  try {
    return await storeOnce(ctx, memory, group, committed)
  } catch (error) {
    memory.unchanged.forgetAll()
    // A section that was found stored was deleted with the last snapshot that had it, or a product with its last
    // installation. The second attempt finds it missing.
    if (!isMissingReference(error)) throw error
    memory.sections.forget()
    memory.products.forget()
    memory.facts.forget()
    memory.longLists.forget(group)
    return storeOnce(ctx, memory, group, committed)
  }
}

async function storeOnce(ctx: SystemContext, memory: Memory, group: readonly Prepared[], committed: Committed) {
  const sections = await compressMissing(
    ctx.store,
    group.flatMap(({ sections }) => [...sections.values()]),
    (hash) => memory.sections.get(hash) !== undefined,
  )
  const payloads = await packPayloads(group)
  const now = nowOf(ctx)
  const added = memory.longLists.addedFor(group)
  let beganAt = 0
  const storeAll = async (tx: Tx) => {
    beganAt = performance.now()
    const { admitted, refused } = await admitObservations(tx, memory.ignoreLists, group)
    const products = overlayOf(cacheOver(added, memory.products))
    const seqs = { sections: overlayOf(memory.sections), facts: overlayOf(memory.facts) }
    const { outcomes, changed } = await storeGroup(
      tx,
      admitted,
      { sections, payloads, products, seqs, unchanged: memory.unchanged },
      now,
    )
    return { outcomes, changed, refused, found: [products, ...added, seqs.sections, seqs.facts] }
  }
  const { found, ...result } = await ctx.store.write(storeAll, () => committed(performance.now() - beganAt), 'ingest')
  for (const each of found) each.keep()
  return result
}
