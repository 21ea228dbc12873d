import { queueForOffload } from '../../snapshots/offload/queue-for-offload.ts'
import type { Projection } from './projection.ts'

/** Queues new snapshots for the site's snapshot storage. */
export const offload: Projection = {
  name: 'offload',
  async apply(tx, changesets, { siteId, at }) {
    const ids = changesets.flatMap(({ snapshots }) => snapshots?.inserted?.map(({ id }) => id) ?? [])
    await queueForOffload(tx, siteId, ids, at)
  },
  async touch(tx, snapshots, { siteId, at }) {
    const ids = snapshots.map(({ snapshotId }) => snapshotId)
    await queueForOffload(tx, siteId, ids, at)
  },
}
