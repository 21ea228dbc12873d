import type { ReportedForm } from '@rollcall/shared/inventory/match.ts'
import { and, asc, desc, eq, lte, type SQL, sql } from 'drizzle-orm'
import { keyOf, type LookupKey } from '../matching/lookup-keys.ts'
import type { Pairs } from '../store/row-statements.ts'
import { deviceTables } from '../store/schema/devices.ts'
import { pairAmong } from '../store/sql.ts'
import type { Db } from '../store/store.ts'

/**
 * Maximum number of devices to read for a value, last seen first. A value that more devices have identifies none of
 * them, such as the name `printer` or a value of a cloned image.
 */
export const holdersMax = 32

/** Ids of the site's devices that have any of these values. The cost does not grow with the inventory. */
export async function findCandidates(db: Db, siteId: string, wanted: readonly LookupKey[]): Promise<Set<string>> {
  const pairs = [...new Map(wanted.map((key) => [keyOf(key), [key.kind, key.value] as const])).values()]
  const found = (await holdersOfAll(db, siteId, pairs)) ?? (await lastSeenOf(db, siteId, pairs))
  return new Set(found.map((row) => row.deviceId))
}

/** All of the site's devices with any of these values; undefined if one value has more than identify a device. */
export async function holdersOfAll(db: Db, siteId: string, pairs: Pairs) {
  const { deviceIdentifiers: ids } = db.tables(deviceTables)
  const rowsMax = pairs.length + crowdedRows
  const rows = await db.rowsAmongPairs(ids, pairs, {
    keys: ['kind', 'value'],
    columns: ['deviceId', 'kind', 'value'],
    and: { siteId },
    rowsMax,
  })
  return rows.length < rowsMax && !isCrowded(rows) ? rows : undefined
}

/** More rows than this mean that a value is close to its maximum of devices. */
const crowdedRows = 256

const isCrowded = (rows: readonly LookupKey[]): boolean =>
  rows.length > holdersMax && [...Map.groupBy(rows, keyOf).values()].some((holders) => holders.length > holdersMax)

/** Devices last seen with each value. */
async function lastSeenOf(db: Db, siteId: string, pairs: Pairs) {
  const { lastSeen, deviceId } = db.tables(deviceTables).deviceIdentifiers
  return firstHoldersOf(db, siteId, pairs, [desc(lastSeen), asc(deviceId)], holdersMax)
}

/** The first devices with each value in an order. */
export async function firstHoldersOf(db: Db, siteId: string, pairs: Pairs, order: readonly SQL[], max: number) {
  const { deviceIdentifiers: ids } = db.tables(deviceTables)
  const { deviceId, kind, value } = ids
  const hasOne = and(eq(ids.siteId, siteId), pairAmong([kind, value], pairs))
  const rank = sql<number>`row_number() over (partition by ${kind}, ${value} order by ${sql.join([...order], sql`, `)})`
  const ranked = db
    .select({ deviceId, kind, value, place: rank.as('place') })
    .from(ids)
    .where(hasOne)
    .as('ranked')
  return db
    .select({ deviceId: ranked.deviceId, kind: ranked.kind, value: ranked.value })
    .from(ranked)
    .where(lte(ranked.place, max))
}

/** A device with a value, the form in which it was reported, and the times of its first and last sighting with it. */
export type Holder = ReportedForm & { deviceId: string; firstSeen: string; lastSeen: string }

/** Devices of the site last seen with a value, up to the maximum of candidates. */
export async function holdersOfValue(db: Db, siteId: string, { kind, value }: LookupKey): Promise<Holder[]> {
  const { deviceIdentifiers: ids } = db.tables(deviceTables)
  const { deviceId, reported, manufacturer, firstSeen, lastSeen } = ids
  return db
    .select({ deviceId, reported, manufacturer, firstSeen, lastSeen })
    .from(ids)
    .where(and(eq(ids.siteId, siteId), eq(ids.kind, kind), eq(ids.value, value)))
    .orderBy(desc(lastSeen), deviceId)
    .limit(holdersMax)
}
