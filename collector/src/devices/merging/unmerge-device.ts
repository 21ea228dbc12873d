import type { UnmergeDevice, UnmergedDevices } from '@rollcall/shared/api/device-merge.ts'
import { eq } from 'drizzle-orm'
import { requireCapability } from '../../auth/authorise.ts'
import { type ChangeRow, recordChanges } from '../../changes/record.ts'
import { judgeDevices } from '../../compliance/judge.ts'
import { type Context, nowOf } from '../../context.ts'
import { recordEvents } from '../../events/record.ts'
import { decideSightings, reassignSightings } from '../../identity/decide-sightings.ts'
import { restoreCommon } from '../../identity/restore-common.ts'
import { scheduleName } from '../../schedules/assign.ts'
import { reassignSnapshots } from '../../snapshots/reassign.ts'
import { rematch } from '../../snapshots/rematch.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import { mergeTables } from '../../store/schema/merges.ts'
import type { Tx } from '../../store/store.ts'
import { auditedRows, editedRows } from '../changed-rows.ts'
import { readDevice } from '../get-device.ts'
import { replaceVersions } from '../history/record-versions.ts'
import { modified } from '../modified.ts'
import { requireListed } from '../require-device.ts'
import { fieldsOfRow } from '../row-fields.ts'
import { divide } from './divide.ts'
import { keepApart, pairOf, restoreApart } from './kept-apart.ts'
import { type Assigned, assignLater, laterOf } from './later.ts'
import { carryMerges, requireLastMerge } from './merges.ts'
import { moveBack } from './moved-records.ts'
import { reviewDuplicates } from './review-duplicates.ts'
import { requireWhole } from './whole-device.ts'
import { writeTold } from './write-told.ts'

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
  const before = await requireListed(tx, siteId, id)
  const { id: mergeId, otherId, kept } = await requireLastMerge(tx, before.id, wanted)
  const survivorId = before.id
  const whole = await requireWhole(tx, survivorId)

  const { devices } = tx.tables(deviceTables)
  await tx.insert(devices).values(kept.other.row)
  const later = await moveBack(tx, { mergeId, from: survivorId, to: otherId })
  const assigned = assignLater(kept, await laterOf(tx, before, kept, later))
  const divided = divide(kept, whole, assigned)
  await giveBack(tx, { from: survivorId, to: otherId, by: actor.name, at: now }, assigned.theirs)
  await restoreCommon(tx, [
    { deviceId: survivorId, had: kept.sightings?.survivor ?? [], since: assigned.ours },
    { deviceId: otherId, had: kept.sightings?.other ?? [], since: assigned.theirs },
  ])
  if (kept.versions) await replaceVersions(tx, [survivorId, otherId], kept.versions)
  const { auditScheduleId } = divided.other.row
  const hasSchedule = (await scheduleName(tx, auditScheduleId)) !== null
  const mark = modified(ctx)
  const device = await writeTold(tx, divided.survivor, mark)
  const other = await writeTold(tx, divided.other, { ...mark, ...(hasSchedule ? {} : { auditScheduleId: null }) })
  await carryMerges(tx, { from: survivorId, to: otherId, ids: kept.mergeIds })
  await restoreApart(tx, kept.apart, otherId, survivorId)
  await keepApart(tx, [pairOf(otherId, survivorId)])
  for (const each of [survivorId, otherId]) await decideSightings(tx, each)
  const { deviceMerges } = tx.tables(mergeTables)
  const undone = { undoneAt: now, undoneBy: actor.name, kept: null }
  await tx.update(deviceMerges).set(undone).where(eq(deviceMerges.id, mergeId))
  await reviewDuplicates(tx, siteId, [survivorId, otherId])
  await judgeDevices(tx, siteId, [survivorId, otherId], now)

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

type GivenBack = { from: string; to: string; by: string; at: string }

/** What came since and is the other's: its snapshots with the reason for that, and what was seen besides. */
async function giveBack(tx: Tx, { from, to, by, at }: GivenBack, theirs: readonly Assigned[]): Promise<void> {
  const matches = theirs.flatMap(({ snapshotId, reason }) =>
    snapshotId ? [[snapshotId, { ...reason, moved: { from, by, at } }] as const] : [],
  )
  await reassignSnapshots(tx, { from, to, ids: matches.map(([id]) => id) })
  await rematch(tx, new Map(matches))
  await reassignSightings(tx, { from, to, ids: theirs.map(({ key }) => key) })
}
