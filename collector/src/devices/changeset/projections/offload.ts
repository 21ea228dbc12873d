import { queueForOffload } from '../../../offload/queue.ts'
import type { Projection } from './projection.ts'

/** Queues new snapshots for the site's snapshot storage. */
export const offload: Projection = {
  name: 'offload',
  async apply(tx, changesets, { siteId, at }) {
    const ids = changesets.flatMap((each) => each.snapshots?.inserted?.map(({ row }) => row.id) ?? [])
    await queueForOffload(tx, siteId, ids, at)
  },
}
