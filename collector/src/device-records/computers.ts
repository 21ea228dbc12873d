import type { DeviceType } from '@rollcall/shared/inventory/device-type.ts'
import { and, asc, gt, inArray, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { deviceTables } from '../store/schema/devices.ts'
import { valueChunks } from '../store/sql.ts'
import type { Db } from '../store/store.ts'
import { inList } from './listed-devices.ts'

/** What runs software that people choose, on its own hardware or on another's. */
export const computerTypes: DeviceType[] = ['computer', 'virtual-machine']

/** Ids of the site's computers that come after this one, in their order. */
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

/** The computers that are listed among some devices, with those of the given tags that each has. */
export async function computersAmong(
  db: Db,
  siteId: string,
  among: (deviceId: SQLiteColumn) => SQL | undefined,
  tagIds: readonly string[],
): Promise<Map<string, Set<string>>> {
  const { devices, deviceTags } = db.tables(deviceTables)
  const computers = await db
    .select({ id: devices.id })
    .from(devices)
    .where(and(inList(db, siteId), inArray(devices.type, computerTypes), among(devices.id)))
  const found = new Map(computers.map(({ id }) => [id, new Set<string>()]))
  for (const chunk of valueChunks(tagIds)) {
    const rows = await db
      .select({ deviceId: deviceTags.deviceId, tagId: deviceTags.tagId })
      .from(deviceTags)
      .where(and(inArray(deviceTags.tagId, chunk), among(deviceTags.deviceId)))
    for (const { deviceId, tagId } of rows) found.get(deviceId)?.add(tagId)
  }
  return found
}
