import { queueForOffload } from '../../../offload/queue.ts'
import type { Projection } from './projection.ts'

/** Queues new snapshots for the site's snapshot storage. */
export const offload: Projection = {
  name: 'offload',
  async apply(tx, changesets, { siteId, at }) {
    const ids = changesets.flatMap(({ snapshots, unchanged }) => [
      ...(snapshots?.inserted?.map(({ id }) => id) ?? []),
      ...(unchanged ? [unchanged.snapshotId] : []),
    ])
    await queueForOffload(tx, siteId, ids, at)
  },
}
