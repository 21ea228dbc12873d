import { type CustomFields, customFieldsMax, type Device, type PatchDevice } from '@rollcall/shared/api/device.ts'
import { invalidField } from '@rollcall/shared/errors.ts'
import { mergePatch } from '@rollcall/shared/merge-patch.ts'
import { requireCapability } from '../auth/authorise.ts'
import type { Context, Precondition } from '../context.ts'
import { requireSchedule } from '../schedules/assign.ts'
import { editedRows } from './changed-rows.ts'
import { applyChangesets } from './changeset/apply.ts'
import type { DeviceChangeset } from './changeset/changeset.ts'
import { modifiedBy, operationOf } from './changeset/operation.ts'
import { readDevice } from './get-device.ts'
import type { DeviceRow } from './load.ts'
import { requireDevice } from './require-device.ts'
import { searchTextOf } from './search.ts'

/** Edits a device's asset tag, custom fields and audit schedule. */
export async function updateDevice(
  ctx: Context,
  id: string,
  patch: PatchDevice,
  expects?: Precondition,
): Promise<Device> {
  requireCapability(ctx, 'EditInventory')
  const { siteId } = ctx
  const device = await ctx.store.write(async (tx) => {
    const before = await requireDevice(tx, siteId, id)
    expects?.(await readDevice(tx, before))
    if (patch.auditScheduleId) await requireSchedule(tx, siteId, patch.auditScheduleId, 'audit')
    const after = patched(before, patch)
    const changes = await editedRows(tx, before, after)
    if (changes.length === 0) return readDevice(tx, before)
    const operation = operationOf(ctx)
    const data = { name: before.name, fields: changes.map(({ field }) => field) }
    const changeset: DeviceChangeset = {
      operation,
      deviceId: before.id,
      row: { before, after: { ...after, searchText: searchTextOf(after), ...modifiedBy(operation) } },
      changes,
      events: [{ type: 'device.modified', subjectId: before.id, data }],
    }
    await applyChangesets(tx, [changeset])
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
