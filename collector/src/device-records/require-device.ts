import { DomainError, MergedAwayError } from '@rollcall/shared/errors.ts'
import { and, eq } from 'drizzle-orm'
import { deviceTables } from '../store/schema/devices.ts'
import type { Db } from '../store/store.ts'
import { survivorOf } from './merges.ts'

/**
 * Reads the device's record, whatever notation the id has. Fails with `not_found` if the site has none with this id;
 * for a merged record the error names the survivor.
 */
export async function requireDevice(db: Db, siteId: string, id: string) {
  const device = await findDevice(db, siteId, id)
  if (device) return device
  const survivorId = await survivorOf(db, siteId, id.toLowerCase())
  if (survivorId !== undefined) throw new MergedAwayError(id.toLowerCase(), survivorId)
  throw new DomainError('not_found', 'No device has this id on this site.')
}

/** Reads the device's record; undefined if there is none. */
export async function findDevice(db: Db, siteId: string, id: string) {
  const { devices } = db.tables(deviceTables)
  const [device] = await db
    .select()
    .from(devices)
    .where(and(eq(devices.id, id.toLowerCase()), eq(devices.siteId, siteId)))
  return device
}

/** Reads the record of a listed device. Fails with `device_archived` if it is archived. */
export async function requireListed(db: Db, siteId: string, id: string) {
  const device = await requireDevice(db, siteId, id)
  if (device.isArchived) throw new DomainError('device_archived', 'The device is archived. Restore it first.')
  return device
}
