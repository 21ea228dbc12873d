import type { List } from '@rollcall/shared/api/common.ts'
import type { Review, ReviewKind, ReviewQuery, ReviewSummary } from '@rollcall/shared/api/review.ts'
import { idNow } from '../../device-records/merges.ts'
import { type Context, nowOf } from '../../lib/context.ts'
import { describeReviews } from './describe-reviews.ts'
import { openReviews, type Situation } from './open-reviews.ts'

/**
 * Lists what needs a person's decision, one item for each situation: collisions, then doubtful devices, the oldest
 * first, then likely duplicates, the most certain first.
 */
export async function listReviews(ctx: Context, query: ReviewQuery): Promise<List<Review>> {
  const { kind, limit, offset } = query
  return ctx.store.read(async (db) => {
    const deviceId = query.deviceId && (await idNow(db, ctx.siteId, query.deviceId))
    const wanted = (await openReviews(db, ctx.siteId, nowOf(ctx))).filter(
      (each) =>
        (kind === undefined || kindOf(each) === kind) && (deviceId === undefined || each.deviceIds.has(deviceId)),
    )
    const page = wanted.slice(offset, offset + limit)
    return { items: await describeReviews(db, ctx.siteId, page), total: wanted.length }
  })
}

/** Number of reviews of each kind. */
export async function summariseReviews(ctx: Context): Promise<ReviewSummary> {
  return ctx.store.read(async (db) => {
    const situations = await openReviews(db, ctx.siteId, nowOf(ctx))
    const of = (kind: ReviewKind) => situations.filter((each) => kindOf(each) === kind).length
    const [collisions, devices, pairs] = [of('collision'), of('device'), of('pair')]
    return { collisions, devices, pairs, total: situations.length }
  })
}

function kindOf({ collisions, pairs }: Situation): ReviewKind {
  if (collisions.length > 0) return 'collision'
  return pairs.length > 0 ? 'pair' : 'device'
}
