import { dayMs } from '@rollcall/shared/durations.ts'
import { and, asc, count, desc, eq, gt, inArray, lt, min, not, or, type SQL, sql } from 'drizzle-orm'
import { currentSnapshots } from '../../device-records/device-states.ts'
import type { SystemContext } from '../../lib/context.ts'
import type { TrustedTime } from '../../lib/trusted-time.ts'
import { snapshotTables } from '../../store/schema/snapshots.ts'
import type { Db, Tx } from '../../store/store.ts'
import { waitsForCopy } from '../offload/offload-status.ts'
import { isOfSite } from '../write/insert-snapshots.ts'
import { removeSnapshots } from './remove-snapshots.ts'

/** Retention rules of a site. */
export type SnapshotRetention = {
  /** Maximum number of snapshots per device; undefined: all. */
  perDevice: number | undefined
  /** Delete snapshots from before this time; undefined: of any age. */
  notBefore: string | undefined
  /** Set if snapshots stay until their copy is in Snapshot storage. */
  copiedFirst: boolean
}

/** Limit of one query and of one transaction: everything else waits for it. */
const devicesPerTurn = 50
const snapshotsPerTurn = 500

/** Time for which a deleted content may still serve as a dictionary. A weekly turn replaces them together. */
const dictionaryMsMax = 7 * dayMs

/**
 * Deletes expired snapshots of all sites, a turn at a time: `after` is the end of the last turn, '' at first. Gives the
 * start of the next turn, undefined after the last. Snapshots that show a device's current state always stay. Those of
 * a deleted device follow the same rules.
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

/** Counts the snapshots that `pruneSnapshots` would delete on each site, and all snapshots of these sites. */
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

type Counted = { count: number; total: number }

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
  const rank = sql<number>`row_number() over (partition by ${deviceId} order by ${desc(auditDate)}, ${desc(id)})`
  const ranked = db
    .select({ id, auditDate, place: rank.as('place') })
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

/** Devices from which some rule may delete snapshots. */
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

/** The next devices by the index alone, whatever the site. */
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

/** Deletes snapshots. true if more are to be deleted than one transaction should. */
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

/** The oldest snapshots that a rule does not keep: those beyond its count, and those from before its time. */
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

/** Snapshots of a device beyond its newest `count`; undefined if it has no more than that. */
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
