import { rematch } from '../../../snapshots/rematch.ts'
import { removeSnapshots } from '../../../snapshots/remove.ts'
import { insertSnapshots } from '../../../snapshots/write.ts'
import type { Projection } from './projection.ts'

/** Inserts and deletes snapshots, and replaces their match reasons. */
export const snapshots: Projection = {
  name: 'snapshots',
  async apply(tx, changesets, { at, seqs }) {
    const deleted = changesets.flatMap((each) => each.snapshots?.deleted ?? [])
    if (deleted.length > 0) await removeSnapshots(tx, deleted, at)
    const inserted = changesets.flatMap((each) => each.snapshots?.inserted ?? [])
    await insertSnapshots(
      tx,
      inserted.map(({ row }) => row),
      inserted.flatMap(({ payload }) => payload ?? []),
      seqs,
    )
    for (const { matches } of changesets) {
      if (matches) await rematch(tx, matches)
    }
  },
}
