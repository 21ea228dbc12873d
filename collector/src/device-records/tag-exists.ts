import { and, eq } from 'drizzle-orm'
import { deviceTables } from '../store/schema/devices.ts'
import type { Db } from '../store/store.ts'

/** Reports whether the site's catalog has this tag. */
export async function tagExists(db: Db, siteId: string, id: string): Promise<boolean> {
  const { tags } = db.tables(deviceTables)
  const rows = await db
    .select({ id: tags.id })
    .from(tags)
    .where(and(eq(tags.id, id), eq(tags.siteId, siteId)))
  return rows.length > 0
}
