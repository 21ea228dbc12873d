import { DomainError, MergedAwayError } from '@rollcall/shared/errors.ts'
import { and, eq } from 'drizzle-orm'
import { deviceTables } from '../store/schema/devices.ts'
import type { Db } from '../store/store.ts'
import { survivorOf } from './merges.ts'

/**
 * The device's record; `not_found` when the site has none of this id, whatever form the text has, which says where it
 * is for one that was merged away.
 */
export async function requireDevice(db: Db, siteId: string, id: string) {
  const device = await findDevice(db, siteId, id)
  if (device) return device
  const survivorId = await survivorOf(db, siteId, id.toLowerCase())
  if (survivorId !== undefined) throw new MergedAwayError(id.toLowerCase(), survivorId)
  throw new DomainError('not_found', 'No device has this id on this site.')
}

/** The same; undefined where there is none. */
export async function findDevice(db: Db, siteId: string, id: string) {
  const { devices } = db.tables(deviceTables)
  const [device] = await db
    .select()
    .from(devices)
    .where(and(eq(devices.id, id.toLowerCase()), eq(devices.siteId, siteId)))
  return device
}

/** The same of one that is not archived; `device_archived` where it is. */
export async function requireListed(db: Db, siteId: string, id: string) {
  const device = await requireDevice(db, siteId, id)
  if (device.isArchived) throw new DomainError('device_archived', 'The device is archived: restore it first.')
  return device
}
