import { identityTables } from '../store/schema/identity.ts'
import { among } from '../store/sql.ts'
import type { Tx } from '../store/store.ts'

/** A device that a person should look at, and why. */
export type Review = { deviceId: string; siteId: string; review: string; snapshotId: string | null; since: string }

/** Puts devices among those that a person should look at: for the last thing that there is, since the first. */
export async function noteReviews(tx: Tx, reviews: readonly Review[]): Promise<void> {
  const last = new Map(reviews.map((each) => [each.deviceId, each]))
  await tx.upsertRows(tx.tables(identityTables).deviceReviews, [...last.values()], {
    target: ['deviceId'],
    set: ['review', 'snapshotId'],
  })
}

/** A person has looked at them, or has said what they are. Gives what there was to look at. */
export async function settleReviews(tx: Tx, deviceIds: readonly string[]): Promise<string[]> {
  const { deviceReviews: reviews } = tx.tables(identityTables)
  const settled = await tx
    .delete(reviews)
    .where(among(reviews.deviceId, deviceIds))
    .returning({ review: reviews.review })
  return settled.map(({ review }) => review)
}
