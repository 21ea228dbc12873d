import { dayMs } from '@rollcall/shared/durations.ts'
import { and, desc, eq, inArray, lt } from 'drizzle-orm'
import type { SystemContext } from '../lib/context.ts'
import { later } from '../lib/shift-time.ts'
import type { TrustedTime } from '../lib/trusted-time.ts'
import { type DoubtKind, identityTables } from '../store/schema/identity.ts'
import { among } from '../store/sql.ts'
import type { Db, Tx } from '../store/store.ts'

/** Time for which a device counts as live after its last sighting. */
export const liveMs = 14 * dayMs

/** A device that a person should check, and the reason. */
export type Review = {
  deviceId: string
  kind: DoubtKind
  siteId: string
  review: string
  /** Snapshot of a `match`; absent for the other kinds. */
  snapshotId?: string
  since: string
  /** Time at which it closes by itself; absent if a person closes it. */
  endsAt?: string | null
}

/** A stored review. */
export type ReviewRow = ReturnType<typeof identityTables>['deviceReviews']['$inferSelect']

/** A doubt about where a host was seen. It names no snapshot, and closes when the doubt is no longer news. */
export const passingDoubt = (doubt: Omit<Review, 'snapshotId' | 'since' | 'endsAt'>, now: string): Review => ({
  ...doubt,
  ...{ since: now, endsAt: later(now, liveMs) },
})

/** Maximum number of open doubts about matches of one device, which may show other values in each snapshot. */
const doubtsMax = 8

/** Opens reviews of devices, or updates the reason of open ones of the same kind, and of the same snapshot. */
export async function recordReviews(tx: Tx, reviews: readonly Review[]): Promise<void> {
  const rows = reviews.map((each) => ({ endsAt: null, snapshotId: '', ...each }))
  const last = new Map(rows.map((row) => [`${row.deviceId} ${row.kind} ${row.snapshotId}`, row]))
  await tx.upsertRows(tx.tables(identityTables).deviceReviews, [...last.values()], {
    target: ['deviceId', 'kind', 'snapshotId'],
    set: ['review', 'endsAt'],
  })
  const doubtful = [...last.values()].flatMap(({ kind, deviceId }) => (kind === 'match' ? [deviceId] : []))
  if (doubtful.length > 0) await closeOldest(tx, [...new Set(doubtful)])
}

/** Texts of the open reviews of a device. */
export async function openReviews(db: Db, deviceId: string): Promise<string[]> {
  const { deviceReviews: reviews } = db.tables(identityTables)
  const open = await db.select({ review: reviews.review }).from(reviews).where(eq(reviews.deviceId, deviceId))
  return open.map(({ review }) => review)
}

/** Kinds of reviews that follow from all sightings of a device. */
export const derivedKinds: readonly DoubtKind[] = ['outside', 'twins', 'crowd']

/** Closes the reviews of devices that a person has checked or decided on. */
export async function closeReviews(tx: Tx, deviceIds: readonly string[]): Promise<void> {
  const { deviceReviews: reviews } = tx.tables(identityTables)
  await tx.delete(reviews).where(among(reviews.deviceId, deviceIds))
}

/** Closes the reviews of devices that are of these kinds. */
export async function closeReviewsOf(tx: Tx, kinds: readonly DoubtKind[], deviceIds: readonly string[]): Promise<void> {
  const { deviceReviews: reviews } = tx.tables(identityTables)
  await tx.delete(reviews).where(and(among(reviews.deviceId, deviceIds), inArray(reviews.kind, [...kinds])))
}

/** Closes the oldest doubts of devices that have too many. */
async function closeOldest(tx: Tx, deviceIds: readonly string[]): Promise<void> {
  const { deviceReviews: reviews } = tx.tables(identityTables)
  const open = await tx
    .select()
    .from(reviews)
    .where(and(inArray(reviews.deviceId, [...deviceIds]), eq(reviews.kind, 'match')))
    .orderBy(desc(reviews.since), desc(reviews.snapshotId))
  await closeDoubts(
    tx,
    [...Map.groupBy(open, ({ deviceId }) => deviceId).values()].flatMap((ofDevice) => ofDevice.slice(doubtsMax)),
  )
}

/** Closes doubts about single matches. The others about the same devices stay open. */
export async function closeDoubts(tx: Tx, doubts: readonly ReviewRow[]): Promise<void> {
  await tx.deleteRows(tx.tables(identityTables).deviceReviews, doubts, ['deviceId', 'kind', 'snapshotId'])
}

/** Closes reviews whose reason no longer applies; a periodic job. */
export async function closeEndedReviews({ store }: SystemContext, time: TrustedTime): Promise<void> {
  await store.write(async (tx) => {
    const { deviceReviews: reviews } = tx.tables(identityTables)
    await tx.delete(reviews).where(lt(reviews.endsAt, time.now))
  })
}
