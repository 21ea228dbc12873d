import { deleteDoNotMerge, insertDoNotMerge } from '../../device-records/do-not-merge.ts'
import { writeMergeChanges } from '../../device-records/merge-changes.ts'
import { inheritTombstones } from '../../device-records/tombstones.ts'
import type { Projection } from './projection.ts'

/** Records merges and do-not-merge decisions. */
export const merges: Projection = {
  name: 'merges',
  async apply(tx, changesets) {
    for (const { deviceId, merges: changes, doNotMerge } of changesets) {
      if (changes) await writeMergeChanges(tx, deviceId, changes)
      if (!doNotMerge) continue
      await deleteDoNotMerge(tx, doNotMerge.removed)
      await insertDoNotMerge(tx, doNotMerge.added)
    }
    await inheritTombstones(
      tx,
      changesets.flatMap(({ deviceId, returnedFrom }) =>
        returnedFrom === undefined ? [] : [{ departedId: returnedFrom, deviceId }],
      ),
    )
  },
}
