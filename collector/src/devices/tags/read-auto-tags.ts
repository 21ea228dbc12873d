import { and, eq, or } from 'drizzle-orm'
import { deviceTables } from '../../store/schema/devices.ts'
import { among } from '../../store/sql.ts'
import type { Db } from '../../store/store.ts'

/** Tags of the catalog by ids or names (in lower case), and the tags of some devices. */
export async function readAutoTags(
  db: Db,
  siteId: string,
  wanted: { ids: readonly string[]; names: readonly string[] },
  deviceIds: readonly string[],
) {
  const { tags, deviceTags } = db.tables(deviceTables)
  const { id, name, nameKey } = tags
  const isWanted = or(among(id, wanted.ids), among(nameKey, wanted.names))
  return {
    tags: await db
      .select({ id, name, nameKey })
      .from(tags)
      .where(and(eq(tags.siteId, siteId), isWanted)),
    attached: await db.rowsAmong(deviceTags, deviceIds, { key: 'deviceId', columns: ['deviceId', 'tagId'] }),
  }
}
