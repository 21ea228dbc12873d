import { closeReviews, recordReviews } from '../../device-records/reviews.ts'
import type { Projection } from './projection.ts'

/** Opens and closes reviews of devices. */
export const reviews: Projection = {
  name: 'reviews',
  async apply(tx, changesets) {
    await recordReviews(
      tx,
      changesets.flatMap(({ review }) => (typeof review === 'object' ? [review] : [])),
    )
    const closed = changesets.flatMap(({ deviceId, review }) => (review === 'closed' ? [deviceId] : []))
    if (closed.length > 0) await closeReviews(tx, closed)
  },
}
