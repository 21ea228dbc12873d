import type { Evidence } from '@rollcall/shared/inventory/match.ts'
import { and, eq } from 'drizzle-orm'
import { closeDoubts, liveMs, type ReviewRow, recordReviews } from '../../device-records/reviews.ts'
import { loadSightingSummaries, type SightingRow } from '../../device-records/sightings.ts'
import { evidenceOfState } from '../../devices/sightings/snapshot-sighting.ts'
import { later } from '../../lib/shift-time.ts'
import type { Candidate } from '../../matching/candidates.ts'
import { confidenceMin, isDoubtful, reconcile } from '../../matching/choose-device.ts'
import { united } from '../../matching/relate-sightings.ts'
import { isListEntry, isTransientSighting } from '../../matching/sighting.ts'
import { statesOf } from '../../snapshots/read/as-of.ts'
import { identityTables } from '../../store/schema/identity.ts'
import { among } from '../../store/sql.ts'
import type { Db, Tx } from '../../store/store.ts'
import { countedSightings } from '../junk/counted-evidence.ts'

/** An open review about the match of a snapshot. */
export type DoubtfulMatch = {
  review: ReviewRow
  /** Key of the snapshot's sighting, if that is still stored. */
  key: string | undefined
  /** The snapshot, if it is still stored. */
  snapshot: { evidence: readonly Evidence[]; at: string; confidence: number } | undefined
}

/** Reads the open reviews about matches of these devices. */
export async function doubtfulMatches(db: Db, deviceIds: readonly string[]): Promise<DoubtfulMatch[]> {
  const { deviceReviews: reviews } = db.tables(identityTables)
  const rows = await db
    .select()
    .from(reviews)
    .where(and(among(reviews.deviceId, deviceIds), eq(reviews.kind, 'match')))
  if (rows.length === 0) return []
  // Other observations may have moved the times of its sighting, so its evidence names it.
  const states = await statesOf(
    db,
    rows.flatMap(({ snapshotId }) => snapshotId || []),
  )
  const snapshots = new Map(states.map((state) => [state.snapshotId, state]))
  const sightings = await loadSightingSummaries(
    db,
    rows.map(({ deviceId }) => deviceId),
  )
  return rows.map((review) => {
    const state = snapshots.get(review.snapshotId)
    if (!state) return { review, key: undefined, snapshot: undefined }
    const { evidence, key } = evidenceOfState(state)
    const isStored = sightings.some((each) => each.deviceId === review.deviceId && each.key === key)
    const snapshot = { evidence, at: state.auditDate, confidence: state.match.confidence }
    return { review, key: isStored ? key : undefined, snapshot }
  })
}

/** Closes reviews of devices that were seen with new evidence, if it resolves them. */
export async function reviseReviews(tx: Tx, siteId: string, deviceIds: readonly string[]): Promise<void> {
  if (deviceIds.length === 0) return
  await closeResolvedReviews(tx, siteId, await doubtfulMatches(tx, deviceIds), (deviceId) => deviceId)
}

/**
 * Closes reviews that later evidence has resolved, and moves the others to the device that has their sighting now.
 * `deviceNow` finds that device.
 */
export async function closeResolvedReviews(
  tx: Tx,
  siteId: string,
  doubtful: readonly DoubtfulMatch[],
  deviceNow: (deviceId: string, key: string) => string,
): Promise<void> {
  if (doubtful.length === 0) return
  const placed = doubtful.map(({ key, review }) => ({
    key,
    review: { ...review, deviceId: key === undefined ? review.deviceId : deviceNow(review.deviceId, key) },
  }))
  const sightings = await countedSightings(
    tx,
    siteId,
    placed.map(({ review }) => review.deviceId),
  )
  const shown = new Set(placed.flatMap(({ key, review }) => (key === undefined ? [] : [review.deviceId])))
  // A device keeps some sightings only. A doubt whose sighting is gone stays if the device has no other.
  const standing = placed.filter(({ key, review }) =>
    key === undefined ? !shown.has(review.deviceId) : !isResolved(key, sightings.get(review.deviceId) ?? []),
  )
  await closeDoubts(
    tx,
    doubtful.map(({ review }) => review),
  )
  await recordReviews(
    tx,
    standing.map(({ review }) => review),
  )
}

/** Two sightings of one device that show two machines in turn. */
type TurnPair = { deviceId: string; rows: readonly [SightingRow, SightingRow] }

