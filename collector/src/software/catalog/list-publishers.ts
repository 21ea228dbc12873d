import type { List, Page } from '@rollcall/shared/api/common.ts'
import type { Publisher } from '@rollcall/shared/api/software.ts'
import { and, asc, count, countDistinct, desc, eq, ne } from 'drizzle-orm'
import type { Context } from '../../lib/context.ts'
import { softwareTables } from '../../store/schema/software.ts'

/**
 * Lists the publishers in the catalog, those with the most products first. Products without a publisher are left out.
 */
export async function listPublishers(ctx: Context, { limit, offset }: Page): Promise<List<Publisher>> {
  return ctx.store.read(async (db) => {
    const { softwareNames: names } = db.tables(softwareTables)
    const { publisher } = names
    const where = and(eq(names.siteId, ctx.siteId), ne(publisher, ''))
    const products = count()
    const items = await db
      .select({ publisher, products })
      .from(names)
      .where(where)
      .groupBy(publisher)
      .orderBy(desc(products), asc(publisher))
      .limit(limit)
      .offset(offset)
    const [counted] = await db
      .select({ total: countDistinct(publisher) })
      .from(names)
      .where(where)
    return { items, total: counted?.total ?? 0 }
  })
}
