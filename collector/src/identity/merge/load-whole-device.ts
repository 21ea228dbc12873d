import { invalidField } from '@rollcall/shared/errors.ts'
import { eq } from 'drizzle-orm'
import { loadDevices } from '../../device-records/load-devices.ts'
import { survivorOf } from '../../device-records/merges.ts'
import { installationsOf } from '../../software/installations/archived-installations.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import type { WholeDevice } from '../../store/schema/merges.ts'
import type { Db } from '../../store/store.ts'

/** Loads a device with everything stored about it except its snapshots. undefined if there is none with this id. */
export async function loadWhole(db: Db, deviceId: string): Promise<WholeDevice | undefined> {
  const [device] = await loadDevices(db, [deviceId])
  if (!device) return undefined
  const { deviceTags } = db.tables(deviceTables)
  const tags = await db.select({ id: deviceTags.tagId }).from(deviceTags).where(eq(deviceTags.deviceId, deviceId))
  return { ...device, tagIds: tags.map(({ id }) => id), installations: await installationsOf(db, deviceId) }
}

/** Loads a device that this transaction has found, with everything stored about it except its snapshots. */
export async function requireWhole(db: Db, deviceId: string): Promise<WholeDevice> {
  const whole = await loadWhole(db, deviceId)
  if (!whole) throw new Error(`device ${deviceId} went while it was read`)
  return whole
}

/**
 * Finds the device that a body names as `otherId`. Fails with a 400 about it if that is no other device of the site.
 */
export async function requireOther(db: Db, siteId: string, deviceId: string, otherId: string): Promise<WholeDevice> {
  if (otherId === deviceId) throw invalidField('/otherId', 'is this device itself')
  const other = await loadWhole(db, otherId)
  if (other?.row.siteId === siteId) return other
  const mergedInto = await survivorOf(db, siteId, otherId)
  throw invalidField('/otherId', mergedInto ? `was merged into device ${mergedInto}` : 'is not a device of this site')
}
