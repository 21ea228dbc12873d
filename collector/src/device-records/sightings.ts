import type { List, Page } from '@rollcall/shared/api/common.ts'
import { isLocallyAdministered } from '@rollcall/shared/inventory/junk/addresses.ts'
import type { Evidence, EvidenceKind } from '@rollcall/shared/inventory/match.ts'
import { asc, desc, eq } from 'drizzle-orm'
import { keyOf, type LookupKey, lookupKeys } from '../matching/lookup-keys.ts'
import { readPage } from '../store/page.ts'
import { sightingTables } from '../store/schema/sightings.ts'
import { among } from '../store/sql.ts'
import type { Db, Tx } from '../store/store.ts'

export type SightingRow = ReturnType<typeof sightingTables>['deviceSightings']['$inferSelect']
/** A sighting without its evidence and fields. */
export type SightingSummary = Omit<SightingRow, 'evidence' | 'fields'>

/** Devices seen with exactly this evidence before. */
export async function devicesSeenAs(
  db: Db,
  siteId: string,
  keys: readonly string[],
): Promise<{ deviceId: string; key: string }[]> {
  return db.rowsAmong(db.tables(sightingTables).deviceSightings, keys, {
    key: 'key',
    columns: ['deviceId', 'key'],
    and: { siteId },
  })
}

export async function loadSightingSummaries(db: Db, deviceIds: readonly string[]): Promise<SightingSummary[]> {
  return db.rowsAmong(db.tables(sightingTables).deviceSightings, deviceIds, {
    key: 'deviceId',
    columns: ['deviceId', 'siteId', 'key', 'source', 'depth', 'firstAt', 'lastAt', 'decided'],
  })
}

export async function loadSightings(db: Db, deviceIds: readonly string[]): Promise<SightingRow[]> {
  const { deviceSightings } = db.tables(sightingTables)
  return db.select().from(deviceSightings).where(among(deviceSightings.deviceId, deviceIds))
}

/** Sightings of a device, the last seen first, then by key. */
export async function readSightings(db: Db, deviceId: string, page: Page): Promise<List<SightingRow>> {
  const { deviceSightings: sightings } = db.tables(sightingTables)
  const where = eq(sightings.deviceId, deviceId)
  const rows = db.select().from(sightings).where(where).orderBy(desc(sightings.lastAt), asc(sightings.key))
  return readPage(rows, db.$count(sightings, where), page)
}

/** Counter that rises if a sighting is added, removed or decided; undefined on PostgreSQL. */
export const sightingRevision = (db: Db): Promise<number | undefined> =>
  db.revisionOf(db.tables(sightingTables).sightingRevision)

/** Inserts new sightings, and the traces by which they are found. */
export async function insertSightings(tx: Tx, rows: readonly SightingRow[]): Promise<void> {
  const { deviceSightings, deviceTraces } = tx.tables(sightingTables)
  await tx.upsertRows(deviceSightings, rows, {
    target: ['deviceId', 'key'],
    set: ['firstAt', 'lastAt', 'decided', 'fields'],
  })
  const traces = rows.flatMap(({ deviceId, siteId, evidence }) =>
    tracesOf(evidence).map((trace) => ({ deviceId, siteId, ...trace })),
  )
  const unique = new Map(traces.map((trace) => [`${trace.deviceId} ${trace.kind} ${trace.value}`, trace]))
  await tx.upsertRows(deviceTraces, [...unique.values()], { target: ['deviceId', 'kind', 'value'], set: [] })
}

/** Moves the times of stored sightings. */
export async function touchSightings(
  tx: Tx,
  rows: readonly Pick<SightingSummary, 'deviceId' | 'key' | 'firstAt' | 'lastAt'>[],
): Promise<void> {
  const { deviceSightings } = tx.tables(sightingTables)
  await tx.updateRows(deviceSightings, rows, { key: ['deviceId', 'key'], set: ['firstAt', 'lastAt'] })
}

/** Moves the last time of stored sightings. */
export async function touchSeenAgain(
  tx: Tx,
  rows: readonly Pick<SightingSummary, 'deviceId' | 'key' | 'lastAt'>[],
): Promise<void> {
  const { deviceSightings } = tx.tables(sightingTables)
  await tx.updateRows(deviceSightings, rows, { key: ['deviceId', 'key'], set: ['lastAt'] })
}

export async function deleteSightings(
  tx: Tx,
  summaries: readonly Pick<SightingSummary, 'deviceId' | 'key'>[],
): Promise<void> {
  const { deviceSightings } = tx.tables(sightingTables)
  await tx.deleteRows(deviceSightings, summaries, ['deviceId', 'key'])
}

/** Replaces all sightings of the devices, and their traces. */
export async function replaceSightings(tx: Tx, replaced: ReadonlyMap<string, readonly SightingRow[]>): Promise<void> {
  const { deviceSightings, deviceTraces } = tx.tables(sightingTables)
  const deviceIds = [...replaced.keys()]
  await tx.delete(deviceSightings).where(among(deviceSightings.deviceId, deviceIds))
  await tx.delete(deviceTraces).where(among(deviceTraces.deviceId, deviceIds))
  await insertSightings(tx, [...replaced.values()].flat())
}

/**
 * Reports whether a device has a value only temporarily: its identifiers lose it, but a late observation is still found
 * by it.
 */
export const isTrace = ({ kind, value }: LookupKey): boolean =>
  addressKinds.has(kind) || kind === 'dns' || (kind === 'mac' && isLocallyAdministered(value))

const addressKinds: ReadonlySet<EvidenceKind> = new Set(['ip', 'claimedIp'])

/**
 * Traces of evidence: its addresses, each under the kind for reached ones whichever origin reported it, and a name if
 * there is nothing else.
 */
export const tracesOf = (evidence: readonly Evidence[]): LookupKey[] =>
  lookupKeys(evidence).filter((key) => key.kind === 'name' || (isTrace(key) && key.kind !== 'claimedIp'))

/** Traces by which a late observation may belong to a device. Sightings of nothing but a name are found by its name. */
export const tracesFor = (evidence: readonly Evidence[]): LookupKey[] => [
  ...tracesOf(evidence),
  ...evidence.filter(({ kind }) => kind === 'name'),
]

/** Maximum number of devices for an address. An address that more devices had, as in a pool, identifies none. */
const tracedMax = 32

/** Devices that have or had one of these values, by its key. */
export async function findTraces(
  db: Db,
  siteId: string,
  wanted: readonly LookupKey[],
): Promise<Map<string, Set<string>>> {
  const { deviceTraces: traces } = db.tables(sightingTables)
  const found = new Map<string, Set<string>>()
  for (const [kind, keys] of Map.groupBy(wanted, (key) => key.kind)) {
    const values = [...new Set(keys.map(({ value }) => value))]
    const rows = await db.rowsAmong(traces, values, {
      key: 'value',
      columns: ['kind', 'value', 'deviceId'],
      and: { siteId, kind },
      rowsMax: tracedMax * values.length,
    })
    for (const row of rows) found.set(keyOf(row), (found.get(keyOf(row)) ?? new Set()).add(row.deviceId))
  }
  return found
}
