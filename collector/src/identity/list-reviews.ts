import type { List } from '@rollcall/shared/api/common.ts'
import type { BriefDevice } from '@rollcall/shared/api/device-merge.ts'
import type { Review, ReviewKind, ReviewQuery, ReviewSummary } from '@rollcall/shared/api/review.ts'
import { and, asc, eq } from 'drizzle-orm'
import { type Context, nowOf } from '../context.ts'
import { briefDevices } from '../devices/brief-devices.ts'
import { isListed } from '../devices/listed.ts'
import { countDuplicates, readDuplicates } from '../devices/merging/list-duplicates.ts'
import { identityTables } from '../store/schema/identity.ts'
import type { Db } from '../store/store.ts'
import { type OpenCollision, openCollisions } from './open-collisions.ts'

type Place = { limit: number; offset: number }
/** Things of one kind that a person should settle, in the order in which they are listed. */
type Source = {
  kind: ReviewKind
  count: (db: Db) => Promise<number>
  read: (db: Db, place: Place) => Promise<Review[]>
}

/** What a person should settle: collisions, doubtful devices, the oldest first, and pairs, the surest first. */
export async function listReviews(ctx: Context, { kind, limit, offset }: ReviewQuery): Promise<List<Review>> {
  return ctx.store.read(async (db) => {
    const items: Review[] = []
    let total = 0
    for (const source of await sourcesOf(ctx, db)) {
      if (kind !== undefined && source.kind !== kind) continue
      const count = await source.count(db)
      const place = { offset: Math.max(0, offset - total), limit: limit - items.length }
      if (place.limit > 0 && place.offset < count) items.push(...(await source.read(db, place)))
      total += count
    }
    return { items, total }
  })
}

/** How many there are of each. */
export async function summariseReviews(ctx: Context): Promise<ReviewSummary> {
  return ctx.store.read(async (db) => {
    const counts = new Map<ReviewKind, number>()
    for (const { kind, count } of await sourcesOf(ctx, db)) counts.set(kind, await count(db))
    const of = (kind: ReviewKind) => counts.get(kind) ?? 0
    const [collisions, devices, pairs] = [of('collision'), of('device'), of('pair')]
    return { collisions, devices, pairs, total: collisions + devices + pairs }
  })
}

async function sourcesOf(ctx: Context, db: Db): Promise<Source[]> {
  const { siteId } = ctx
  const collisions = await openCollisions(db, siteId, nowOf(ctx))
  const { deviceReviews } = db.tables(identityTables)
  return [
    {
      kind: 'collision',
      count: () => Promise.resolve(collisions.length),
      read: (db, { limit, offset }) => describeCollisions(db, collisions.slice(offset, offset + limit)),
    },
    {
      kind: 'device',
      count: (db) => db.$count(deviceReviews, ofListed(db, siteId)),
      read: (db, place) => doubtfulDevices(db, siteId, place),
    },
    {
      kind: 'pair',
      count: (db) => countDuplicates(db, siteId),
      read: async (db, place) => (await readDuplicates(db, siteId, place)).items.map(pairReview),
    },
  ]
}

const nothingMore = { evidence: [], confidence: null, snapshotId: null, since: null }

async function describeCollisions(db: Db, collisions: readonly OpenCollision[]): Promise<Review[]> {
  const known = await briefDevices(
    db,
    collisions.flatMap(({ devices }) => devices.map(({ id }) => id)),
  )
  return collisions.map(({ devices, kind, value, inWords, firstAt }) => ({
    ...nothingMore,
    kind: 'collision',
    devices: devices.flatMap(({ id }) => known.get(id) ?? []),
    review: `${inWords}.`,
    evidence: [{ kind, value }],
    since: firstAt,
  }))
}

function ofListed(db: Db, siteId: string) {
  const { deviceReviews: reviews } = db.tables(identityTables)
  return and(eq(reviews.siteId, siteId), isListed(db, reviews.deviceId))
}

async function doubtfulDevices(db: Db, siteId: string, { limit, offset }: Place): Promise<Review[]> {
  const { deviceReviews: reviews } = db.tables(identityTables)
  const rows = await db
    .select()
    .from(reviews)
    .where(ofListed(db, siteId))
    .orderBy(asc(reviews.since), asc(reviews.deviceId))
    .limit(limit)
    .offset(offset)
  const known = await briefDevices(
    db,
    rows.map(({ deviceId }) => deviceId),
  )
  return rows.flatMap(({ deviceId, review, snapshotId, since }): Review[] => {
    const device = known.get(deviceId)
    return device ? [{ ...nothingMore, kind: 'device', devices: [device], review, snapshotId, since }] : []
  })
}

const pairReview = (
  pair: { devices: BriefDevice[]; review: string | null } & Pick<Review, 'evidence' | 'confidence'>,
) => ({
  ...nothingMore,
  kind: 'pair' as const,
  devices: pair.devices,
  evidence: pair.evidence,
  confidence: pair.confidence,
  review: pair.review ?? 'What identifies one of them would identify the other as well.',
})
