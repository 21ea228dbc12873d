import { eq } from 'drizzle-orm'
import { loadDevices } from '../../device-records/load-devices.ts'
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
