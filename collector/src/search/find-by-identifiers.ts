import type { SearchMatch, SearchResult } from '@rollcall/shared/api/search.ts'
import { macDigits } from '@rollcall/shared/inventory/mac-notations.ts'
import type { EvidenceKind } from '@rollcall/shared/inventory/match.ts'
import { normaliseIp } from '@rollcall/shared/inventory/normalise.ts'
import { and, asc, eq, gte, inArray, lt, type SQL } from 'drizzle-orm'
import { inList, isListed } from '../device-records/listed-devices.ts'
import { canonicalUuid } from '../matching/canonical-values.ts'
import { bareSerialOf } from '../matching/serial-numbers.ts'
import { shown } from '../matching/shown-value.ts'
import { deviceTables } from '../store/schema/devices.ts'
import type { Db } from '../store/store.ts'

type SearchedDevice = NonNullable<SearchResult['device']>

/** A device that a search has found, or one of its ports. */
export type Hit = { device: SearchedDevice; matched: SearchMatch | null; port: SearchResult['port'] }

/** Finds devices that have this name, this value as identifier, or a MAC that begins with it. */
export async function findByIdentifiers(db: Db, siteId: string, q: string, limit: number): Promise<Hit[]> {
  const { deviceIdentifiers: ids } = db.tables(deviceTables)
  const conditions = conditionsOf(db, q.trim())
  const found = await Promise.all(
    conditions.map((condition) => readHolders(db, and(eq(ids.siteId, siteId), condition), limit)),
  )
  return [...(await readNamed(db, siteId, q.trim(), limit)), ...found.flat()].slice(0, limit)
}

/** Devices that have these MACs, by MAC. */
export async function holdersOfMacs(db: Db, siteId: string, macs: readonly string[]): Promise<Map<string, Hit[]>> {
  if (macs.length === 0) return new Map()
  const { deviceIdentifiers: ids } = db.tables(deviceTables)
  const where = and(eq(ids.siteId, siteId), eq(ids.kind, 'mac'), inArray(ids.value, [...macs]))
  const rows = await readRows(db, where, macs.length * 2)
  return new Map([...Map.groupBy(rows, ({ value }) => value)].map(([mac, held]) => [mac, held.map(foundBy)]))
}

/** Conditions by which the index of values finds a text, the strongest kinds first. */
function conditionsOf(db: Db, text: string): SQL[] {
  const { deviceIdentifiers: ids } = db.tables(deviceTables)
  const [digits, address, uuid] = [macDigits(text), normaliseIp(text), canonicalUuid(text)]
  const is = (kinds: readonly EvidenceKind[], value: string | undefined) =>
    value === undefined || value === '' ? undefined : and(inArray(ids.kind, [...kinds]), eq(ids.value, value))
  // A character after all that a MAC consists of ends the range of its beginnings.
  const mac = digits?.replace(/(..)(?=.)/g, '$1:')
  const begins = mac && and(eq(ids.kind, 'mac'), gte(ids.value, mac), lt(ids.value, `${mac}g`))
  return [
    is(['bareSerial'], bareSerialOf(text)),
    is(['uuid'], uuid),
    begins,
    is(['ip', 'claimedIp'], address),
    is(['dns'], text.toLowerCase()),
  ].filter((condition) => condition !== undefined && condition !== '')
}

async function readNamed(db: Db, siteId: string, name: string, limit: number): Promise<Hit[]> {
  const { devices } = db.tables(deviceTables)
  const rows = await db
    .select(shownColumns(db))
    .from(devices)
    .where(and(inList(db, siteId), eq(devices.nameKey, name.toLowerCase())))
    .orderBy(asc(devices.id))
    .limit(limit)
  return rows.map((device) => ({ device, matched: null, port: null }))
}

/** Fields of a found device. */
export function shownColumns(db: Db) {
  const { id, name, type, ipAddress, macAddress, serialNumber } = db.tables(deviceTables).devices
  return { id, name, type, ipAddress, macAddress, serialNumber }
}

const readHolders = async (db: Db, where: SQL | undefined, limit: number): Promise<Hit[]> =>
  (await readRows(db, where, limit)).map(foundBy)

/** Identifiers that are read and sorted by the name of their device. More than these begin with a short part of a MAC. */
const identifiersMax = 1_000

function readRows(db: Db, where: SQL | undefined, limit: number) {
  const { devices, deviceIdentifiers: ids } = db.tables(deviceTables)
  const found = db
    .select()
    .from(ids)
    .where(and(where, isListed(db, ids.deviceId)))
    .orderBy(asc(ids.value))
    .limit(identifiersMax)
    .as('found')
  return db
    .select({
      kind: found.kind,
      value: found.value,
      reported: found.reported,
      manufacturer: found.manufacturer,
      device: shownColumns(db),
    })
    .from(found)
    .innerJoin(devices, eq(devices.id, found.deviceId))
    .orderBy(asc(devices.nameKey), asc(devices.id))
    .limit(limit)
}

type Row = Awaited<ReturnType<typeof readRows>>[number]

/** The value is named unless the device shows it anyway. */
function foundBy({ device, ...key }: Row): Hit {
  const { kind, value } = shown(key)
  const fields = [device.name, device.ipAddress, device.macAddress, device.serialNumber]
  const isShown = fields.some((field) => field?.toLowerCase() === value.toLowerCase())
  return { device, matched: isShown ? null : { kind, value }, port: null }
}
