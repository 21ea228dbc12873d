import { eq, inArray } from 'drizzle-orm'
import { deviceTables } from '../store/schema/devices.ts'
import type { Tx } from '../store/store.ts'

/** What a tag's devices show has changed, so `changedSince` finds them. */
export async function touchDevicesWithTag(tx: Tx, tagId: string, modifiedAt: string): Promise<void> {
  const { devices, deviceTags } = tx.tables(deviceTables)
  const having = tx.select({ id: deviceTags.deviceId }).from(deviceTags).where(eq(deviceTags.tagId, tagId))
  await tx.update(devices).set({ modifiedAt }).where(inArray(devices.id, having))
}
