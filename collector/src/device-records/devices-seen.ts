import { deviceTables } from '../store/schema/devices.ts'
import type { Db } from '../store/store.ts'
import { inList } from './listed-devices.ts'

/** When each listed device of the site was last seen, as a subquery to join; there is an index for that order. */
export function devicesSeen(db: Db, siteId: string) {
  const { devices } = db.tables(deviceTables)
  return db.select({ id: devices.id, lastSeen: devices.lastSeen }).from(devices).where(inList(db, siteId)).as('seen')
}
