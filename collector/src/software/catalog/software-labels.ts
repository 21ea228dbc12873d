import { inArray } from 'drizzle-orm'
import { softwareTables } from '../../store/schema/software.ts'
import { valueChunks } from '../../store/sql.ts'
import type { Db } from '../../store/store.ts'

/** Returns names and versions by the ids of products and names; a name has no version. */
export async function softwareLabels(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { name: string; version?: string }>> {
  const { softwareNames: names, softwareProducts: products } = db.tables(softwareTables)
  const labels = new Map<string, { name: string; version?: string }>()
  for (const chunk of valueChunks(ids)) {
    const ofProducts = await db
      .select({ id: products.id, name: products.name, version: products.version })
      .from(products)
      .where(inArray(products.id, chunk))
    const ofNames = await db.select({ id: names.id, name: names.name }).from(names).where(inArray(names.id, chunk))
    for (const { id, ...label } of [...ofProducts, ...ofNames]) labels.set(id, label)
  }
  return labels
}
