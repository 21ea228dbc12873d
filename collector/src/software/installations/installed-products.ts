import { softwareTables } from '../../store/schema/software.ts'
import { among } from '../../store/sql.ts'
import type { Db } from '../../store/store.ts'
import { installedAmong } from './installed-among.ts'

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
