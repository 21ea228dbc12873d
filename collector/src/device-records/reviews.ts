import { dayMs } from '@rollcall/shared/durations.ts'
import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm'
import type { SystemContext } from '../lib/context.ts'
import { later } from '../lib/shift-time.ts'
import type { TrustedTime } from '../lib/trusted-time.ts'
import { identityTables } from '../store/schema/identity.ts'
import { among } from '../store/sql.ts'
import type { Db, Tx } from '../store/store.ts'

/** Time for which a device counts as live after its last sighting. */
export const liveMs = 14 * dayMs

/** Maximum of devices that are reclustered together. */
export const crowdMax = 64
/** Review of a device that belongs to more. All of them are one situation. */
export const crowded = `More than ${crowdMax} devices share its identifiers. It stays as matched on arrival.`

/** A device that a person should check, and the reason. */
export type Review = {
  deviceId: string
  siteId: string
  review: string
  snapshotId: string | null
  since: string
  /** Time at which it closes by itself; absent if a person closes it. */
  endsAt?: string | null
}

/** A doubt about a host that was seen from outside. It leaves no snapshot, and closes when the doubt is no longer news. */
export const doubtFromOutside = (siteId: string, deviceId: string, review: string, now: string): Review => ({
  ...{ deviceId, siteId, review, snapshotId: null, since: now },
  endsAt: later(now, liveMs),
})

/** Opens reviews of devices, or updates the reason of open ones. */
export async function recordReviews(tx: Tx, reviews: readonly Review[]): Promise<void> {
  const last = new Map(reviews.map((each) => [each.deviceId, { endsAt: null, ...each }]))
  await tx.upsertRows(tx.tables(identityTables).deviceReviews, [...last.values()], {
    target: ['deviceId'],
    set: ['review', 'snapshotId', 'endsAt'],
  })
}

/** Texts of the open reviews of a device. */
export async function openReviews(db: Db, deviceId: string): Promise<string[]> {
  const { deviceReviews: reviews } = db.tables(identityTables)
  const open = await db.select({ review: reviews.review }).from(reviews).where(eq(reviews.deviceId, deviceId))
  return open.map(({ review }) => review)
}

/** Closes the reviews of devices that a person has checked or decided on. */
export async function closeReviews(tx: Tx, deviceIds: readonly string[]): Promise<void> {
  const { deviceReviews: reviews } = tx.tables(identityTables)
  await tx.delete(reviews).where(among(reviews.deviceId, deviceIds))
}

/** Closes the reviews of devices that concern no snapshot: they follow from all sightings of a device. */
export async function closeDerivedReviews(tx: Tx, deviceIds: readonly string[]): Promise<void> {
  const { deviceReviews: reviews } = tx.tables(identityTables)
  await tx.delete(reviews).where(and(among(reviews.deviceId, deviceIds), isNull(reviews.snapshotId)))
}

/** Closes reviews whose reason no longer applies; a periodic job. */
export async function closeEndedReviews({ store }: SystemContext, time: TrustedTime): Promise<void> {
  await store.write(async (tx) => {
    const { deviceReviews: reviews } = tx.tables(identityTables)
    await tx.delete(reviews).where(lt(reviews.endsAt, time.now))
  })
}

/** Closes the reviews of devices that two machines seemed to use, because their agent was removed. */
export async function closeTwinReviews(tx: Tx, deviceIds: readonly string[]): Promise<void> {
  const { deviceReviews: reviews } = tx.tables(identityTables)
  await tx.delete(reviews).where(and(among(reviews.deviceId, deviceIds), isNotNull(reviews.endsAt)))
}
