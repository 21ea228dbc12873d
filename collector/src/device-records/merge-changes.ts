import { eq, inArray } from 'drizzle-orm'
import { type MergedKind, mergeTables } from '../store/schema/merges.ts'
import type { Tx } from '../store/store.ts'

type Merge = ReturnType<typeof mergeTables>['deviceMerges']['$inferInsert']

/** Changes to the recorded merges of one device. */
export type MergeChanges = {
  /** A merge into the device, with the records that it moves and the snapshots that the device had before. */
  inserted?: { merge: Merge; records: readonly { kind: MergedKind | 'ownSnapshot'; recordId: string }[] }
  /** Ids of merges into another device that become merges into this one. */
  received?: readonly string[]
  /** Ids of merges that can no longer be undone. */
  closed?: readonly string[]
  undone?: { id: string; at: string; by: string }
}

export async function writeMergeChanges(tx: Tx, deviceId: string, changes: MergeChanges): Promise<void> {
  const { deviceMerges, mergedRecords } = tx.tables(mergeTables)
  const { inserted, received = [], closed = [], undone } = changes
  if (closed.length > 0)
    await tx
      .update(deviceMerges)
      .set({ kept: null })
      .where(inArray(deviceMerges.id, [...closed]))
  if (received.length > 0)
    await tx
      .update(deviceMerges)
      .set({ deviceId })
      .where(inArray(deviceMerges.id, [...received]))
  if (inserted) {
    await tx.insert(deviceMerges).values(inserted.merge)
    const mergeId = inserted.merge.id
    await tx.insertRows(
      mergedRecords,
      inserted.records.map((record) => ({ mergeId, ...record })),
    )
  }
  if (undone) {
    const { id, at, by } = undone
    await tx.delete(mergedRecords).where(eq(mergedRecords.mergeId, id))
    await tx.update(deviceMerges).set({ undoneAt: at, undoneBy: by, kept: null }).where(eq(deviceMerges.id, id))
  }
}
