import { and, eq } from 'drizzle-orm'
import { softwareTables } from '../../store/schema/software.ts'
import type { Db } from '../../store/store.ts'

/** A product's own id, or a name group's with those of all its versions: what the change log says of them is by these. */
export async function softwareIdsBelow(db: Db, siteId: string, softwareId: string): Promise<string[]> {
  const { softwareProducts: products } = db.tables(softwareTables)
  const versions = await db
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.nameId, softwareId), eq(products.siteId, siteId)))
  return [softwareId, ...versions.map(({ id }) => id)]
}
