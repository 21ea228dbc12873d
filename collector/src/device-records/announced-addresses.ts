import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { deviceTables } from '../store/schema/devices.ts'
import { among } from '../store/sql.ts'
import type { Db } from '../store/store.ts'
import { inList } from './listed-devices.ts'

/** Far more than networks have. Addresses beyond it are suggested only when some of these are in a segment. */
const announcedMax = 100_000

/** Neighbors with a management address that devices of the site reported, with the reporting device. */
export async function readAnnounced(db: Db, siteId: string) {
  const { devices, deviceNeighbors } = db.tables(deviceTables)
  const { deviceId, port, protocol, name, description, address, network } = deviceNeighbors
  return db
    .select({ deviceId, deviceName: devices.name, port, protocol, name, description, address, network })
    .from(deviceNeighbors)
    .innerJoin(devices, eq(devices.id, deviceNeighbors.deviceId))
    .where(inList(db, siteId))
    .orderBy(asc(address), asc(deviceId), asc(deviceNeighbors.position))
    .limit(announcedMax)
}

/** Devices of the site that were last seen at these addresses. */
export async function devicesAt(db: Db, siteId: string, addresses: readonly string[]) {
  const { devices } = db.tables(deviceTables)
  const { id, name, ipAddress, lastSegmentId } = devices
  return db
    .select({ id, name, ipAddress, lastSegmentId })
    .from(devices)
    .where(and(inList(db, siteId), among(devices.ipAddress, addresses)))
    .orderBy(asc(id))
}

/** Devices of the site that a segment's scan last found at these addresses, one row for each of their MAC addresses. */
export async function macAddressesAt(db: Db, siteId: string, addresses: readonly string[]) {
  const { devices, deviceIdentifiers } = db.tables(deviceTables)
  const isMac = and(eq(deviceIdentifiers.deviceId, devices.id), eq(deviceIdentifiers.kind, 'mac'))
  return db
    .select({
      address: devices.ipAddress,
      segmentId: devices.lastSegmentId,
      macAddress: deviceIdentifiers.value,
    })
    .from(devices)
    .innerJoin(deviceIdentifiers, isMac)
    .where(and(inList(db, siteId), isNotNull(devices.lastSegmentId), among(devices.ipAddress, addresses)))
}
