import { DomainError } from '@rollcall/shared/errors.ts'
import { nowOf, type SystemContext } from '../context.ts'
import { createIgnoreLists, type IgnoreLists } from '../ignore-list/compiled.ts'
import { packPayload } from '../snapshots/raw-payloads.ts'
import { compressMissing } from '../snapshots/sections.ts'
import { addToCatalog } from '../software/add-to-catalog.ts'
import { createKnownProducts, type KnownProducts } from '../software/known-products.ts'
import { isMissingReference } from '../store/errors.ts'
import type { Delivery, IngestOutcome } from './delivery.ts'
import { type Prepared, prepare } from './prepare.ts'
import type { Payloads } from './snapshot-row.ts'
import { ignoredError, sortOut } from './sort-out.ts'
import { storeGroup } from './store-group.ts'

export type { Delivery, IngestOutcome } from './delivery.ts'

type IngestOptions = {
  /** Of one transaction. SQLite's writer holds the event loop that long. What makes no snapshot counts a quarter. */
  deliveriesPerGroupMax: number
  groupBytesMax: number
  /** Of all that wait; what comes then is refused. */
  waitingBytesMax: number
  /** Between the beginnings of two groups of deliveries that may wait. */
  shareMs: number
}

const defaults: IngestOptions = {
  deliveriesPerGroupMax: 128,
  groupBytesMax: 2 * 1024 * 1024,
  waitingBytesMax: 512 * 1024 * 1024,
  shareMs: 100,
}

/** What an answer to a ping costs beside a snapshot. */
const bareShare = 0.25

export type Ingest = {
  /**
   * Resolves when the observation is on disk, and what followed from it; rejects when it could not be stored, with
   * `ignored` when the site does not want it.
   */
  submit(delivery: Delivery): Promise<IngestOutcome>
  /** Resolves when all that was submitted has been answered. */
  drain(): Promise<void>
}

type Waiting = {
  item: Prepared
  resolve: (outcome: IngestOutcome) => void
  reject: (error: unknown) => void
}

/**
 * Takes observations from everywhere; what is waiting goes into one transaction, since a commit, and what is read and
 * written but once for all of a group, cost as much as several observations.
 */
export function createIngest(ctx: SystemContext, options: Partial<IngestOptions> = {}): Ingest {
  const limits = { ...defaults, ...options }
  const memory = { ignoreLists: createIgnoreLists(), products: createKnownProducts() }
  const waiting: Waiting[] = []
  let waitingBytes = 0
  let working: Promise<void> | undefined
  let beganAt = Number.NEGATIVE_INFINITY
  let later: NodeJS.Timeout | undefined
  let isDraining = false

  const takeGroup = (): Waiting[] => {
    let size = 0
    let deliveries = 0
    const count = waiting.findIndex(({ item }, index) => {
      size += item.size
      deliveries += item.sections.size === 0 ? bareShare : 1
      return index > 0 && (deliveries > limits.deliveriesPerGroupMax || size > limits.groupBytesMax)
    })
    return waiting.splice(0, count < 0 ? waiting.length : count)
  }

  const storeNext = async () => {
    beganAt = performance.now()
    const group = takeGroup()
    await storeAndAnswer(ctx, memory, group)
    for (const { item } of group) waitingBytes -= item.size
    working = undefined
    begin()
  }

  const mayWait = () =>
    !isDraining &&
    waiting.length < limits.deliveriesPerGroupMax &&
    waitingBytes <= limits.groupBytesMax &&
    waiting.every(({ item }) => item.delivery.mayWait)

  /** Begins with the next group unless one is under way: its end does. */
  const begin = () => {
    clearTimeout(later)
    if (working || waiting.length === 0) return
    const restMs = mayWait() ? beganAt + limits.shareMs - performance.now() : 0
    if (restMs > 0) later = setTimeout(begin, restMs)
    // In the next turn, so that all that is submitted in this one is of the first group.
    else working = Promise.resolve().then(storeNext)
  }

  return {
    async submit(delivery) {
      const item = prepare(delivery, nowOf(ctx))
      if (waitingBytes + item.size > limits.waitingBytesMax) {
        throw new DomainError('rate_limited', 'Too many snapshots are waiting to be stored. Send it again later.')
      }
      return new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject })
        waitingBytes += item.size
        begin()
      })
    },
    async drain() {
      isDraining = true
      begin()
      while (working) await working
      isDraining = false
    },
  }
}

/** What is kept in memory from group to group. */
type Memory = { ignoreLists: IgnoreLists; products: KnownProducts }

/** Never rejects: each submitter gets the answer of its own delivery. */
async function storeAndAnswer(ctx: SystemContext, memory: Memory, group: readonly Waiting[]): Promise<void> {
  try {
    const { outcomes, ignored } = await store(
      ctx,
      memory,
      group.map(({ item }) => item),
    )
    for (const { item, resolve, reject } of group) {
      const outcome = outcomes.get(item)
      const ignoredBy = ignored.get(item)
      if (outcome) resolve(outcome)
      else if (ignoredBy !== undefined) reject(ignoredError(ignoredBy))
      else reject(new Error(`no outcome of observation ${item.delivery.observation.id}`))
    }
  } catch (error) {
    const [only] = group
    if (group.length > 1) {
      // Nothing of the group is stored: one by one the others get through, and only the culprit hears of it.
      for (const single of group) await storeAndAnswer(ctx, memory, [single])
    } else if (only) {
      const { observation, siteId, actor } = only.item.delivery
      ctx.log.error({ err: error, observationId: observation.id, siteId, actor }, 'an observation could not be stored')
      only.reject(error)
    }
  }
}

async function store(ctx: SystemContext, memory: Memory, group: readonly Prepared[]) {
  try {
    return await storeOnce(ctx, memory, group)
  } catch (error) {
    // A section that was found stored went with the last snapshot that had it: this time it is found missing.
    if (isMissingReference(error)) return storeOnce(ctx, memory, group)
    throw error
  }
}

async function storeOnce(ctx: SystemContext, memory: Memory, group: readonly Prepared[]) {
  const sections = await compressMissing(
    ctx.store,
    group.flatMap(({ sections }) => [...sections.values()]),
  )
  const payloads = await packPayloads(group)
  const now = nowOf(ctx)
  for (const { delivery } of group) {
    await addToCatalog(ctx.store, delivery.siteId, delivery.observation.software ?? [], now, memory.products)
  }
  const { keep, ...result } = await ctx.store.write(async (tx) => {
    const { wanted, ignored } = await sortOut(tx, memory.ignoreLists, group)
    const products = memory.products.find()
    return {
      outcomes: await storeGroup(tx, wanted, { sections, payloads, products }, now),
      ignored,
      keep: products.keep,
    }
  })
  keep()
  return result
}

async function packPayloads(group: readonly Prepared[]): Promise<Payloads> {
  const packed = await Promise.all(
    group.map(async (item) => {
      const { raw } = item.delivery
      return raw ? [[item, await packPayload(raw)] as const] : []
    }),
  )
  return new Map(packed.flat())
}
