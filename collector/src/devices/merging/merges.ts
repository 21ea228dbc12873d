import { DomainError } from '@rollcall/shared/errors.ts'
import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import { mergeTables } from '../../store/schema/merges.ts'
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

/**
 * The merge of a device that can be undone, with what that needs: the last that was not undone, as what came after it
 * was built on it. `not_found`, `merge_undone` or `merge_not_last` for another.
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
  if (kept === null) throw new DomainError('merge_undone', `This merge was undone ${merge.undoneAt}.`)
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
