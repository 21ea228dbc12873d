import type { Identifier } from '../reconciliation/identifiers.ts'
import type { State } from '../reconciliation/standing.ts'
import { deviceTables } from '../store/schema/devices.ts'
import { among } from '../store/sql.ts'
import type { Db } from '../store/store.ts'

export type DeviceRow = ReturnType<typeof deviceTables>['devices']['$inferSelect']

/** A device with what reconciliation needs of it. */
export type KnownDevice = { row: DeviceRow; identifiers: Identifier[]; states: State[] }

export async function loadDevices(db: Db, deviceIds: readonly string[]): Promise<KnownDevice[]> {
  const { devices, deviceIdentifiers, deviceStates } = db.tables(deviceTables)
  const rows = await db.select().from(devices).where(among(devices.id, deviceIds))
  const found = new Map<string, KnownDevice>(rows.map((row) => [row.id, { row, identifiers: [], states: [] }]))
  const identifiers = await db.select().from(deviceIdentifiers).where(among(deviceIdentifiers.deviceId, deviceIds))
  for (const { deviceId, siteId: _, ...row } of identifiers) found.get(deviceId)?.identifiers.push(row)
  const states = await db.select().from(deviceStates).where(among(deviceStates.deviceId, deviceIds))
  for (const { deviceId, ...row } of states) found.get(deviceId)?.states.push(row)
  return [...found.values()]
}
