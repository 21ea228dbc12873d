import { softwareTables } from '../../store/schema/software.ts'
import type { Db } from '../../store/store.ts'

/** Returns names and versions by the ids of products and names; a name has no version. */
export async function softwareLabels(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { name: string; version?: string }>> {
  const { softwareNames: names, softwareProducts: products } = db.tables(softwareTables)
  const ofProducts = await db.rowsAmong(products, ids, { key: 'id', columns: ['id', 'name', 'version'] })
  const ofNames = await db.rowsAmong(names, ids, { key: 'id', columns: ['id', 'name'] })
  return new Map([...ofProducts, ...ofNames].map(({ id, ...label }) => [id, label]))
}
