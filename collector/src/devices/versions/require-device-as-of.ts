import { and, eq, gt, lte } from 'drizzle-orm'
import type { DeviceRow } from '../../device-records/load-devices.ts'
import { findDevice, requireDevice } from '../../device-records/require-device.ts'
import { endOfTime } from '../../snapshots/read/as-of.ts'
import { deviceHistoryTables } from '../../store/schema/device-history.ts'
import type { Db } from '../../store/store.ts'
import { listedOf, type Version } from './versions.ts'

/** A device's record at a time as lists showed it, also of a device deleted since. */
export async function requireThen(db: Db, siteId: string, id: string, at: string): Promise<DeviceRow> {
  const device = await findDevice(db, siteId, id)
  if (device) return device
  const { deviceVersions: versions } = db.tables(deviceHistoryTables)
  const [then] = await db
    .select()
    .from(versions)
    .where(
      and(
        eq(versions.deviceId, id.toLowerCase()),
        eq(versions.siteId, siteId),
        lte(versions.from, at),
        gt(versions.until, at),
      ),
    )
  return then ? rowOf(then) : requireDevice(db, siteId, id)
}

/** The versions do not have the time of the last sighting, so the snapshots supply it. */
const rowOf = (then: Version): DeviceRow => ({
  ...listedOf(then),
  id: then.deviceId,
  siteId: then.siteId,
  firstSeen: then.from,
  lastSeen: endOfTime,
  modifiedAt: then.from,
  modifiedBy: null,
  auditId: null,
  auditDate: null,
  auditSource: null,
  auditScheduleId: null,
  customFields: {},
  isArchived: false,
  archivedAt: null,
  restoredAt: null,
})
