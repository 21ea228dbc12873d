import { removeSnapshots } from '../../snapshots/retention/remove-snapshots.ts'
import { insertNumbered, insertSnapshots } from '../../snapshots/write/insert-snapshots.ts'
import { rematch } from '../../snapshots/write/reassign-snapshots.ts'
import type { Projection } from './projection.ts'

/** Inserts and deletes snapshots, and replaces their match reasons. */
export const snapshots: Projection = {
  async apply(tx, changesets, { at, seqs, payloads }) {
    const deleted = changesets.flatMap((each) => each.snapshots?.deleted ?? [])
    if (deleted.length > 0) await removeSnapshots(tx, deleted, at)
    const inserted = changesets.flatMap((each) => each.snapshots?.inserted ?? [])
    await insertSnapshots(tx, inserted, payloads, seqs)
    for (const { matches } of changesets) if (matches) await rematch(tx, matches)
  },
  async touch(tx, unchanged, { at, payloads }) {
    const rows = unchanged.map(({ snapshotId, deviceId, observationId, auditDate, source, depth, numbers }) => ({
      ...{
        id: snapshotId,
        deviceId,
        observationId,
        auditDate,
        receivedAt: at,
        source,
        depth,
        taskId: null,
        ...numbers,
      },
    }))
    await insertNumbered(tx, rows, payloads)
  },
}
