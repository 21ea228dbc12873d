import { eq } from 'drizzle-orm'
import type { Candidate } from '../../reconciliation/compare.ts'
import { strengthOf } from '../../reconciliation/evidence.ts'
import { keyOf, type LookupKey } from '../../reconciliation/lookup-keys.ts'
import { mergeTables } from '../../store/schema/merges.ts'
import { among } from '../../store/sql.ts'
import type { Db, Tx } from '../../store/store.ts'
import { loadDevices } from '../load.ts'
import { apartOf, forgetApart, keepApart, pairsOf } from './kept-apart.ts'

/**
 * For devices that are about to be deleted: of those that a person keeps apart from others it is remembered what they
 * were known by, so that they are told from these when they come back.
 */
export async function rememberDeparted(tx: Tx, deviceIds: readonly string[]): Promise<void> {
  const apart = new Set((await apartOf(tx, deviceIds)).flatMap(({ firstId, secondId }) => [firstId, secondId]))
  const leaving = deviceIds.filter((id) => apart.has(id))
  if (leaving.length === 0) return
  const rows = (await loadDevices(tx, leaving)).flatMap(({ row: { id: deviceId, siteId }, identifiers }) => {
    const lasting = identifiers.filter((each) => strengthOf(each) !== 'weak' || each.kind === 'name')
    // An address may be another device's by then; it counts for one of which nothing else was known.
    const kept = lasting.some((each) => strengthOf(each) !== 'weak') ? lasting : identifiers
    return kept.map(({ kind, value, lastSeen }) => ({ deviceId, siteId, kind, value, lastSeen }))
  })
  await tx.insertRows(tx.tables(mergeTables).departedIdentifiers, rows)
}

/** Deleted devices of a site that were known by any of these values, with all that they were known by. */
export async function findDeparted(db: Db, siteId: string, wanted: readonly LookupKey[]): Promise<Candidate[]> {
  const { departedIdentifiers: departed } = db.tables(mergeTables)
  const pairs = new Map(wanted.map((key) => [keyOf(key), [key.kind, key.value] as const]))
  const found = await db.rowsAmongPairs(departed, [...pairs.values()], {
    keys: ['kind', 'value'],
    columns: ['deviceId'],
    and: { siteId },
  })
  // There hardly ever is one.
  if (found.length === 0) return []
  const { deviceId, kind, value, lastSeen } = departed
  const ids = [...new Set(found.map((row) => row.deviceId))]
  const rows = await db
    .select({ deviceId, kind, value, lastSeen })
    .from(departed)
    .where(among(deviceId, ids))
    .orderBy(deviceId, kind, value)
  return [...Map.groupBy(rows, (row) => row.deviceId)].map(([id, identifiers]) => ({ deviceId: id, identifiers }))
}

/** A deleted device, and the one that it is now. */
type Return = { departedId: string; deviceId: string }

/** What a person said of deleted devices holds for what they came back as. */
export async function takeOver(tx: Tx, returns: readonly Return[]): Promise<void> {
  const { departedIdentifiers: departed } = tx.tables(mergeTables)
  for (const { departedId, deviceId } of returns) {
    const pairs = await apartOf(tx, [departedId])
    await keepApart(tx, pairsOf(pairs, departedId, deviceId))
    await forgetApart(tx, [departedId])
    await tx.delete(departed).where(eq(departed.deviceId, departedId))
  }
}
