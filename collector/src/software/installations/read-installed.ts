import type { SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { softwareTables } from '../../store/schema/software.ts'
import { among } from '../../store/sql.ts'
import type { Db } from '../../store/store.ts'

/** The number of a device, and those of the products on it. */
export type Installed = { device: number; products: readonly number[] }

/** Returns the products on each device with known software. */
export async function readInstalled(db: Db, deviceIds: readonly string[]): Promise<Map<string, Installed>> {
  const { installedLists } = db.tables(softwareTables)
  const columns = ['deviceId', 'device', 'products'] as const
  const rows = await db.rowsAmong(installedLists, deviceIds, { key: 'deviceId', columns })
  return new Map(rows.map(({ deviceId, ...installed }) => [deviceId, installed]))
}

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

/** A product that a device has. */
type InstalledProduct = { deviceId: string; name: string; version: string }

/** Lists the products of these numbers that devices have. */
export async function installedProducts(
  db: Db,
  deviceIds: readonly string[],
  numbers: readonly number[],
): Promise<InstalledProduct[]> {
  const installed = await installedAmong(db, numbers, (deviceId) => among(deviceId, deviceIds))
  const used = [...new Set([...installed.values()].flatMap((products) => [...products]))]
  const { softwareProducts } = db.tables(softwareTables)
  const columns = ['number', 'name', 'version'] as const
  const rows = await db.rowsAmong(softwareProducts, used, { key: 'number', columns })
  const labels = new Map(rows.map((row) => [row.number, row]))
  return [...installed].flatMap(([deviceId, products]) =>
    [...products].flatMap((number) => {
      const label = labels.get(number)
      return label ? [{ deviceId, name: label.name, version: label.version }] : []
    }),
  )
}
