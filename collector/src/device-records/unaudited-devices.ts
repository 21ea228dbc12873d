import { and, eq, inArray, isNull } from 'drizzle-orm'
import { deviceTables } from '../store/schema/devices.ts'
import { valueChunks } from '../store/sql.ts'
import type { Db } from '../store/store.ts'

/** Devices that were found but never audited. */
export async function unauditedOf(db: Db, siteId: string, deviceIds: readonly string[]): Promise<Set<string>> {
  const { devices } = db.tables(deviceTables)
  const found = new Set<string>()
  for (const chunk of valueChunks(deviceIds)) {
    const rows = await db
      .select({ id: devices.id })
      .from(devices)
      .where(and(eq(devices.siteId, siteId), inArray(devices.id, chunk), isNull(devices.auditId)))
    for (const { id } of rows) found.add(id)
  }
  return found
}
