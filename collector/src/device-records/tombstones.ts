import { eq } from 'drizzle-orm'
import type { Candidate } from '../matching/candidates.ts'
import { strengthOf } from '../matching/evidence.ts'
import { keyOf, type LookupKey } from '../matching/lookup-keys.ts'
import { mergeTables } from '../store/schema/merges.ts'
import { among } from '../store/sql.ts'
import type { Db, Tx } from '../store/store.ts'
import { deleteDoNotMergeOf, doNotMergePairs, insertDoNotMerge, pairsOf } from './do-not-merge.ts'
import { loadDevices } from './load-devices.ts'

/**
 * Stores the identifiers of devices with do-not-merge decisions before they are deleted, so that the decisions hold if
 * they return.
 */
export async function insertTombstones(tx: Tx, deviceIds: readonly string[]): Promise<void> {
  const decided = new Set(
    (await doNotMergePairs(tx, deviceIds)).flatMap(({ firstId, secondId }) => [firstId, secondId]),
  )
  const leaving = deviceIds.filter((id) => decided.has(id))
  if (leaving.length === 0) return
  const rows = (await loadDevices(tx, leaving)).flatMap(({ row: { id: deviceId, siteId }, identifiers }) => {
    const lasting = identifiers.filter((each) => strengthOf(each) !== 'weak' || each.kind === 'name')
    // By then an address may be another device's. It counts only for a device without other identifiers.
    const identifying = lasting.some((each) => strengthOf(each) !== 'weak') ? lasting : identifiers
    return identifying.map(({ kind, value, lastSeen }) => ({ deviceId, siteId, kind, value, lastSeen }))
  })
  await tx.insertRows(tx.tables(mergeTables).departedIdentifiers, rows)
}

/** Deleted devices of a site that had any of these values, with all their identifiers. */
export async function findTombstones(db: Db, siteId: string, wanted: readonly LookupKey[]): Promise<Candidate[]> {
  const { departedIdentifiers: tombstones } = db.tables(mergeTables)
  const pairs = new Map(wanted.map((key) => [keyOf(key), [key.kind, key.value] as const]))
  const found = await db.rowsAmongPairs(tombstones, [...pairs.values()], {
    keys: ['kind', 'value'],
    columns: ['deviceId'],
    and: { siteId },
  })
  // There are hardly ever any.
  if (found.length === 0) return []
  const { deviceId, kind, value, lastSeen } = tombstones
  const ids = [...new Set(found.map((row) => row.deviceId))]
  const rows = await db
    .select({ deviceId, kind, value, lastSeen })
    .from(tombstones)
    .where(among(deviceId, ids))
    .orderBy(deviceId, kind, value)
  return [...Map.groupBy(rows, (row) => row.deviceId)].map(([id, identifiers]) => ({ deviceId: id, identifiers }))
}

/** A deleted device, and the device that it returned as. */
type Return = { departedId: string; deviceId: string }

/** Moves do-not-merge decisions on deleted devices to the devices that they returned as. */
export async function inheritTombstones(tx: Tx, returns: readonly Return[]): Promise<void> {
  const { departedIdentifiers: tombstones } = tx.tables(mergeTables)
  for (const { departedId, deviceId } of returns) {
    const pairs = await doNotMergePairs(tx, [departedId])
    await insertDoNotMerge(tx, pairsOf(pairs, departedId, deviceId))
    await deleteDoNotMergeOf(tx, [departedId])
    await tx.delete(tombstones).where(eq(tombstones.deviceId, departedId))
  }
}
