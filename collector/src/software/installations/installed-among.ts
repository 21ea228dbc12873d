import type { SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { softwareTables } from '../../store/schema/software.ts'
import type { Db } from '../../store/store.ts'

/** Returns the products among these that each device has. `among` is a condition on the device id. */
export async function installedAmong(
  db: Db,
  products: readonly number[],
  among: (deviceId: SQLiteColumn) => SQL | undefined,
): Promise<Map<string, Set<number>>> {
  const { installedLists } = db.tables(softwareTables)
  const wanted = new Set(products)
  if (wanted.size === 0) return new Map()
  const rows = await db
    .select({ deviceId: installedLists.deviceId, products: installedLists.products })
    .from(installedLists)
    .where(among(installedLists.deviceId))
  return new Map(rows.map((row) => [row.deviceId, new Set(row.products.filter((product) => wanted.has(product)))]))
}
