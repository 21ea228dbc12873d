import type { DeviceListItem } from '@rollcall/shared/api/device.ts'
import { asc, eq, inArray } from 'drizzle-orm'
import { modifiedBy, operationOf } from '../../device-records/operation.ts'
import type { Context } from '../../lib/context.ts'
import { deviceHistoryTables } from '../../store/schema/device-history.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import { among } from '../../store/sql.ts'
import type { Db, Tx } from '../../store/store.ts'

/** Tags of each of these listed devices by name, then id. A device without tags is not in the map. */
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

/** Tags of devices that may be archived. An archived one has the tags of its archive. */
export async function tagsOfRows(
  db: Db,
  rows: readonly { id: string; archivedAt: string | null }[],
): Promise<Map<string, DeviceListItem['tags']>> {
  const [listed, archived] = [false, true].map((isArchived) =>
    rows.filter(({ archivedAt }) => (archivedAt !== null) === isArchived).map(({ id }) => id),
  )
  const found = await tagsOfDevices(db, listed ?? [])
  for (const [id, tags] of await archivedTags(db, archived ?? [])) found.set(id, tags)
  return found
}

/** Reads tags of the catalog, by name, then id. */
export async function tagsById(db: Db, tagIds: readonly string[]): Promise<DeviceListItem['tags']> {
  const { tags } = db.tables(deviceTables)
  return db
    .select({ id: tags.id, name: tags.name })
    .from(tags)
    .where(among(tags.id, [...new Set(tagIds)]))
    .orderBy(asc(tags.nameKey), asc(tags.id))
}

async function archivedTags(db: Db, deviceIds: readonly string[]): Promise<Map<string, DeviceListItem['tags']>> {
  if (deviceIds.length === 0) return new Map()
  const { deviceArchives: archives } = db.tables(deviceHistoryTables)
  const archived = await db.select().from(archives).where(among(archives.deviceId, deviceIds))
  const tags = await tagsById(
    db,
    archived.flatMap(({ kept: { tagIds } }) => tagIds),
  )
  return new Map(
    archived.map(({ deviceId, kept: had }) => [deviceId, tags.filter(({ id }) => had.tagIds.includes(id))]),
  )
}

/** Marks all devices with a tag as changed, so that `changedSince` finds them. */
export async function touchDevicesWithTag(ctx: Context, tx: Tx, tagId: string): Promise<void> {
  const { devices, deviceTags } = tx.tables(deviceTables)
  const having = tx.select({ id: deviceTags.deviceId }).from(deviceTags).where(eq(deviceTags.tagId, tagId))
  await tx
    .update(devices)
    .set(modifiedBy(operationOf(ctx)))
    .where(inArray(devices.id, having))
}
