import type { IdentityValue } from '@rollcall/shared/inventory/match.ts'
import { and, asc, desc, eq, inArray, notInArray, type SQL } from 'drizzle-orm'
import { isListed } from '../../device-records/listed-devices.ts'
import type { ReviewRow } from '../../device-records/reviews.ts'
import { passingKinds } from '../../matching/choose-device.ts'
import { shownValues, spelledAlike } from '../../matching/shown-value.ts'
import { type MatchedSnapshot, readMatches } from '../../snapshots/read/facts-of-snapshots.ts'
import { type DoubtKind, identityTables } from '../../store/schema/identity.ts'
import { mergeTables } from '../../store/schema/merges.ts'
import type { Db } from '../../store/store.ts'
import { type OpenCollision, openCollisions } from '../collisions/open-collisions.ts'

type Pair = ReturnType<typeof mergeTables>['deviceDuplicates']['$inferSelect']
type Doubt = ReviewRow & { snapshot: MatchedSnapshot | undefined }

/** Everything that is open about the same devices for the same cause: one item for a person. */
export type Situation = {
  deviceIds: Set<string>
  /** Values that several of the devices have, each once, however it is written. */
  shared: Map<string, IdentityValue>
  /** The latest first. */
  collisions: OpenCollision[]
  /** The most certain first. */
  pairs: Pair[]
  doubts: Doubt[]
}

/** Maximum number of open pairs, of doubts about single devices, and of doubts with a common cause that are read. */
const openMax = 10_000

/** Reads what is open on a site: collisions first, then doubtful matches, the oldest first, then pairs. */
export async function openReviews(db: Db, siteId: string, now: string): Promise<Situation[]> {
  const situations = grouped([
    ...(await openCollisions(db, siteId, now)).map(ofCollision),
    ...(await openPairs(db, siteId)).map(ofPair),
  ])
  const alone = foldDoubts(situations, await openDoubts(db, siteId))
  const hasCollision = ({ collisions }: Situation) => collisions.length > 0
  return [
    ...situations.filter(hasCollision),
    ...alone,
    ...situations.filter((each) => !hasCollision(each)).sort((a, b) => confidenceOf(b) - confidenceOf(a)),
  ]
}

const confidenceOf = ({ pairs }: Situation): number => pairs[0]?.confidence ?? 0

const ofCollision = (collision: OpenCollision): Situation => ({
  deviceIds: new Set(collision.devices.map(({ id }) => id)),
  shared: new Map([[spelledAlike(collision.value), collision.value]]),
  ...{ collisions: [collision], pairs: [], doubts: [] },
})

const ofPair = (pair: Pair): Situation => ({
  deviceIds: new Set([pair.firstId, pair.secondId]),
  shared: new Map(shownValues(pair.evidence).map((value) => [spelledAlike(value), value])),
  ...{ collisions: [], pairs: [pair], doubts: [] },
})

/** Unites situations of the same devices, and those that have a lasting value in common. */
function grouped(single: readonly Situation[]): Situation[] {
  const byKey = new Map<string, Situation>()
  const situations = new Set<Situation>()
  for (const each of single) {
    const values = [...each.shared].flatMap(([key, { kind }]) => (passingKinds.has(kind) ? [] : [key]))
    const keys = [...values, [...each.deviceIds].sort().join(' ')]
    const [first = each, ...others] = new Set(keys.flatMap((key) => byKey.get(key) ?? []))
    for (const other of first === each ? [] : [each, ...others]) {
      absorb(first, other)
      situations.delete(other)
      for (const [key, situation] of byKey) if (situation === other) byKey.set(key, first)
    }
    situations.add(first)
    for (const key of keys) byKey.set(key, first)
  }
  return [...situations]
}

function absorb(into: Situation, other: Situation): void {
  for (const id of other.deviceIds) into.deviceIds.add(id)
  for (const [key, value] of other.shared) into.shared.set(key, value)
  into.collisions.push(...other.collisions)
  into.pairs.push(...other.pairs)
}

/**
 * Adds doubts to the situations of their devices. Returns the others as situations of their own; those of a common cause
 * are one, and so are those that ask the same about one device.
 */
function foldDoubts(situations: readonly Situation[], doubts: readonly Doubt[]): Situation[] {
  const ofDevice = new Map<string, Situation[]>()
  for (const situation of situations)
    for (const id of situation.deviceIds) ofDevice.set(id, [...(ofDevice.get(id) ?? []), situation])
  const alone = new Map<string, Situation>()
  for (const doubt of doubts) {
    const { deviceId, kind, review } = doubt
    const hasCommonCause = commonCauses.includes(kind)
    const question = hasCommonCause ? kind : `${deviceId} ${kind} ${review}`
    const ofSameDevice = hasCommonCause ? undefined : ofDevice.get(deviceId)?.find((each) => isPartOf(each, doubt))
    const same = ofSameDevice ?? alone.get(question)
    same?.deviceIds.add(deviceId)
    if (same) same.doubts.push(doubt)
    else alone.set(question, { ...nothing(), deviceIds: new Set([deviceId]), doubts: [doubt] })
  }
  return [...alone.values()]
}

/** Kinds of doubts that many devices have for one cause, such as the networks of a site. */
const commonCauses: readonly DoubtKind[] = ['networks', 'crowd']

/**
 * Reports whether a doubt is about a value of a situation, such as the disk that came from the other device, or about two
 * machines that use one record. A snapshot that is no longer in doubt itself has no values to compare.
 */
function isPartOf({ shared }: Situation, { snapshot, endsAt }: Doubt): boolean {
  if (!snapshot) return Boolean(endsAt)
  const { matched, against, review } = snapshot.match
  const differing = against.flatMap(({ kind, observed = [], known = [] }) =>
    kind === 'device' ? [] : [...observed, ...known].map((value) => ({ kind, value })),
  )
  return review === null || [...matched, ...differing].some((value) => shared.has(spelledAlike(value)))
}

const nothing = (): Situation => ({ deviceIds: new Set(), shared: new Map(), collisions: [], pairs: [], doubts: [] })

function openPairs(db: Db, siteId: string): Promise<Pair[]> {
  const { deviceDuplicates: pairs } = db.tables(mergeTables)
  const order = [desc(pairs.confidence), desc(pairs.firstId), desc(pairs.secondId)]
  return db
    .select()
    .from(pairs)
    .where(eq(pairs.siteId, siteId))
    .orderBy(...order)
    .limit(openMax)
}

async function openDoubts(db: Db, siteId: string): Promise<Doubt[]> {
  const { deviceReviews: reviews } = db.tables(identityTables)
  const ofKinds = (kinds: SQL) =>
    db
      .select()
      .from(reviews)
      .where(and(eq(reviews.siteId, siteId), kinds, isListed(db, reviews.deviceId)))
      .orderBy(asc(reviews.since), asc(reviews.deviceId), asc(reviews.kind), asc(reviews.snapshotId))
      .limit(openMax)
  const single = await ofKinds(notInArray(reviews.kind, [...commonCauses]))
  const rows = [...(await ofKinds(inArray(reviews.kind, [...commonCauses]))), ...single]
  const matched = await readMatches(
    db,
    single.flatMap(({ snapshotId }) => snapshotId || []),
  )
  return rows.map((row) => ({ ...row, snapshot: matched.get(row.snapshotId) }))
}
