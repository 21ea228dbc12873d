import { and, isNotNull } from 'drizzle-orm'
import { closeReviews, type Review, recordReviews } from '../../device-records/reviews.ts'
import { loadSightings, type SightingRow } from '../../device-records/sightings.ts'
import type { Candidate } from '../../matching/candidates.ts'
import { isDoubtful, reconcile } from '../../matching/choose-device.ts'
import { isListEntry, isTransientSighting } from '../../matching/sighting.ts'
import { readMatches } from '../../snapshots/read/read-matches.ts'
import { identityTables } from '../../store/schema/identity.ts'
import { among } from '../../store/sql.ts'
import type { Db, Tx } from '../../store/store.ts'
import { countingOn } from '../junk/counted-evidence.ts'

/** An open review about the match of a snapshot, with the key of the snapshot's sighting, if that is still stored. */
type DoubtfulMatch = Review & { key: string | undefined }

/** Reads the open reviews about matches of these devices. */
export async function doubtfulMatches(db: Db, deviceIds: readonly string[]): Promise<DoubtfulMatch[]> {
  const { deviceReviews: reviews } = db.tables(identityTables)
  const rows = await db
    .select()
    .from(reviews)
    .where(and(among(reviews.deviceId, deviceIds), isNotNull(reviews.snapshotId)))
  if (rows.length === 0) return []
  const matched = await readMatches(
    db,
    rows.flatMap(({ snapshotId }) => snapshotId ?? []),
  )
  const sightings = await loadSightings(
    db,
    rows.map(({ deviceId }) => deviceId),
  )
  return rows.map((row) => {
    const snapshot = matched.get(row.snapshotId ?? '')
    const sighting = sightings.find(
      (each) =>
        each.deviceId === row.deviceId &&
        each.source === snapshot?.source &&
        each.depth === snapshot.depth &&
        (each.firstAt === snapshot.auditDate || each.lastAt === snapshot.auditDate),
    )
    return { ...row, key: sighting?.key }
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
  const placed = doubtful.map(({ key, ...review }) => ({
    key,
    review: { ...review, deviceId: key === undefined ? review.deviceId : deviceNow(review.deviceId, key) },
  }))
  const sightings = await loadSightings(tx, [...new Set(placed.map(({ review }) => review.deviceId))])
  const counted = await countingOn(
    tx,
    siteId,
    sightings.flatMap(({ evidence }) => evidence),
  )
  const standing = placed.filter(({ key, review }) => {
    const ofDevice = sightings.filter(({ deviceId }) => deviceId === review.deviceId)
    return !isResolved(
      key,
      ofDevice.map((row) => ({ ...row, evidence: [...counted(row.evidence)] })),
    )
  })
  await closeReviews(
    tx,
    doubtful.map(({ deviceId }) => deviceId),
  )
  await recordReviews(
    tx,
    standing.map(({ review }) => review),
  )
}

/**
 * Reports whether other sightings of the device resolve the doubt about one: none of them is in doubt with it any more,
 * or one agrees with both sides. A newer entry of a list replaces the older ones.
 */
function isResolved(key: string | undefined, sightings: readonly SightingRow[]): boolean {
  const doubtful = sightings.find((row) => row.key === key)
  if (!doubtful) return key !== undefined
  const others = sightings.filter((row) => row !== doubtful && row.depth === 'audit' && !isTransientSighting(row))
  const agreeing = others.filter((row) => isCertain(row, [doubtful]))
  const contrary = others.filter((row) => !agreeing.includes(row) && !agreeing.some((each) => replaces(each, row)))
  if (contrary.length === 0 || agreeing.some((row) => isCertain(row, contrary))) return true
  return contrary.some((row) => replaces(row, doubtful) && hasProof(row, contrary))
}

const replaces = (entry: SightingRow, older: SightingRow): boolean =>
  isListEntry(entry) && isListEntry(older) && entry.lastAt > older.lastAt

/** Reports whether others than list entries agree with a sighting. */
function hasProof(row: SightingRow, others: readonly SightingRow[]): boolean {
  const live = others.filter((each) => !isListEntry(each))
  return live.length > 0 && isCertain(row, live)
}

function isCertain({ evidence }: SightingRow, others: readonly SightingRow[]): boolean {
  const candidate: Candidate = {
    deviceId: '',
    identifiers: others.flatMap((row) =>
      row.evidence.map(({ kind, value }) => ({ kind, value, lastSeen: row.lastAt })),
    ),
  }
  const { decision, reason } = reconcile(evidence, [candidate])
  return decision === 'matched' && !isDoubtful(reason)
}
