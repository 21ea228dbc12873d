import { inArray } from 'drizzle-orm'
import { deviceTables } from '../store/schema/devices.ts'
import { valueChunks } from '../store/sql.ts'
import type { Db } from '../store/store.ts'

/** Names of devices by their ids. */
export async function deviceNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const { devices } = db.tables(deviceTables)
  const names = new Map<string, string>()
  for (const chunk of valueChunks(ids)) {
    const rows = await db.select({ id: devices.id, name: devices.name }).from(devices).where(inArray(devices.id, chunk))
    for (const { id, name } of rows) names.set(id, name)
  }
  return names
}
