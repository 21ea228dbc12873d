import type { PatchDevice } from '@rollcall/shared/api/device.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import type { DeviceRow } from '../device-records/load-devices.ts'
import { operationOf } from '../device-records/operation.ts'
import { requireDevice, requireListed } from '../device-records/require-device.ts'
import { applyChangesets } from '../devices/changeset/apply.ts'
import type { DeviceChangeset } from '../devices/changeset/changeset.ts'
import { tagAttached, tagDetached } from '../devices/changeset/tagged.ts'
import { edited } from '../devices/edit/update-device.ts'
import { tagsById, tagsOfDevices } from '../devices/tags/tags-of-devices.ts'
import type { Context } from '../lib/context.ts'
import type { Tx } from '../store/store.ts'
import { each, type Undo } from './each-device.ts'

/** Attaches a tag to devices, or removes it. */
export async function retag(
  tx: Tx,
  ctx: Context,
  { kind, tagId }: { kind: 'tag' | 'untag'; tagId: string },
  deviceIds: readonly string[],
): Promise<Undo[]> {
  const operation = operationOf(ctx)
  const [tag] = await tagsById(tx, [tagId])
  if (!tag) throw new DomainError('not_found', 'The tag was deleted.')
  const rows = await each(deviceIds, (id) => requireListed(tx, ctx.siteId, id))
  const tags = await tagsOfDevices(tx, deviceIds)
  const isDue = ({ id }: DeviceRow) => (tags.get(id) ?? []).some((had) => had.id === tagId) === (kind === 'untag')
  const changed = kind === 'tag' ? tagAttached : tagDetached
  const due = rows.filter(isDue)
  await applyChangesets(
    tx,
    due.map((row) => changed(operation, row, tag)),
  )
  return rows.map((row) => (due.includes(row) ? { kind: kind === 'tag' ? 'untag' : 'tag', tagId } : undefined))
}

/** Sets fields of devices. With `set`, devices that have other values than those were edited since, and are refused. */
export async function edit(
  tx: Tx,
  ctx: Context,
  { fields, ...undo }: { fields: PatchDevice; set?: PatchDevice },
  deviceIds: readonly string[],
): Promise<Undo[]> {
  const operation = operationOf(ctx)
  const changesets: DeviceChangeset[] = []
  const undos = await each(deviceIds, async (id): Promise<Undo> => {
    const before = await requireDevice(tx, ctx.siteId, id)
    if (undo.set && !has(before, undo.set)) {
      throw new DomainError('precondition_failed', 'The device was edited since, so its fields stay as they are.')
    }
    const { changeset } = await edited(tx, operation, before, fields)
    if (!changeset) return undefined
    changesets.push(changeset)
    return { kind: 'edit', fields: valuesBefore(before, fields), set: fields }
  })
  await applyChangesets(tx, changesets)
  return undos
}

/** Returns the patch that restores the fields of a patch to the values of a device. */
function valuesBefore(before: DeviceRow, { customFields, ...fields }: PatchDevice): PatchDevice {
  const keys = Object.keys(customFields ?? {})
  return {
    ...('assetTag' in fields ? { assetTag: before.assetTag } : {}),
    ...('auditScheduleId' in fields ? { auditScheduleId: before.auditScheduleId } : {}),
    ...(customFields && {
      customFields: Object.fromEntries(keys.map((key) => [key, before.customFields[key] ?? null])),
    }),
  }
}

/** Reports whether a device has the values of a patch. */
const has = (row: DeviceRow, set: PatchDevice): boolean => {
  const now = valuesBefore(row, set)
  const isSame = (name: string) => now.customFields?.[name] === set.customFields?.[name]
  return (
    now.assetTag === set.assetTag &&
    now.auditScheduleId === set.auditScheduleId &&
    Object.keys(set.customFields ?? {}).every(isSame)
  )
}
