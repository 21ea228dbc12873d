import { deviceTables } from '../store/schema/devices.ts'
import { among } from '../store/sql.ts'
import type { Db } from '../store/store.ts'

/** Names of devices by their ids. */
export async function deviceNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const { devices } = db.tables(deviceTables)
  if (ids.length === 0) return new Map()
  const rows = await db.select({ id: devices.id, name: devices.name }).from(devices).where(among(devices.id, ids))
  return new Map(rows.map(({ id, name }) => [id, name]))
}