/** Closes doubts about machines that take turns with what they are in doubt with: the review of the two replaces them. */
export async function closeDoubtsInTurns(tx: Tx, siteId: string, pairs: readonly TurnPair[]): Promise<void> {
  const ofDevice = Map.groupBy(pairs, ({ deviceId }) => deviceId)
  const doubtful = await doubtfulMatches(tx, [...ofDevice.keys()])
  if (doubtful.length === 0) return
  const deviceIds = doubtful.map(({ review }) => review.deviceId)
  const sightings = await countedSightings(tx, siteId, deviceIds)
  const replaced = doubtful.filter(({ key, review: { deviceId } }) => {
    const all = sightings.get(deviceId) ?? []
    const doubt = all.find((row) => row.key === key)
    if (!doubt) return false
    const { agreeing, contrary } = sidesOf(doubt, all)
    const own = new Set([doubt, ...agreeing].map((row) => row.key))
    const inTurn = (ofDevice.get(deviceId) ?? []).flatMap(({ rows: [a, b] }) =>
      own.has(a.key) ? [b] : own.has(b.key) ? [a] : [],
    )
    return contrary.every((row) => inTurn.some((other) => other.key === row.key || isCertain(other, [row])))
  })
  await closeDoubts(
    tx,
    replaced.map(({ review }) => review),
  )
}

/**
 * Reports whether other sightings of the device resolve the doubt about one: none of them is in doubt with it any more,
 * or one agrees with both sides. A newer entry of a list replaces the older ones.
 */
function isResolved(key: string, sightings: readonly SightingRow[]): boolean {
  const doubtful = sightings.find((row) => row.key === key)
  if (!doubtful) return true
  const { agreeing, contrary: all } = sidesOf(doubtful, sightings)
  // An entry that another source confirms replaces older ones even if it is in doubt with these.
  const proven = agreeing.some((row) => !isListEntry(row)) ? [...agreeing, doubtful] : agreeing
  const contrary = all.filter((row) => !proven.some((each) => replaces(each, row)))
  if (contrary.length === 0 || agreeing.some((row) => isCertain(row, contrary))) return true
  return contrary.some((row) => replaces(row, doubtful) && hasProof(row, contrary))
}

/** Audits of a device besides a doubtful one: those that agree with it without doubt, and the others. */
function sidesOf(doubtful: Pick<SightingRow, 'key' | 'evidence' | 'lastAt'>, sightings: readonly SightingRow[]) {
  const others = sightings.filter(
    (row) => row.key !== doubtful.key && row.depth === 'audit' && !isTransientSighting(row),
  )
  const agreeing = others.filter((row) => isCertain(row, [doubtful]))
  return { agreeing, contrary: others.filter((row) => !agreeing.includes(row)) }
}

const replaces = (entry: SightingRow, older: SightingRow): boolean =>
  isListEntry(entry) && isListEntry(older) && entry.lastAt > older.lastAt

/** Reports whether others than list entries agree with a sighting. */
function hasProof(row: SightingRow, others: readonly SightingRow[]): boolean {
  const live = others.filter((each) => !isListEntry(each))
  return live.length > 0 && isCertain(row, live)
}

/** Selects the doubts about likely matches whose earlier side is gone: they need no person any more. */
export async function outlivedAmong(
  db: Db,
  siteId: string,
  doubts: readonly DoubtfulMatch[],
): Promise<DoubtfulMatch[]> {
  if (doubts.length === 0) return []
  const deviceIds = doubts.map(({ review }) => review.deviceId)
  const sightings = await countedSightings(db, siteId, deviceIds)
  return doubts.filter((doubt) => isOutlived(doubt, sightings.get(doubt.review.deviceId) ?? []))
}

/**
 * Reports whether one side of a likely match was not seen any more when the other appeared, which then stayed for long
 * enough. Either may be the one whose snapshot was in doubt: they arrive in any order.
 */
function isOutlived({ key, snapshot }: DoubtfulMatch, sightings: readonly SightingRow[]): boolean {
  if (!snapshot) return false
  const { evidence, at } = snapshot
  const doubtful = sightings.find((row) => row.key === key) ?? {
    ...{ key: '', evidence: [...evidence] },
    ...{ firstAt: at, lastAt: at },
  }
  const { agreeing, contrary } = sidesOf(doubtful, sightings)
  if (contrary.length === 0 || confidenceIn(doubtful, contrary) < confidenceMin) return false
  const [one, other] = [united([doubtful, ...agreeing]), united(contrary)]
  const [earlier, newer] = one.firstAt < other.firstAt ? [one, other] : [other, one]
  return earlier.lastAt < newer.firstAt && newer.lastAt >= later(newer.firstAt, liveMs)
}

type Seen = Pick<SightingRow, 'evidence' | 'lastAt'>

const isCertain = (row: Pick<Seen, 'evidence'>, others: readonly Seen[]): boolean => {
  const { decision, reason } = compared(row, others)
  return decision === 'matched' && !isDoubtful(reason)
}

/** Confidence that sightings are of one device; 0 if the rules make them two. */
const confidenceIn = (row: Pick<Seen, 'evidence'>, others: readonly Seen[]): number => {
  const { decision, reason } = compared(row, others)
  return decision === 'matched' ? reason.confidence : 0
}

function compared({ evidence }: Pick<Seen, 'evidence'>, others: readonly Seen[]) {
  const candidate: Candidate = {
    deviceId: '',
    identifiers: others.flatMap((row) =>
      row.evidence.map(({ kind, value }) => ({ kind, value, lastSeen: row.lastAt })),
    ),
  }
  return reconcile(evidence, [candidate])
}
