import type { DeviceListItem } from '@rollcall/shared/api/device.ts'
import { asc, eq } from 'drizzle-orm'
import { deviceTables } from '../store/schema/devices.ts'
import { among } from '../store/sql.ts'
import type { Db } from '../store/store.ts'

/** The tags of each of these devices by name, then id; one with none is not in the map. */
export async function tagsOfDevices(
  db: Db,
  deviceIds: readonly string[],
): Promise<Map<string, DeviceListItem['tags']>> {
  const { deviceTags, tags } = db.tables(deviceTables)
  const found = new Map<string, DeviceListItem['tags']>()
  if (deviceIds.length === 0) return found
  const rows = await db
    .select({ deviceId: deviceTags.deviceId, id: tags.id, name: tags.name })
    .from(deviceTags)
    .innerJoin(tags, eq(tags.id, deviceTags.tagId))
    .where(among(deviceTags.deviceId, deviceIds))
    .orderBy(asc(tags.nameKey), asc(tags.id))
  for (const { deviceId, ...tag } of rows) found.set(deviceId, [...(found.get(deviceId) ?? []), tag])
  return found
}
