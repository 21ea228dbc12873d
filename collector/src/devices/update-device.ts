import { type CustomFields, customFieldsMax, type Device, type PatchDevice } from '@rollcall/shared/api/device.ts'
import { invalidField } from '@rollcall/shared/errors.ts'
import { mergePatch } from '@rollcall/shared/merge-patch.ts'
import { eq } from 'drizzle-orm'
import { requireCapability } from '../auth/authorise.ts'
import { recordChanges } from '../changes/record.ts'
import { type Context, nowOf, type Precondition } from '../context.ts'
import { recordEvents } from '../events/record.ts'
import { requireSchedule } from '../schedules/assign.ts'
import { deviceTables } from '../store/schema/devices.ts'
import { editedRows } from './changed-rows.ts'
import { readDevice } from './get-device.ts'
import { recordVersions } from './history/record-versions.ts'
import type { DeviceRow } from './load.ts'
import { modified } from './modified.ts'
import { requireDevice } from './require-device.ts'
import { searchTextOf } from './search.ts'

/** Changes what people keep of a device: its asset tag, custom fields and audit schedule. */
export async function updateDevice(
  ctx: Context,
  id: string,
  patch: PatchDevice,
  expects?: Precondition,
): Promise<Device> {
  requireCapability(ctx, 'EditInventory')
  const { siteId } = ctx
  const timestamp = nowOf(ctx)
  const device = await ctx.store.write(async (tx) => {
    const before = await requireDevice(tx, siteId, id)
    expects?.(await readDevice(tx, before))
    if (patch.auditScheduleId) await requireSchedule(tx, siteId, patch.auditScheduleId, 'audit')
    const after = patched(before, patch)
    const rows = await editedRows(tx, before, after)
    if (rows.length === 0) return readDevice(tx, before)

    const { devices } = tx.tables(deviceTables)
    const { assetTag, customFields, auditScheduleId } = after
    const set = { assetTag, customFields, auditScheduleId, searchText: searchTextOf(after), ...modified(ctx) }
    await tx.update(devices).set(set).where(eq(devices.id, before.id))
    if (!after.isArchived) await recordVersions(tx, [{ row: { ...after, ...set }, at: timestamp }])
    await recordChanges(tx, { siteId, actor: ctx.actor.name, timestamp, rows })
    const data = { name: before.name, fields: rows.map(({ field }) => field) }
    await recordEvents(tx, { siteId, timestamp, events: [{ type: 'device.modified', subjectId: before.id, data }] })
    return readDevice(tx, after)
  })
  ctx.wakeOutbox()
  return device
}

function patched(before: DeviceRow, patch: PatchDevice): DeviceRow {
  const customFields = mergePatch(before.customFields, patch.customFields ?? {}) as CustomFields
  if (Object.keys(customFields).length > customFieldsMax) {
    throw invalidField('/customFields', `a device has at most ${customFieldsMax} custom fields`)
  }
  return {
    ...before,
    customFields,
    assetTag: patch.assetTag === undefined ? before.assetTag : patch.assetTag,
    auditScheduleId: patch.auditScheduleId === undefined ? before.auditScheduleId : patch.auditScheduleId,
  }
}
