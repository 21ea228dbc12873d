import { inArray } from 'drizzle-orm'
import type { Identifier } from '../reconciliation/identifiers.ts'
import type { State } from '../reconciliation/standing.ts'
import { deviceTables } from '../store/schema/devices.ts'
import { valueChunks } from '../store/sql.ts'
import type { Db } from '../store/store.ts'

export type DeviceRow = ReturnType<typeof deviceTables>['devices']['$inferSelect']

/** A device with what reconciliation needs of it. */
export type KnownDevice = { row: DeviceRow; identifiers: Identifier[]; states: State[] }

export async function loadDevices(db: Db, deviceIds: readonly string[]): Promise<KnownDevice[]> {
  const { devices, deviceIdentifiers, deviceStates } = db.tables(deviceTables)
  const found = new Map<string, KnownDevice>()
  for (const ids of valueChunks(deviceIds)) {
    const rows = await db.select().from(devices).where(inArray(devices.id, ids))
    for (const row of rows) found.set(row.id, { row, identifiers: [], states: [] })
    const identifiers = await db.select().from(deviceIdentifiers).where(inArray(deviceIdentifiers.deviceId, ids))
    for (const { deviceId, siteId: _, ...row } of identifiers) found.get(deviceId)?.identifiers.push(row)
    const states = await db.select().from(deviceStates).where(inArray(deviceStates.deviceId, ids))
    for (const { deviceId, ...row } of states) found.get(deviceId)?.states.push(row)
  }
  return [...found.values()]
}
