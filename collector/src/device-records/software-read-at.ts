import { and, isNotNull } from 'drizzle-orm'
import { ownerOf } from '../matching/newest-states.ts'
import { deviceTables } from '../store/schema/devices.ts'
import { among } from '../store/sql.ts'
import type { Db } from '../store/store.ts'

/** Time at which each device's software was last read, by the snapshot that shows its current installations. */
export async function softwareReadAt(db: Db, deviceIds: readonly string[]): Promise<Map<string, string>> {
  const { deviceStates: states } = db.tables(deviceTables)
  const rows = await db
    .select()
    .from(states)
    .where(and(among(states.deviceId, deviceIds), isNotNull(states.softwareHash)))
  const byDevice = Map.groupBy(rows, ({ deviceId }) => deviceId)
  return new Map(
    [...byDevice].flatMap(([deviceId, ofDevice]) => {
      const owner = ownerOf(ofDevice, 'softwareHash')
      return owner ? [[deviceId, owner.auditDate] as const] : []
    }),
  )
}
