import { and, eq, inArray } from 'drizzle-orm'
import { deviceTables } from '../../store/schema/devices.ts'
import type { Tx } from '../../store/store.ts'
import type { DeviceRow } from '../load.ts'
import { bringBack } from './bring-back.ts'
import { outOfArchive } from './seen-again.ts'

type Mark = { modifiedAt: string; modifiedBy: NonNullable<DeviceRow['modifiedBy']> }

/** Puts those of the devices that are archived back into the lists. Part of a transaction: call `ctx.wakeOutbox()` after it. */
export async function restoreDevices(tx: Tx, siteId: string, deviceIds: readonly string[], mark: Mark): Promise<void> {
  const { devices } = tx.tables(deviceTables)
  const archived = await tx
    .select({ deviceId: devices.id, archivedAt: devices.archivedAt })
    .from(devices)
    .where(and(eq(devices.siteId, siteId), inArray(devices.id, [...deviceIds]), eq(devices.isArchived, true)))
  const ids = archived.map(({ deviceId }) => deviceId)
  await tx
    .update(devices)
    .set({ ...outOfArchive, restoredAt: mark.modifiedAt, ...mark })
    .where(inArray(devices.id, ids))
  const actor = mark.modifiedBy.name
  await bringBack(
    tx,
    siteId,
    archived.map((row) => ({ ...row, actor })),
    mark.modifiedAt,
  )
}
