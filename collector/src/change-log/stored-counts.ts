import { and, asc, count, desc, eq, gt, gte, lt, lte, max } from 'drizzle-orm'
import { nowOf, type SystemContext } from '../lib/context.ts'
import { earlier, later } from '../lib/shift-time.ts'
import { changeTables } from '../store/schema/change-log.ts'
import type { Db, Tx } from '../store/store.ts'

/** Approximate number of entries in a bucket. Entries of one instant stay together. */
const linesPerBlock = 10_000

/**
 * Age at which a bucket is closed: entries are written a moment after their timestamp, and in a cluster by clocks that
 * differ. A later entry still discards the counts after it, and nothing else.
 */
const quietMs = 10_000

/** Counts the entries that were added to each site's log since the last run, one bucket per transaction. */
export async function countChanges(
  system: SystemContext,
  siteIds: readonly string[],
  lines = linesPerBlock,
): Promise<void> {
  const horizon = earlier(nowOf(system), quietMs)
  for (const siteId of siteIds) {
    let closed = true
    while (closed) closed = await system.store.write((tx) => closeBlock(tx, siteId, horizon, lines))
  }
}

/** Closes the next bucket. false if too few entries are old enough. */
async function closeBlock(tx: Tx, siteId: string, horizon: string, lines: number): Promise<boolean> {
  const { changes, changeBlocks } = tx.tables(changeTables)
  const from = (await countedUntil(tx, siteId)) ?? (await firstLine(tx, siteId))
  if (from === undefined) return false
  const since = and(eq(changes.siteId, siteId), gte(changes.timestamp, from))
  const [next] = await tx
    .select({ timestamp: changes.timestamp })
    .from(changes)
    .where(since)
    .orderBy(asc(changes.timestamp), asc(changes.id))
    .limit(1)
    .offset(lines)
  if (!next) return false
  const until = next.timestamp > from ? next.timestamp : instantAfter(from)
  if (until > horizon) return false
  const counts = await tx
    .select({ verb: changes.verb, entity: changes.entity, lines: count() })
    .from(changes)
    .where(and(since, lt(changes.timestamp, until)))
    .groupBy(changes.verb, changes.entity)
  await tx.insert(changeBlocks).values({ siteId, from, until, counts })
  return true
}

async function countedUntil(db: Db, siteId: string): Promise<string | undefined> {
  const { changeBlocks } = db.tables(changeTables)
  const [row] = await db
    .select({ until: max(changeBlocks.until) })
    .from(changeBlocks)
    .where(eq(changeBlocks.siteId, siteId))
  return row?.until ?? undefined
}

async function firstLine(db: Db, siteId: string): Promise<string | undefined> {
  const { changes } = db.tables(changeTables)
  const [row] = await db
    .select({ timestamp: changes.timestamp })
    .from(changes)
    .where(eq(changes.siteId, siteId))
    .orderBy(asc(changes.timestamp), asc(changes.id))
    .limit(1)
  return row?.timestamp
}

/** First instant after this one. */
export const instantAfter = (time: string): string => later(time, 1)

/** Buckets of the site, newest first. */
export async function blocksOf(db: Db, siteId: string) {
  const { changeBlocks } = db.tables(changeTables)
  return db
    .select({ from: changeBlocks.from, until: changeBlocks.until, counts: changeBlocks.counts })
    .from(changeBlocks)
    .where(eq(changeBlocks.siteId, siteId))
    .orderBy(desc(changeBlocks.from))
}

/** Deletes the counts from this time on, since an entry is written at `timestamp`. */
export async function dropBlocksAfter(tx: Tx, siteId: string, timestamp: string): Promise<void> {
  const { changeBlocks } = tx.tables(changeTables)
  await tx.delete(changeBlocks).where(and(eq(changeBlocks.siteId, siteId), gt(changeBlocks.until, timestamp)))
}

/** Deletes the counts up to this time, since entries are deleted. */
export async function dropBlocksUpTo(tx: Tx, siteId: string, timestamp: string): Promise<void> {
  const { changeBlocks } = tx.tables(changeTables)
  await tx.delete(changeBlocks).where(and(eq(changeBlocks.siteId, siteId), lte(changeBlocks.from, timestamp)))
}
