import { eq, inArray } from 'drizzle-orm'
import { modifiedBy, operationOf } from '../../device-records/operation.ts'
import type { Context } from '../../lib/context.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import type { Tx } from '../../store/store.ts'

/** Marks all devices with a tag as changed, so that `changedSince` finds them. */
export async function touchDevicesWithTag(ctx: Context, tx: Tx, tagId: string): Promise<void> {
  const { devices, deviceTags } = tx.tables(deviceTables)
  const having = tx.select({ id: deviceTags.deviceId }).from(deviceTags).where(eq(deviceTags.tagId, tagId))
  await tx
    .update(devices)
    .set(modifiedBy(operationOf(ctx)))
    .where(inArray(devices.id, having))
}
