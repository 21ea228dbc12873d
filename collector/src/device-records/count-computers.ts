import { and, countDistinct, eq, inArray } from 'drizzle-orm'
import { deviceTables } from '../store/schema/devices.ts'
import { among } from '../store/sql.ts'
import type { Db } from '../store/store.ts'
import { computerTypes } from './computers.ts'
import { inList } from './listed-devices.ts'

/** How many computers a site lists, from the tally. */
export async function countComputers(db: Db, siteId: string): Promise<number> {
  const { devices, deviceTally } = db.tables(deviceTables)
  const where = and(inList(db, siteId), inArray(devices.type, computerTypes))
  const [counted] = await db.select({ n: deviceTally.total }).from(deviceTally.groups).where(where)
  return counted?.n ?? 0
}

/** How many of them have any of these tags. */
export async function countTaggedComputers(db: Db, siteId: string, tagIds: readonly string[]): Promise<number> {
  const { devices, deviceTags } = db.tables(deviceTables)
  const [counted] = await db
    .select({ n: countDistinct(devices.id) })
    .from(deviceTags)
    .innerJoin(devices, eq(devices.id, deviceTags.deviceId))
    .where(and(among(deviceTags.tagId, tagIds), inList(db, siteId), inArray(devices.type, computerTypes)))
  return counted?.n ?? 0
}
