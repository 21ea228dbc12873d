import { DomainError } from '@rollcall/shared/errors.ts'
import type { Moved } from '@rollcall/shared/inventory/match.ts'
import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import { type MergedKind, mergeTables } from '../store/schema/merges.ts'
import { among } from '../store/sql.ts'
import type { Db } from '../store/store.ts'

/** Id of the device that a record was merged into; undefined if it was not, or no longer is. */
export async function survivorOf(db: Db, siteId: string, otherId: string): Promise<string | undefined> {
  const { deviceMerges } = db.tables(mergeTables)
  const [merge] = await db
    .select({ deviceId: deviceMerges.deviceId })
    .from(deviceMerges)
    .where(and(eq(deviceMerges.otherId, otherId), eq(deviceMerges.siteId, siteId), isNull(deviceMerges.undoneAt)))
  return merge?.deviceId
}

/** Current id for a device's stored records: the survivor's, if it was merged. */
export const idNow = async (db: Db, siteId: string, id: string): Promise<string> =>
  (await survivorOf(db, siteId, id)) ?? id

/** Next number after all merges into these devices. */
export async function nextMergePosition(db: Db, deviceIds: readonly string[]): Promise<number> {
  const { deviceMerges } = db.tables(mergeTables)
  const [last] = await db
    .select({ place: deviceMerges.place })
    .from(deviceMerges)
    .where(inArray(deviceMerges.deviceId, [...deviceIds]))
    .orderBy(desc(deviceMerges.place))
    .limit(1)
  return (last?.place ?? 0) + 1
}

/** Ids of the merges into a device. */
export async function mergeIdsOf(db: Db, deviceId: string): Promise<string[]> {
  const { deviceMerges } = db.tables(mergeTables)
  const rows = await db.select({ id: deviceMerges.id }).from(deviceMerges).where(eq(deviceMerges.deviceId, deviceId))
  return rows.map(({ id }) => id)
}

/** Ids of the records of these kinds that a merge moved. */
export async function recordsOfMerge(
  db: Db,
  mergeId: string,
): Promise<Record<MergedKind | 'ownSnapshot', readonly string[]>> {
  const { mergedRecords } = db.tables(mergeTables)
  const { kind, recordId } = mergedRecords
  const rows = await db.select({ kind, recordId }).from(mergedRecords).where(eq(mergedRecords.mergeId, mergeId))
  const ids = (of: MergedKind | 'ownSnapshot') => rows.flatMap((row) => (row.kind === of ? [row.recordId] : []))
  return {
    snapshot: ids('snapshot'),
    ownSnapshot: ids('ownSnapshot'),
    change: ids('change'),
    task: ids('task'),
    agent: ids('agent'),
    sighting: ids('sighting'),
  }
}

/** Snapshots of a device that came with another one: the original device of each, and the actor of the merge. */
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
 * Changes to a device's merges if it is split: none of them can be undone any more, and the id of a record leads to the
 * new device if all its snapshots go there.
 */
export async function mergesOfSplit(
  db: Db,
  deviceId: string,
  snapshotIds: readonly string[],
): Promise<{ closed: string[]; going: string[] }> {
  const { deviceMerges, mergedRecords } = db.tables(mergeTables)
  const standing = and(eq(deviceMerges.deviceId, deviceId), isNull(deviceMerges.undoneAt))
  const merges = await db.select({ id: deviceMerges.id }).from(deviceMerges).where(standing)
  const rows = await db
    .select({ mergeId: mergedRecords.mergeId, snapshotId: mergedRecords.recordId })
    .from(mergedRecords)
    .innerJoin(deviceMerges, eq(deviceMerges.id, mergedRecords.mergeId))
    .where(and(standing, eq(mergedRecords.kind, 'snapshot')))
  const went = new Set(snapshotIds)
  const going = [...Map.groupBy(rows, ({ mergeId }) => mergeId)].flatMap(([mergeId, same]) =>
    same.every(({ snapshotId }) => went.has(snapshotId)) ? [mergeId] : [],
  )
  return { closed: merges.map(({ id }) => id), going }
}

/**
 * The merge of a device that can be undone, with the necessary data. That is the last one, since later changes build on
 * it. For another one it fails with `not_found`, `merge_undone`, `merge_split` or `merge_not_last`.
 */
export async function requireLastMerge(db: Db, deviceId: string, mergeId: string) {
  const { deviceMerges } = db.tables(mergeTables)
  const ofDevice = eq(deviceMerges.deviceId, deviceId)
  const [merge] = await db
    .select()
    .from(deviceMerges)
    .where(and(ofDevice, eq(deviceMerges.id, mergeId)))
  if (!merge) throw new DomainError('not_found', 'This device has no merge with this id.')
  const { kept, ...rest } = merge
  if (merge.undoneAt !== null)
    throw new DomainError('merge_undone', `This merge was already undone at ${merge.undoneAt}.`)
  if (kept === null) {
    throw new DomainError(
      'merge_split',
      'The device was split after this merge. Split it again to separate the merged device.',
    )
  }
  const [last] = await db
    .select({ id: deviceMerges.id })
    .from(deviceMerges)
    .where(and(ofDevice, isNull(deviceMerges.undoneAt)))
    .orderBy(desc(deviceMerges.place))
    .limit(1)
  if (last && last.id !== mergeId) {
    throw new DomainError('merge_not_last', `Undo later merges first. The last one is ${last.id}.`)
  }
  return { ...rest, kept }
}
