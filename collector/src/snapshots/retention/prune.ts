import { dayMs } from '@rollcall/shared/durations.ts'
import { and, asc, count, desc, eq, gt, inArray, lt, min, not, or, type SQL, sql } from 'drizzle-orm'
import { currentSnapshots } from '../../device-records/stale-devices.ts'
import type { SystemContext } from '../../lib/context.ts'
import type { TrustedTime } from '../../lib/trusted-time.ts'
import { snapshotTables } from '../../store/schema/snapshots.ts'
import type { Db, Tx } from '../../store/store.ts'
import { waitsForCopy } from '../offload/offload-status.ts'
import { isOfSite } from '../write/insert-snapshots.ts'
import { removeSnapshots } from './remove-snapshots.ts'

/** What a site keeps. */
export type SnapshotRetention = {
  /** At most so many of a device; undefined: all. */
  perDevice: number | undefined
  /** None from before this time; undefined: of any age. */
  notBefore: string | undefined
  /** Those that still wait for their copy in Snapshot storage stay until it is taken. */
  copiedFirst: boolean
}

/** Of one look, and of one transaction: everything else waits meanwhile. */
const devicesPerTurn = 50
const snapshotsPerTurn = 500

/** How long what was deleted may still serve as a dictionary: its turn takes the ones of a week together. */
const dictionaryMsMax = 7 * dayMs

/**
 * Deletes what sites no longer keep, a turn at a time: `after` is where the last one ended, '' at first. Gives where
 * the next begins; undefined when that was all. Snapshots that say what a device is now always stay. Those of a device
 * that was deleted go by the same rules.
 */
export async function pruneSnapshots(
  { store }: Pick<SystemContext, 'store'>,
  time: TrustedTime,
  rules: ReadonlyMap<string, SnapshotRetention>,
  after: string,
): Promise<string | undefined> {
  const turn = await store.read((db) => nextDevices(db, after))
  const candidates = candidatesOf(turn, rules)
  const rebaseAt = time.before(-dictionaryMsMax)
  if (candidates.length > 0 && (await store.write((tx) => prune(tx, candidates, rules, rebaseAt)))) return after
  return turn.at(-1)?.deviceId
}

/** Counts what `pruneSnapshots` would delete of each site, and all the snapshots of the sites that have any. */
export async function countPrunable(
  { store }: Pick<SystemContext, 'store'>,
  rules: ReadonlyMap<string, SnapshotRetention>,
  stopping: AbortSignal,
): Promise<Map<string, Counted>> {
  const counted = new Map<string, Counted>()
  let after: string | undefined = rules.size > 0 ? '' : undefined
  while (after !== undefined && !stopping.aborted) {
    after = await store.read((db) => countNext(db, rules, after ?? '', counted))
  }
  for (const [siteId, each] of counted) {
    each.total = await store.read((db) => db.$count(db.tables(snapshotTables).snapshots, isOfSite(db, siteId)))
  }
  return counted
}

export type Counted = { count: number; total: number }

async function countNext(
  db: Db,
  rules: ReadonlyMap<string, SnapshotRetention>,
  after: string,
  counted: Map<string, Counted>,
): Promise<string | undefined> {
  const turn = await nextDevices(db, after)
  const bySite = new Map<string, string[]>()
  for (const deviceId of candidatesOf(turn, rules)) {
    const siteId = await siteOf(db, deviceId)
    bySite.set(siteId, [...(bySite.get(siteId) ?? []), deviceId])
  }
  for (const [siteId, deviceIds] of bySite) {
    const rule = rules.get(siteId)
    const count = rule ? await countBeyond(db, deviceIds, rule) : 0
    if (count > 0) counted.set(siteId, { count: (counted.get(siteId)?.count ?? 0) + count, total: 0 })
  }
  return turn.at(-1)?.deviceId
}

/** Snapshots of these devices that the rule does not keep. */
async function countBeyond(db: Db, deviceIds: readonly string[], rule: SnapshotRetention): Promise<number> {
  const { snapshots } = db.tables(snapshotTables)
  const { id, deviceId, auditDate } = snapshots
  const place = sql<number>`row_number() over (partition by ${deviceId} order by ${desc(auditDate)}, ${desc(id)})`
  const ranked = db
    .select({ id, auditDate, place: place.as('place') })
    .from(snapshots)
    .where(inArray(deviceId, [...deviceIds]))
    .as('ranked')
  const surplus = rule.perDevice === undefined ? undefined : gt(ranked.place, rule.perDevice)
  const old = rule.notBefore === undefined ? undefined : lt(ranked.auditDate, rule.notBefore)
  const rows = await db
    .select({ id: ranked.id })
    .from(ranked)
    .where(and(or(surplus, old), rule.copiedFirst ? not(waitsForCopy(db, ranked.id)) : undefined))
  const current = await currentSnapshots(db, deviceIds)
  return rows.filter((row) => !current.has(row.id)).length
}

