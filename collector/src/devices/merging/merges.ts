import { DomainError } from '@rollcall/shared/errors.ts'
import type { Moved } from '@rollcall/shared/inventory/match.ts'
import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import { mergeTables } from '../../store/schema/merges.ts'
import { among } from '../../store/sql.ts'
import type { Db, Tx } from '../../store/store.ts'

/** Id of the device that a record was merged into; undefined when it was not, or no longer is. */
export async function survivorOf(db: Db, siteId: string, otherId: string): Promise<string | undefined> {
  const { deviceMerges } = db.tables(mergeTables)
  const [merge] = await db
    .select({ deviceId: deviceMerges.deviceId })
    .from(deviceMerges)
    .where(and(eq(deviceMerges.otherId, otherId), eq(deviceMerges.siteId, siteId), isNull(deviceMerges.undoneAt)))
  return merge?.deviceId
}

/** The id by which what is kept of a device is found: that of the survivor, where it was merged away. */
export const idNow = async (db: Db, siteId: string, id: string): Promise<string> =>
  (await survivorOf(db, siteId, id)) ?? id

/** The place after all merges into these devices. */
export async function nextPlace(db: Db, deviceIds: readonly string[]): Promise<number> {
  const { deviceMerges } = db.tables(mergeTables)
  const [last] = await db
    .select({ place: deviceMerges.place })
    .from(deviceMerges)
    .where(inArray(deviceMerges.deviceId, [...deviceIds]))
    .orderBy(desc(deviceMerges.place))
    .limit(1)
  return (last?.place ?? 0) + 1
}

/** Merges into a device become merges into another: all, or those that are named. Tells which they were. */
export async function carryMerges(
  tx: Tx,
  { from, to, ids }: { from: string; to: string; ids?: readonly string[] },
): Promise<string[]> {
  const { deviceMerges } = tx.tables(mergeTables)
  const carried = await tx
    .update(deviceMerges)
    .set({ deviceId: to })
    .where(and(eq(deviceMerges.deviceId, from), ids && inArray(deviceMerges.id, [...ids])))
    .returning({ id: deviceMerges.id })
  return carried.map(({ id }) => id)
}

/** Of snapshots of a device those that came with another one: the first that each was of, and who merged it. */
export async function mergesOfSnapshots(
  db: Db,
  deviceId: string,
  snapshotIds: readonly string[],
): Promise<Map<string, Moved>> {
  const { deviceMerges, mergedRecords } = db.tables(mergeTables)
  const rows = await db
    .select({
      snapshotId: mergedRecords.recordId,
      from: deviceMerges.otherId,
      by: deviceMerges.mergedBy,
      at: deviceMerges.mergedAt,
    })
    .from(mergedRecords)
    .innerJoin(deviceMerges, eq(deviceMerges.id, mergedRecords.mergeId))
    .where(
      and(
        eq(deviceMerges.deviceId, deviceId),
        isNull(deviceMerges.undoneAt),
        eq(mergedRecords.kind, 'snapshot'),
        among(mergedRecords.recordId, snapshotIds),
      ),
    )
    .orderBy(desc(deviceMerges.place))
  return new Map(rows.map(({ snapshotId, ...moved }) => [snapshotId, moved]))
}

/**
 * For a device that is split: what was merged into it is undone by splitting it from now on, and the ids of records of
 * which all snapshots went to the other lead there.
 */
export async function partMerges(
  tx: Tx,
  { from, to, snapshotIds }: { from: string; to: string; snapshotIds: readonly string[] },
): Promise<void> {
  const { deviceMerges, mergedRecords } = tx.tables(mergeTables)
  const standing = and(eq(deviceMerges.deviceId, from), isNull(deviceMerges.undoneAt))
  const rows = await tx
    .select({ mergeId: mergedRecords.mergeId, snapshotId: mergedRecords.recordId })
    .from(mergedRecords)
    .innerJoin(deviceMerges, eq(deviceMerges.id, mergedRecords.mergeId))
    .where(and(standing, eq(mergedRecords.kind, 'snapshot')))
  const went = new Set(snapshotIds)
  const ids = [...Map.groupBy(rows, ({ mergeId }) => mergeId)].flatMap(([mergeId, same]) =>
    same.every(({ snapshotId }) => went.has(snapshotId)) ? [mergeId] : [],
  )
  await tx.update(deviceMerges).set({ kept: null }).where(standing)
  await carryMerges(tx, { from, to, ids })
}

/**
 * The merge of a device that can be undone, with what that needs: the last that was not undone, as what came after it
 * was built on it. `not_found`, `merge_undone`, `merge_split` or `merge_not_last` for another.
 */
export async function requireLastMerge(db: Db, deviceId: string, mergeId: string) {
  const { deviceMerges } = db.tables(mergeTables)
  const ofDevice = eq(deviceMerges.deviceId, deviceId)
  const [merge] = await db
    .select()
    .from(deviceMerges)
    .where(and(ofDevice, eq(deviceMerges.id, mergeId)))
  if (!merge) throw new DomainError('not_found', 'No merge of this device has this id.')
  const { kept, ...rest } = merge
  if (merge.undoneAt !== null) throw new DomainError('merge_undone', `This merge was undone ${merge.undoneAt}.`)
  if (kept === null) {
    throw new DomainError('merge_split', 'The device was split since: split it again to take out what was merged.')
  }
  const [last] = await db
    .select({ id: deviceMerges.id })
    .from(deviceMerges)
    .where(and(ofDevice, isNull(deviceMerges.undoneAt)))
    .orderBy(desc(deviceMerges.place))
    .limit(1)
  if (last && last.id !== mergeId) {
    throw new DomainError('merge_not_last', `Later merges are undone first, the last of them is ${last.id}.`)
  }
  return { ...rest, kept }
}
