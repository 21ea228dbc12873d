import { eq } from 'drizzle-orm'
import { deviceTables } from '../store/schema/devices.ts'
import type { Db } from '../store/store.ts'

/** When each device of the site was last seen, as a subquery to join; there is an index for that order. */
export function devicesSeen(db: Db, siteId: string) {
  const { devices } = db.tables(deviceTables)
  return db
    .select({ id: devices.id, lastSeen: devices.lastSeen })
    .from(devices)
    .where(eq(devices.siteId, siteId))
    .as('seen')
}
