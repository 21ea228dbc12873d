import { softwareTables } from '../../store/schema/software.ts'
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
