import { asc, count, eq, gt, min } from 'drizzle-orm'
import type { SystemContext } from '../context.ts'
import { currentSnapshots } from '../devices/stale.ts'
import { snapshotTables } from '../store/schema/snapshots.ts'
import type { Db, Tx } from '../store/store.ts'
import { removeSnapshots } from './remove.ts'

/** What a site keeps. */
export type SnapshotRetention = {
  /** At most so many of a device; undefined: all. */
  perDevice: number | undefined
  /** None from before this time; undefined: of any age. */
  notBefore: string | undefined
}

/** Of one look, and of one transaction: everything else waits meanwhile. */
const devicesPerTurn = 50
const snapshotsPerTurn = 500

/**
 * Deletes what sites no longer keep, a turn at a time: `after` is where the last one ended, '' at first. Gives where
 * the next begins; undefined when that was all. Snapshots that say what a device is now always stay. Those of a device
 * that was deleted go by the same rules.
 */
export async function pruneSnapshots(
  { store }: Pick<SystemContext, 'store'>,
  rules: ReadonlyMap<string, SnapshotRetention>,
  after: string,
): Promise<string | undefined> {
  const turn = await store.read((db) => nextDevices(db, after))
  const perDevice = Math.min(...[...rules.values()].map((rule) => rule.perDevice ?? Number.POSITIVE_INFINITY))
  const [notBefore = ''] = [...rules.values()]
    .flatMap((rule) => rule.notBefore ?? [])
    .sort()
    .reverse()
  const candidates = turn.filter(({ snapshots, oldest }) => snapshots > perDevice || (oldest ?? '') < notBefore)
  if (candidates.length > 0 && (await store.write((tx) => prune(tx, candidates, rules)))) return after
  return turn.at(-1)?.deviceId
}

type Counted = { deviceId: string; snapshots: number }

/** By the index alone, whatever the site. */
async function nextDevices(db: Db, after: string): Promise<(Counted & { oldest: string | null })[]> {
  const { snapshots } = db.tables(snapshotTables)
  return db
    .select({ deviceId: snapshots.deviceId, snapshots: count(), oldest: min(snapshots.auditDate) })
    .from(snapshots)
    .where(gt(snapshots.deviceId, after))
    .groupBy(snapshots.deviceId)
    .orderBy(asc(snapshots.deviceId))
    .limit(devicesPerTurn)
}

/** True when there is more to delete than one transaction should. */
async function prune(tx: Tx, candidates: readonly Counted[], rules: ReadonlyMap<string, SnapshotRetention>) {
  const current = await currentSnapshots(
    tx,
    candidates.map(({ deviceId }) => deviceId),
  )
  const expendable: string[] = []
  let hasMore = false
  for (const { deviceId, snapshots } of candidates) {
    const oldest = await oldestOf(tx, deviceId)
    const rule = rules.get(oldest[0]?.siteId ?? '')
    if (!rule) continue
    const surplus = snapshots - (rule.perDevice ?? Number.POSITIVE_INFINITY)
    const found = oldest
      .filter(({ auditDate }, index) => index < surplus || auditDate < (rule.notBefore ?? ''))
      .map(({ id }) => id)
    hasMore ||= found.length === snapshotsPerTurn
    expendable.push(...found.filter((id) => !current.has(id)))
    if (expendable.length >= snapshotsPerTurn) break
  }
  await removeSnapshots(tx, expendable.slice(0, snapshotsPerTurn))
  return hasMore || expendable.length >= snapshotsPerTurn
}

async function oldestOf(db: Db, deviceId: string) {
  const { snapshots } = db.tables(snapshotTables)
  return db
    .select({ id: snapshots.id, siteId: snapshots.siteId, auditDate: snapshots.auditDate })
    .from(snapshots)
    .where(eq(snapshots.deviceId, deviceId))
    .orderBy(asc(snapshots.auditDate), asc(snapshots.id))
    .limit(snapshotsPerTurn)
}
