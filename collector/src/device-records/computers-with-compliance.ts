import type { DeviceType } from '@rollcall/shared/inventory/device-type.ts'
import { and, asc, countDistinct, eq, gt, inArray, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { deviceTables } from '../store/schema/devices.ts'
import { among } from '../store/sql.ts'
import type { Db } from '../store/store.ts'
import { totalOf } from '../store/tally/total-of.ts'
import { inList } from './listed-devices.ts'

/** Device types that run software chosen by people, on physical or virtual hardware. */
const computerTypes: DeviceType[] = ['computer', 'virtual-machine']

/** Ids of the site's computers after this one, in order. */
export async function nextComputers(db: Db, siteId: string, after: string, limit: number): Promise<string[]> {
  const { devices } = db.tables(deviceTables)
  const rows = await db
    .select({ id: devices.id })
    .from(devices)
    .where(and(inList(db, siteId), inArray(devices.type, computerTypes), gt(devices.id, after)))
    .orderBy(asc(devices.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Listed computers among some devices, with the given tags that each has. */
export async function computersAmong(
  db: Db,
  siteId: string,
  isAmong: (deviceId: SQLiteColumn) => SQL | undefined,
  tagIds: readonly string[],
): Promise<Map<string, Set<string>>> {
  const { devices, deviceTags } = db.tables(deviceTables)
  const computers = await db
    .select({ id: devices.id })
    .from(devices)
    .where(and(inList(db, siteId), inArray(devices.type, computerTypes), isAmong(devices.id)))
  const found = new Map(computers.map(({ id }) => [id, new Set<string>()]))
  const rows = await db
    .select({ deviceId: deviceTags.deviceId, tagId: deviceTags.tagId })
    .from(deviceTags)
    .where(and(among(deviceTags.tagId, tagIds), isAmong(deviceTags.deviceId)))
  for (const { deviceId, tagId } of rows) found.get(deviceId)?.add(tagId)
  return found
}

/** Number of computers that a site lists, from the stored totals. */
export async function countComputers(db: Db, siteId: string): Promise<number> {
  const { devices, deviceTally } = db.tables(deviceTables)
  const where = and(inList(db, siteId), inArray(devices.type, computerTypes))
  return totalOf(db, deviceTally, where)
}

/** Number of listed computers with any of these tags. */
export async function countTaggedComputers(db: Db, siteId: string, tagIds: readonly string[]): Promise<number> {
  const { devices, deviceTags } = db.tables(deviceTables)
  const [counted] = await db
    .select({ n: countDistinct(devices.id) })
    .from(deviceTags)
    .innerJoin(devices, eq(devices.id, deviceTags.deviceId))
    .where(and(among(deviceTags.tagId, tagIds), inList(db, siteId), inArray(devices.type, computerTypes)))
  return counted?.n ?? 0
}
