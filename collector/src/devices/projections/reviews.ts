import { closeReviews, closeReviewsOf, recordReviews } from '../../device-records/reviews.ts'
import type { Projection } from './projection.ts'

/** Opens and closes reviews of devices. */
export const reviews: Projection = {
  name: 'reviews',
  async apply(tx, changesets) {
    await recordReviews(
      tx,
      changesets.flatMap(({ review }) => (typeof review === 'object' ? [review] : [])),
    )
    const devicesWith = (state: 'closed' | 'settled') =>
      changesets.flatMap(({ deviceId, review }) => (review === state ? [deviceId] : []))
    const [closed, settled] = [devicesWith('closed'), devicesWith('settled')]
    if (closed.length > 0) await closeReviews(tx, closed)
    if (settled.length > 0) await closeReviewsOf(tx, ['match'], settled)
  },
}
