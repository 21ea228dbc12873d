import type { State } from '../matching/newest-states.ts'
import type { Identifier } from '../matching/update-identifiers.ts'
import { deviceTables } from '../store/schema/devices.ts'
import { columnsIn } from '../store/sql.ts'
import type { Db } from '../store/store.ts'

export type DeviceRow = ReturnType<typeof deviceTables>['devices']['$inferSelect']

/** A device with the data that matching needs. */
export type DeviceRecord = { row: DeviceRow; identifiers: Identifier[]; states: State[] }

export async function loadDevices(db: Db, deviceIds: readonly string[]): Promise<DeviceRecord[]> {
  const { devices, deviceIdentifiers, deviceStates } = db.tables(deviceTables)
  const rows = await db.rowsAmong(devices, deviceIds, { key: 'id', columns: columnsIn(devices) })
  const found = new Map<string, DeviceRecord>(rows.map((row) => [row.id, { row, identifiers: [], states: [] }]))
  const identifiers = await db.rowsAmong(deviceIdentifiers, deviceIds, {
    key: 'deviceId',
    columns: ['deviceId', 'kind', 'value', 'reported', 'manufacturer', 'firstSeen', 'lastSeen', 'origin'],
  })
  for (const { deviceId, ...row } of identifiers) found.get(deviceId)?.identifiers.push(row)
  const states = await db.rowsAmong(deviceStates, deviceIds, { key: 'deviceId', columns: columnsIn(deviceStates) })
  for (const { deviceId, ...row } of states) found.get(deviceId)?.states.push(row)
  return [...found.values()]
}

/**
 * Counters that rise if devices come or go, are shown differently, or get other identifiers; undefined on PostgreSQL.
 */
export async function deviceRevisions(db: Db): Promise<(number | undefined)[]> {
  const { deviceRevision, identifierRevision, stateRevision } = db.tables(deviceTables)
  return [
    await db.revisionOf(deviceRevision),
    await db.revisionOf(identifierRevision),
    await db.revisionOf(stateRevision),
  ]
}
