import type { List } from '@rollcall/shared/api/common.ts'
import type { Duplicate } from '@rollcall/shared/api/device-merge.ts'
import type { Review, ReviewKind, ReviewQuery, ReviewSummary } from '@rollcall/shared/api/review.ts'
import { and, asc, eq } from 'drizzle-orm'
import { briefDevices } from '../../device-records/brief-devices.ts'
import { isListed } from '../../device-records/listed-devices.ts'
import { idNow } from '../../device-records/merges.ts'
import { type Context, nowOf } from '../../lib/context.ts'
import { identityTables } from '../../store/schema/identity.ts'
import type { Db } from '../../store/store.ts'
import { type OpenCollision, openCollisions } from '../collisions/open-collisions.ts'
import { countDuplicates, readDuplicates } from '../merge/list-duplicates.ts'

type PageRange = { limit: number; offset: number }
/** Reviews of one kind, in the order of the list. */
type Source = {
  kind: ReviewKind
  count: (db: Db) => Promise<number>
  read: (db: Db, range: PageRange) => Promise<Review[]>
}

/**
 * Lists reviews that need a person's decision: collisions, then doubtful devices, the oldest first, then likely
 * duplicates, the most certain first.
 */
export async function listReviews(ctx: Context, query: ReviewQuery): Promise<List<Review>> {
  const { kind, limit, offset } = query
  return ctx.store.read(async (db) => {
    const deviceId = query.deviceId && (await idNow(db, ctx.siteId, query.deviceId))
    const items: Review[] = []
    let total = 0
    for (const source of await sourcesOf(ctx, db, deviceId)) {
      if (kind !== undefined && source.kind !== kind) continue
      const count = await source.count(db)
      const range = { offset: Math.max(0, offset - total), limit: limit - items.length }
      if (range.limit > 0 && range.offset < count) items.push(...(await source.read(db, range)))
      total += count
    }
    return { items, total }
  })
}

/** Number of reviews of each kind. */
export async function summariseReviews(ctx: Context): Promise<ReviewSummary> {
  return ctx.store.read(async (db) => {
    const counts = new Map<ReviewKind, number>()
    for (const { kind, count } of await sourcesOf(ctx, db)) counts.set(kind, await count(db))
    const of = (kind: ReviewKind) => counts.get(kind) ?? 0
    const [collisions, devices, pairs] = [of('collision'), of('device'), of('pair')]
    return { collisions, devices, pairs, total: collisions + devices + pairs }
  })
}

/** Sources of reviews for the whole site or for one device. */
async function sourcesOf(ctx: Context, db: Db, deviceId?: string): Promise<Source[]> {
  const { siteId } = ctx
  const open = await openCollisions(db, siteId, nowOf(ctx))
  const isOf = ({ devices }: OpenCollision) => deviceId === undefined || devices.some(({ id }) => id === deviceId)
  const collisions = open.filter(isOf)
  const { deviceReviews } = db.tables(identityTables)
  return [
    {
      kind: 'collision',
      count: () => Promise.resolve(collisions.length),
      read: (db, { limit, offset }) => describeCollisions(db, collisions.slice(offset, offset + limit)),
    },
    {
      kind: 'device',
      count: (db) => db.$count(deviceReviews, ofListed(db, siteId, deviceId)),
      read: (db, range) => doubtfulDevices(db, siteId, range, deviceId),
    },
    {
      kind: 'pair',
      count: (db) => countDuplicates(db, siteId, deviceId),
      read: async (db, range) => (await readDuplicates(db, siteId, range, deviceId)).items.map(pairReview),
    },
  ]
}

const nothingMore = { evidence: [], against: [], confidence: null, snapshotId: null, since: null }

async function describeCollisions(db: Db, collisions: readonly OpenCollision[]): Promise<Review[]> {
  const listed = await briefDevices(
    db,
    collisions.flatMap(({ devices }) => devices.map(({ id }) => id)),
  )
  return collisions.map(({ devices, kind, value, inWords, firstAt }) => ({
    ...nothingMore,
    kind: 'collision',
    devices: devices.flatMap(({ id }) => listed.get(id) ?? []),
    review: `${inWords}.`,
    evidence: [{ kind, value }],
    since: firstAt,
  }))
}

function ofListed(db: Db, siteId: string, deviceId?: string) {
  const { deviceReviews: reviews } = db.tables(identityTables)
  const isOf = deviceId === undefined ? undefined : eq(reviews.deviceId, deviceId)
  return and(eq(reviews.siteId, siteId), isOf, isListed(db, reviews.deviceId))
}

async function doubtfulDevices(
  db: Db,
  siteId: string,
  { limit, offset }: PageRange,
  deviceId?: string,
): Promise<Review[]> {
  const { deviceReviews: reviews } = db.tables(identityTables)
  const rows = await db
    .select()
    .from(reviews)
    .where(ofListed(db, siteId, deviceId))
    .orderBy(asc(reviews.since), asc(reviews.deviceId))
    .limit(limit)
    .offset(offset)
  const devices = await briefDevices(
    db,
    rows.map(({ deviceId }) => deviceId),
  )
  return rows.flatMap(({ deviceId, review, snapshotId, since }): Review[] => {
    const device = devices.get(deviceId)
    return device ? [{ ...nothingMore, kind: 'device', devices: [device], review, snapshotId, since }] : []
  })
}

const pairReview = ({ review, ...pair }: Duplicate): Review => ({
  ...nothingMore,
  ...pair,
  kind: 'pair',
  review: review ?? 'The identifiers of one of them match the other as well.',
})
