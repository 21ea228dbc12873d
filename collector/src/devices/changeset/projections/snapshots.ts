import { rematch } from '../../../snapshots/rematch.ts'
import { removeSnapshots } from '../../../snapshots/remove.ts'
import { insertNumbered, insertSnapshots } from '../../../snapshots/write.ts'
import type { Projection } from './projection.ts'

/** Inserts and deletes snapshots, and replaces their match reasons. */
export const snapshots: Projection = {
  name: 'snapshots',
  async apply(tx, changesets, { at, seqs, payloads }) {
    const deleted = changesets.flatMap((each) => each.snapshots?.deleted ?? [])
    if (deleted.length > 0) await removeSnapshots(tx, deleted, at)
    const unchanged = changesets.flatMap(({ deviceId, unchanged: each }) => {
      if (!each) return []
      const { snapshotId: id, observationId, auditDate, source, depth, numbers } = each
      return [{ id, deviceId, observationId, auditDate, receivedAt: at, source, depth, taskId: null, ...numbers }]
    })
    const inserted = changesets.flatMap((each) => each.snapshots?.inserted ?? [])
    const byId = Map.groupBy(payloads, ({ snapshotId }) => snapshotId)
    const payloadsOf = (rows: readonly { id: string }[]) => rows.flatMap(({ id }) => byId.get(id) ?? [])
    if (unchanged.length > 0) await insertNumbered(tx, unchanged, payloadsOf(unchanged))
    await insertSnapshots(tx, inserted, payloadsOf(inserted), seqs)
    for (const { matches } of changesets) if (matches) await rematch(tx, matches)
  },
}
