import type { SiteSettings } from '@rollcall/shared/api/site-settings.ts'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { SystemContext } from '../../lib/context.ts'
import { siteSettings } from '../../sites/settings.ts'
import { quotaTables } from '../../store/schema/access.ts'
import { excluded } from '../../store/sql.ts'
import type { Db, Tx } from '../../store/store.ts'
import { StoreUnavailableError } from '../../store/unavailable.ts'
import { createPeriods, type Period } from './quota-period.ts'

/** A call by an App registration, on its current site. */
export type Call = { siteId: string; registrationId: string }

export type Counted = {
  /** Transactions of the site since its last recharge, including this one. */
  transactions: number
  period: Period
  settings: Pick<SiteSettings, 'quota' | 'workload'>
}

/** `transactions`: 1 for the call itself, more for the devices of a bulk operation, 0 only reads the count. */
type Counter = { count(call: Call, transactions?: number): Promise<Counted> }

type Waiting = { call: Call; calls: number; answer?: PromiseWithResolvers<Counted> }

/**
 * Counts each call in the database before it is answered, so that the quota is exact with concurrent calls, several
 * collectors, and a collector that is killed. This is cheap because calls that arrive together share a commit, and
 * because the commit survives the end of the process without a disk sync (`writeCounters`). Reserving quota in blocks
 * and counting in memory would be cheaper, but after a kill the used part of a block would be unknown, and one
 * collector would refuse calls while another still had quota left.
 */
export function createCounter(system: Pick<SystemContext, 'store' | 'clock'>): Counter {
  const periodAt = createPeriods()
  let waiting: Waiting[] = []
  /** Calls answered while the store was not writable. They are counted with the next calls. */
  const owed = new Map<string, Waiting>()
  let isCounting = false

  async function countAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      const now = system.clock.now()
      try {
        const all = [...owed.values(), ...batch]
        const counted = await system.store.writeCounters((tx) => countBatch(tx, all, now))
        owed.clear()
        for (const { answer, result } of counted) answer?.resolve(result)
      } catch (error) {
        await answerUncounted(batch, now, error)
      }
    }
    isCounting = false
  }

  /** Answers calls from the stored counts while the store is not writable. */
  async function answerUncounted(batch: readonly Waiting[], now: Date, error: unknown): Promise<void> {
    try {
      if (!(error instanceof StoreUnavailableError)) throw error
      const read = await system.store.read((db) => readBatch(db, batch, now))
      for (const { call, calls } of batch) owe(call, calls)
      for (const { answer, result } of read) answer?.resolve(result)
    } catch (failure) {
      for (const { answer } of batch) answer?.reject(failure)
    }
  }

  function owe(call: Call, calls: number): void {
    const key = `${call.siteId} ${call.registrationId}`
    owed.set(key, { call, calls: calls + (owed.get(key)?.calls ?? 0) })
  }

  /** Reads the counts that each call would get. */
  async function readBatch(db: Db, batch: readonly Waiting[], now: Date) {
    const read: (Waiting & { result: Counted })[] = []
    for (const [siteId, ofSite] of groups(batch, ({ call }) => call.siteId)) {
      const settings = await siteSettings(db, siteId)
      const period = periodAt(now.getTime(), settings.quota)
      const { quotaCounts: counts } = db.tables(quotaTables)
      const [row] = await db.select().from(counts).where(eq(counts.siteId, siteId))
      const isOfPeriod = row !== undefined && Date.parse(row.lastCountedAt) >= period.startMs
      let transactions = isOfPeriod ? row.transactions : 0
      for (const { call, calls } of owed.values()) if (call.siteId === siteId) transactions += calls
      for (const each of ofSite) {
        transactions += each.calls
        read.push({ ...each, result: { transactions, period, settings } })
      }
    }
    return read
  }

  /** Counts the calls, those of one site in the order of their arrival. */
  async function countBatch(tx: Tx, batch: readonly Waiting[], now: Date) {
    const counted: (Waiting & { result: Counted })[] = []
    for (const [siteId, ofSite] of groups(batch, ({ call }) => call.siteId)) {
      const settings = await siteSettings(tx, siteId)
      const period = periodAt(now.getTime(), settings.quota)
      const [transactions] = await Promise.all([
        countSite(tx, { siteId, period, now, calls: sumOf(ofSite) }),
        ...groups(ofSite, ({ call }) => call.registrationId).map(([registrationId, own]) =>
          countCaller(tx, { siteId, registrationId, transactions: sumOf(own) }),
        ),
      ])
      let before = transactions - sumOf(ofSite)
      for (const each of ofSite) {
        before += each.calls
        counted.push({ ...each, result: { transactions: before, period, settings } })
      }
    }
    return counted
  }

  return {
    count(call, transactions = 1) {
      const answer = Promise.withResolvers<Counted>()
      waiting.push({ call, calls: transactions, answer })
      if (!isCounting) {
        isCounting = true
        // Runs after all calls that arrived together with this one.
        setImmediate(() => void countAll())
      }
      return answer.promise
    },
  }
}

