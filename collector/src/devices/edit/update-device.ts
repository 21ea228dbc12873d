import { type CustomFields, customFieldsMax, type Device, type PatchDevice } from '@rollcall/shared/api/device.ts'
import { invalidField } from '@rollcall/shared/errors.ts'
import { mergePatch } from '@rollcall/shared/merge-patch.ts'
import { fieldsOf } from '../../change-log/record-changes.ts'
import type { DeviceRow } from '../../device-records/load-devices.ts'
import { modifiedBy, type Operation, operationOf } from '../../device-records/operation.ts'
import { requireDevice } from '../../device-records/require-device.ts'
import { requireCapability } from '../../lib/authorise.ts'
import type { Context, Precondition } from '../../lib/context.ts'
import { requireSchedule } from '../../scanning/schedules/assign-schedule.ts'
import type { Db } from '../../store/store.ts'
import { applyChangesets } from '../changeset/apply.ts'
import { editedRows } from '../changeset/changed-fields.ts'
import type { DeviceChangeset } from '../changeset/changeset.ts'
import { readDevice } from '../detail/get-device.ts'
import { searchTextOf } from '../list/search-text.ts'

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
    const { changeset, after } = await edited(tx, operationOf(ctx), before, patch)
    if (!changeset) return readDevice(tx, before)
    await applyChangesets(tx, [changeset])
    return readDevice(tx, after)
  })
  ctx.wakeOutbox()
  return device
}

/** Edits fields of a device; without a changeset if it has these values already. */
export async function edited(
  db: Db,
  operation: Operation,
  before: DeviceRow,
  patch: PatchDevice,
): Promise<{ after: DeviceRow; changeset?: DeviceChangeset }> {
  const after = patched(before, patch)
  const changes = await editedRows(db, before, after)
  if (changes.length === 0) return { after }
  const data = { name: before.name, type: before.type, fields: fieldsOf(changes) }
  const changeset: DeviceChangeset = {
    operation,
    deviceId: before.id,
    row: { before, after: { ...after, searchText: searchTextOf(after), ...modifiedBy(operation) } },
    changes,
    events: [{ type: 'device.modified', subjectId: before.id, data }],
  }
  return { after, changeset }
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