type Turn = Awaited<ReturnType<typeof nextDevices>>

/** Devices of which some rule may delete something. */
function candidatesOf(turn: Turn, rules: ReadonlyMap<string, SnapshotRetention>): string[] {
  const perDevice = Math.min(...[...rules.values()].map((rule) => rule.perDevice ?? Number.POSITIVE_INFINITY))
  const [notBefore = ''] = [...rules.values()]
    .flatMap((rule) => rule.notBefore ?? [])
    .sort()
    .reverse()
  return turn
    .filter(({ snapshots, oldest }) => snapshots > perDevice || (oldest ?? '') < notBefore)
    .map(({ deviceId }) => deviceId)
}

/** By the index alone, whatever the site. */
async function nextDevices(db: Db, after: string) {
  const { snapshots } = db.tables(snapshotTables)
  return db
    .select({ deviceId: snapshots.deviceId, snapshots: count(), oldest: min(snapshots.auditDate) })
    .from(snapshots)
    .where(after === '' ? undefined : gt(snapshots.deviceId, after))
    .groupBy(snapshots.deviceId)
    .orderBy(asc(snapshots.deviceId))
    .limit(devicesPerTurn)
}

/** True when there is more to delete than one transaction should. */
async function prune(
  tx: Tx,
  deviceIds: readonly string[],
  rules: ReadonlyMap<string, SnapshotRetention>,
  rebaseAt: string,
) {
  const current = await currentSnapshots(tx, deviceIds)
  const expendable: string[] = []
  let hasMore = false
  for (const deviceId of deviceIds) {
    const rule = rules.get(await siteOf(tx, deviceId))
    if (!rule) continue
    const found = await oldestBeyond(tx, deviceId, rule)
    hasMore ||= found.length === snapshotsPerTurn
    expendable.push(...found.filter((id) => !current.has(id)))
    if (expendable.length >= snapshotsPerTurn) break
  }
  await removeSnapshots(tx, expendable.slice(0, snapshotsPerTurn), rebaseAt)
  return hasMore || expendable.length >= snapshotsPerTurn
}

async function siteOf(db: Db, deviceId: string): Promise<string> {
  const { snapshots, snapshotSites } = db.tables(snapshotTables)
  const [any] = await db
    .select({ siteId: snapshotSites.siteId })
    .from(snapshots)
    .innerJoin(snapshotSites, eq(snapshotSites.seq, snapshots.siteSeq))
    .where(eq(snapshots.deviceId, deviceId))
    .limit(1)
  return any?.siteId ?? ''
}

/** The oldest of what a rule does not keep: of what is not among the newest so many, and what is from before its time. */
async function oldestBeyond(db: Db, deviceId: string, rule: SnapshotRetention): Promise<string[]> {
  const { snapshots } = db.tables(snapshotTables)
  const { id, auditDate } = snapshots
  const surplus = rule.perDevice === undefined ? undefined : await beyondNewest(db, deviceId, rule.perDevice)
  const old = rule.notBefore === undefined ? undefined : lt(auditDate, rule.notBefore)
  const beyond = or(surplus, old)
  if (!beyond) return []
  const rows = await db
    .select({ id })
    .from(snapshots)
    .where(and(eq(snapshots.deviceId, deviceId), beyond, rule.copiedFirst ? not(waitsForCopy(db, id)) : undefined))
    .orderBy(asc(auditDate), asc(id))
    .limit(snapshotsPerTurn)
  return rows.map((row) => row.id)
}

/** Those of a device that are older than its newest so many; undefined where it has no more than that. */
async function beyondNewest(db: Db, deviceId: string, count: number): Promise<SQL | undefined> {
  const { snapshots } = db.tables(snapshotTables)
  const { id, auditDate } = snapshots
  const [last] = await db
    .select({ id, auditDate })
    .from(snapshots)
    .where(eq(snapshots.deviceId, deviceId))
    .orderBy(desc(auditDate), desc(id))
    .limit(1)
    .offset(count - 1)
  return last && or(lt(auditDate, last.auditDate), and(eq(auditDate, last.auditDate), lt(id, last.id)))
}
