import type { UnmergeDevice, UnmergedDevices } from '@rollcall/shared/api/device-merge.ts'
import { eq } from 'drizzle-orm'
import { requireCapability } from '../../auth/authorise.ts'
import { type ChangeRow, recordChanges } from '../../changes/record.ts'
import { judgeDevices } from '../../compliance/judge.ts'
import { type Context, nowOf } from '../../context.ts'
import { recordEvents } from '../../events/record.ts'
import { mergeFields } from '../../reconciliation/device-fields.ts'
import { ownerOf } from '../../reconciliation/standing.ts'
import { scheduleName } from '../../schedules/assign.ts'
import { endOfTime, type StateAt, statesAt } from '../../snapshots/as-of.ts'
import { identitiesOf, reassignSnapshots } from '../../snapshots/reassign.ts'
import { replaceInstallations } from '../../software/installations.ts'
import { ensureProducts } from '../../software/products.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import { type KeptDevice, mergeTables } from '../../store/schema/merges.ts'
import type { Tx } from '../../store/store.ts'
import { auditedRows, editedRows } from '../changed-rows.ts'
import { fieldsOfStates } from '../fields-of-states.ts'
import { readDevice } from '../get-device.ts'
import type { DeviceRow } from '../load.ts'
import { modified } from '../modified.ts'
import { requireDevice } from '../require-device.ts'
import { currentAudit, fieldsOfRow, withKeys } from '../row-fields.ts'
import { divide } from './divide.ts'
import { keepApart, pairOf, restoreApart } from './kept-apart.ts'
import { carryMerges, requireLastMerge } from './merges.ts'
import { moveBack } from './moved-records.ts'
import { reviewDuplicates } from './review-duplicates.ts'
import { loadWhole, writeWhole } from './whole-device.ts'

/**
 * Undoes a device's last merge: the other is there again under its own id, with what was its own and what came since
 * and carries its evidence. The two are kept apart from then on.
 */
export async function unmergeDevice(ctx: Context, id: string, { mergeId }: UnmergeDevice): Promise<UnmergedDevices> {
  requireCapability(ctx, 'EditInventory')
  const unmerged = await ctx.store.write((tx) => unmerge(ctx, tx, id, mergeId))
  ctx.wakeOutbox()
  return unmerged
}

async function unmerge(ctx: Context, tx: Tx, id: string, wanted: string): Promise<UnmergedDevices> {
  const { siteId, actor } = ctx
  const now = nowOf(ctx)
  const before = await requireDevice(tx, siteId, id)
  const { id: mergeId, otherId, kept } = await requireLastMerge(tx, before.id, wanted)
  const survivorId = before.id
  const whole = await loadWhole(tx, survivorId)
  if (!whole) throw new Error(`device ${survivorId} went while it was read`)

  const { devices } = tx.tables(deviceTables)
  await tx.insert(devices).values(kept.other.row)
  const later = await moveBack(tx, { mergeId, from: survivorId, to: otherId })
  const { ofOther, ...divided } = divide(kept, whole, await identitiesOf(tx, later))
  await reassignSnapshots(tx, { from: survivorId, to: otherId, ids: ofOther })
  const { auditScheduleId } = divided.other.row
  const hasSchedule = (await scheduleName(tx, auditScheduleId)) !== null
  const mark = modified(ctx)
  const device = await settle(tx, divided.survivor, mark)
  const other = await settle(tx, divided.other, { ...mark, ...(hasSchedule ? {} : { auditScheduleId: null }) })
  await carryMerges(tx, { from: survivorId, to: otherId, ids: kept.mergeIds })
  await restoreApart(tx, kept.apart, otherId, survivorId)
  await keepApart(tx, [pairOf(otherId, survivorId)])
  const { deviceMerges } = tx.tables(mergeTables)
  const undone = { undoneAt: now, undoneBy: actor.name, kept: null }
  await tx.update(deviceMerges).set(undone).where(eq(deviceMerges.id, mergeId))
  await reviewDuplicates(tx, siteId, [survivorId, otherId])
  await judgeDevices(tx, siteId, [survivorId, otherId])

  const edited = [...auditedRows(before, fieldsOfRow(device)), ...(await editedRows(tx, before, device))]
  const line = { entity: 'Device', entityId: survivorId, deviceId: survivorId }
  const rows: ChangeRow[] = [
    { ...line, verb: 'Modified', field: 'merged', from: otherId },
    ...edited,
    { verb: 'Added', entity: 'Device', entityId: otherId, deviceId: otherId, to: other.name },
  ]
  await recordChanges(tx, { siteId, actor: actor.name, timestamp: now, rows })
  const data = { name: device.name, fields: ['merged', ...edited.map(({ field }) => field)] }
  const events = [
    { type: 'device.modified' as const, subjectId: survivorId, data },
    { type: 'device.added' as const, subjectId: otherId, data: { name: other.name, type: other.type } },
  ]
  await recordEvents(tx, { siteId, timestamp: now, events })
  return { device: await readDevice(tx, device), other: await readDevice(tx, other) }
}

/** Writes a device with what its snapshots say, where they are no longer those that it had. */
async function settle(
  tx: Tx,
  device: KeptDevice,
  set: Partial<DeviceRow> & { modifiedAt: string },
): Promise<DeviceRow> {
  const { id, siteId } = device.row
  const now = set.modifiedAt
  const states = await statesAt(tx, id, endOfTime)
  const had = new Set(device.states.map(({ snapshotId }) => snapshotId))
  const isSame = states.length === had.size && states.every(({ snapshotId }) => had.has(snapshotId))
  const told = isSame ? undefined : fieldsOfStates(states)
  const fields = fieldsOfRow(device.row)
  const row = withKeys({
    ...device.row,
    ...(told ? mergeFields(fields, told, 'current') : fields),
    ...currentAudit(states),
    ...set,
  })
  await writeWhole(tx, { ...device, row, states }, now)
  const owner = ownerOf(states, 'softwareHash') as StateAt | undefined
  if (owner?.softwareHash !== ownerOf(device.states, 'softwareHash')?.softwareHash) {
    const software = owner?.data.software ?? []
    await replaceInstallations(tx, new Map([[id, software]]), await ensureProducts(tx, siteId, software, now), now)
  }
  return row
}
