import type { BriefDevice } from '@rollcall/shared/api/device-merge.ts'
import { and, eq } from 'drizzle-orm'
import { deviceTables } from '../store/schema/devices.ts'
import { among } from '../store/sql.ts'
import type { Db } from '../store/store.ts'

/** Names of devices, by id. */
export async function deviceNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const { devices } = db.tables(deviceTables)
  if (ids.length === 0) return new Map()
  const rows = await db.select({ id: devices.id, name: devices.name }).from(devices).where(among(devices.id, ids))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Names of listed devices, by id. An archived device is only shown as its record. */
export async function listedNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const { devices } = db.tables(deviceTables)
  const rows = await db
    .select({ id: devices.id, name: devices.name })
    .from(devices)
    .where(and(among(devices.id, ids), eq(devices.isArchived, false)))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Identifying fields of devices, by id. */
export async function briefDevices(db: Db, ids: readonly string[]): Promise<Map<string, BriefDevice>> {
  const { devices } = db.tables(deviceTables)
  const { id, name, type, ipAddress, macAddress, serialNumber, firstSeen, lastSeen } = devices
  const rows = await db
    .select({ id, name, type, ipAddress, macAddress, serialNumber, firstSeen, lastSeen })
    .from(devices)
    .where(among(id, [...new Set(ids)]))
  return new Map(rows.map((row) => [row.id, row]))
}
