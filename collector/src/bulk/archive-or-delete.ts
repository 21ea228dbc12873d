import type { DeviceRow } from '../device-records/load-devices.ts'
import { operationOf } from '../device-records/operation.ts'
import { requireDevice } from '../device-records/require-device.ts'
import { archiveDevices } from '../devices/archive/archive-devices.ts'
import { restoreDevices } from '../devices/archive/restore-devices.ts'
import { removeDevices } from '../devices/edit/remove-devices.ts'
import type { Context } from '../lib/context.ts'
import { siteSettings } from '../sites/settings.ts'
import type { Tx } from '../store/store.ts'
import { each, type Undo } from './each-device.ts'

/** Archives devices, or restores them. */
export async function moveToArchive(
  tx: Tx,
  ctx: Context,
  deviceIds: readonly string[],
  isArchiving: boolean,
): Promise<Undo[]> {
  const rows = await each(deviceIds, (id) => requireDevice(tx, ctx.siteId, id))
  const due = rows.filter(({ isArchived }) => isArchived !== isArchiving)
  const ids = due.map(({ id }) => id)
  await (isArchiving ? archiveDevices : restoreDevices)(tx, operationOf(ctx), ids)
  return rows.map((row) => (due.includes(row) ? { kind: isArchiving ? 'restore' : 'archive' } : undefined))
}

/** Deletes devices. Depending on the settings of the site, listed ones are archived instead. */
export async function remove(tx: Tx, ctx: Context, deviceIds: readonly string[]): Promise<Undo[]> {
  const rows = await each(deviceIds, (id) => requireDevice(tx, ctx.siteId, id))
  const { archiveOnDelete } = (await siteSettings(tx, ctx.siteId)).retention
  const idsOf = (chosen: readonly DeviceRow[]) => chosen.map(({ id }) => id)
  const archived = archiveOnDelete ? rows.filter(({ isArchived }) => !isArchived) : []
  await archiveDevices(tx, operationOf(ctx), idsOf(archived))
  await removeDevices(tx, operationOf(ctx), idsOf(rows.filter((row) => !archived.includes(row))))
  return rows.map((row) => (archived.includes(row) ? { kind: 'restore' } : undefined))
}
