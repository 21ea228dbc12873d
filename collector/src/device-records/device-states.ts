import { and, eq, inArray, isNotNull, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import {
  type SectionReading,
  type State,
  type StateSection,
  shownReading,
  snapshotIdsIn,
} from '../matching/newest-states.ts'
import { deviceTables } from '../store/schema/devices.ts'
import { among, columnsIn } from '../store/sql.ts'
import type { Db } from '../store/store.ts'

/** States of devices, by device id. A device without snapshots is not in the map. */
export async function loadStates(db: Db, deviceIds: readonly string[]): Promise<Map<string, State[]>> {
  const { deviceStates } = db.tables(deviceTables)
  const rows = await db.rowsAmong(deviceStates, deviceIds, { key: 'deviceId', columns: columnsIn(deviceStates) })
  const byDevice = new Map<string, State[]>()
  for (const { deviceId, ...state } of rows) {
    const states = byDevice.get(deviceId)
    if (states) states.push(state)
    else byDevice.set(deviceId, [state])
  }
  return byDevice
}

/** The reading of a section that each device shows, by device id. A device whose section was never read is left out. */
export async function shownReadingsOf(
  db: Db,
  deviceIds: readonly string[],
  section: StateSection,
): Promise<Map<string, SectionReading>> {
  const byDevice = await loadStates(db, deviceIds)
  return new Map(
    [...byDevice].flatMap(([deviceId, states]) => {
      const reading = shownReading(states, section)
      return reading ? [[deviceId, reading] as const] : []
    }),
  )
}

/** Returns devices whose software an audit has read. `among` is a condition on the device id. */
export async function devicesWithSoftwareRead(
  db: Db,
  among: (deviceId: SQLiteColumn) => SQL | undefined,
): Promise<Set<string>> {
  const { deviceStates } = db.tables(deviceTables)
  const { deviceId, depth, softwareHash } = deviceStates
  const rows = await db
    .selectDistinct({ deviceId })
    .from(deviceStates)
    .where(and(among(deviceId), eq(depth, 'audit'), isNotNull(softwareHash)))
  return new Set(rows.map((row) => row.deviceId))
}

/** Current snapshots of these devices: the newest of each source at each depth, and those of its sections. */
export async function currentSnapshots(db: Db, deviceIds: readonly string[]): Promise<Set<string>> {
  const { deviceStates } = db.tables(deviceTables)
  const rows = await db
    .select({ snapshotId: deviceStates.snapshotId, earlier: deviceStates.earlier })
    .from(deviceStates)
    .where(inArray(deviceStates.deviceId, [...deviceIds]))
  return new Set(rows.flatMap(snapshotIdsIn))
}

/** Returns the time at which an Audit Service last read each device, for those that one has read. */
export async function lastServiceAudits(db: Db, deviceIds: readonly string[]): Promise<Map<string, string>> {
  const { deviceStates } = db.tables(deviceTables)
  const { deviceId, source, depth, auditDate } = deviceStates
  const rows = await db
    .select({ deviceId, auditDate })
    .from(deviceStates)
    .where(and(among(deviceId, deviceIds), eq(source, 'Service'), eq(depth, 'audit')))
  return new Map(rows.map((row) => [row.deviceId, row.auditDate]))
}