const sumOf = (waiting: readonly Waiting[]): number => waiting.reduce((sum, { calls }) => sum + calls, 0)

/** Groups items by key, in one order everywhere, so that collectors that count concurrently never deadlock. */
function groups<T>(items: readonly T[], keyOf: (item: T) => string): [string, T[]][] {
  return [...Map.groupBy(items, keyOf)].sort(([a], [b]) => (a < b ? -1 : 1))
}

type SiteCalls = { siteId: string; period: Period; now: Date; calls: number }

/**
 * Counts calls of one site. The count restarts if a recharge lies between the last call and this one. A change of the
 * recharge day or time zone does not restart it: the count continues to the newly set day.
 */
async function countSite(tx: Tx, { siteId, period, now, calls }: SiteCalls) {
  const { quotaCounts: counts, quotaCallers: callers } = tx.tables(quotaTables)
  const countedSince = new Date(period.startMs).toISOString()
  const recharged = sql`${counts.lastCountedAt} < ${excluded(counts.countedSince)}`
  const [row] = await tx
    .insert(counts)
    .values({ siteId, countedSince, lastCountedAt: now.toISOString(), transactions: calls })
    .onConflictDoUpdate({
      target: counts.siteId,
      set: {
        transactions: sql`case when ${recharged} then 0 else ${counts.transactions} end + ${excluded(counts.transactions)}`,
        countedSince: sql`case when ${recharged} then ${excluded(counts.countedSince)} else ${counts.countedSince} end`,
        // The clock of another collector may be behind.
        lastCountedAt: sql`case when ${counts.lastCountedAt} < ${excluded(counts.lastCountedAt)} then ${excluded(counts.lastCountedAt)} else ${counts.lastCountedAt} end`,
      },
    })
    .returning()
  if (!row) throw new Error('an upsert gave no row')
  if (row.transactions === calls) {
    await tx.delete(callers).where(and(eq(callers.siteId, siteId), ne(callers.countedSince, row.countedSince)))
  }
  return row.transactions
}

type CallerCalls = { siteId: string; registrationId: string; transactions: number }

/** Counts calls of one registration, after those of its site, in the same period. */
async function countCaller(tx: Tx, calls: CallerCalls): Promise<void> {
  const { quotaCounts: counts, quotaCallers: callers } = tx.tables(quotaTables)
  const countedSince = sql`(SELECT ${counts.countedSince} FROM ${counts} WHERE ${counts.siteId} = ${calls.siteId})`
  const ofThisPeriod = sql`${callers.countedSince} = ${excluded(callers.countedSince)}`
  await tx
    .insert(callers)
    .values({ ...calls, countedSince })
    .onConflictDoUpdate({
      target: [callers.siteId, callers.registrationId],
      set: {
        transactions: sql`case when ${ofThisPeriod} then ${callers.transactions} else 0 end + ${excluded(callers.transactions)}`,
        countedSince: excluded(callers.countedSince),
      },
    })
}
