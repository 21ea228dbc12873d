import { and, eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { deviceTables } from '../store/schema/devices.ts'

/** True when the site's catalog has this tag. */
export async function tagExists(ctx: Context, id: string): Promise<boolean> {
  const rows = await ctx.store.read((db) => {
    const { tags } = db.tables(deviceTables)
    return db
      .select({ id: tags.id })
      .from(tags)
      .where(and(eq(tags.id, id), eq(tags.siteId, ctx.siteId)))
  })
  return rows.length > 0
}
