import type { MergeDevices, MergedDevice } from '@rollcall/shared/api/device-merge.ts'
import { invalidField } from '@rollcall/shared/errors.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { eq } from 'drizzle-orm'
import { requireCapability } from '../../auth/authorise.ts'
import { type ChangeRow, recordChanges } from '../../changes/record.ts'
import { judgeDevices } from '../../compliance/judge.ts'
import { type Context, nowOf } from '../../context.ts'
import { recordEvents } from '../../events/record.ts'
import { removeInstallations } from '../../software/installations.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import { type KeptDevice, mergeTables } from '../../store/schema/merges.ts'
import type { Db, Tx } from '../../store/store.ts'
import { endTasksOf } from '../../tasks/end-tasks-of.ts'
import { auditedRows, editedRows } from '../changed-rows.ts'
import { readDevice } from '../get-device.ts'
import { modified } from '../modified.ts'
import { requireDevice } from '../require-device.ts'
import { fieldsOfRow } from '../row-fields.ts'
import { tagsOfDevices } from '../tags-of-devices.ts'
import { apartOf, inheritApart } from './kept-apart.ts'
import { carryMerges, nextPlace, survivorOf } from './merges.ts'
import { moveRecords } from './moved-records.ts'
import { reviewDuplicates } from './review-duplicates.ts'
import { type United, unite } from './unite.ts'
import { loadWhole, writeWhole } from './whole-device.ts'

/**
 * Makes two records of one device one: the other's snapshots, identifiers and all else go to the device, its id leads
 * there, and its audit is cancelled if one is running. What undoes it is kept. A dry run changes nothing.
 */
export async function mergeDevices(ctx: Context, id: string, { otherId, dryRun }: MergeDevices): Promise<MergedDevice> {
  requireCapability(ctx, 'EditInventory')
  if (dryRun) return ctx.store.read((db) => foresee(db, ctx.siteId, id, otherId))
  const merged = await ctx.store.write((tx) => merge(ctx, tx, id, otherId))
  ctx.wakeOutbox()
  return merged
}

type Pair = { survivor: KeptDevice; other: KeptDevice; united: United }

async function readPair(db: Db, siteId: string, id: string, otherId: string): Promise<Pair> {
  const { id: survivorId } = await requireDevice(db, siteId, id)
  if (otherId === survivorId) throw invalidField('/otherId', 'is this device itself')
  const survivor = await loadWhole(db, survivorId)
  const other = await loadWhole(db, otherId)
  if (!survivor || other?.row.siteId !== siteId) {
    const mergedInto = await survivorOf(db, siteId, otherId)
    throw invalidField('/otherId', mergedInto ? `was merged into device ${mergedInto}` : 'is not a device of this site')
  }
  return { survivor, other, united: unite(survivor, other) }
}

async function foresee(db: Db, siteId: string, id: string, otherId: string): Promise<MergedDevice> {
  const { survivor, other, united } = await readPair(db, siteId, id, otherId)
  const tags = await tagsOfDevices(db, [survivor.row.id, other.row.id])
  const both = [...tags.values()].flat()
  const unique = [...new Map(both.map((tag) => [tag.id, tag])).values()]
  const device = await readDevice(db, united.device.row)
  return { mergeId: null, device: { ...device, tags: unique.sort(byName) }, overwritten: united.overwritten }
}

/** As tags of a device are listed. */
function byName(a: { id: string; name: string }, b: { id: string; name: string }): number {
  const [first, second] = [a, b].map(({ id, name }) => [name.toLowerCase(), id].join('\0'))
  return (first ?? '') < (second ?? '') ? -1 : 1
}

async function merge(ctx: Context, tx: Tx, id: string, wanted: string): Promise<MergedDevice> {
  const { siteId, actor } = ctx
  const now = nowOf(ctx)
  const { survivor, other, united } = await readPair(tx, siteId, id, wanted)
  const [survivorId, otherId] = [survivor.row.id, other.row.id]
  const apart = await apartOf(tx, [survivorId, otherId])
  const place = await nextPlace(tx, [survivorId, otherId])
  const mergeIds = await carryMerges(tx, { from: otherId, to: survivorId })
  const mergeId = newId()
  await tx.insert(tx.tables(mergeTables).deviceMerges).values({
    id: mergeId,
    siteId,
    deviceId: survivorId,
    place,
    otherId,
    otherName: other.row.name,
    mergedAt: now,
    mergedBy: actor.name,
    overwritten: united.overwritten,
    kept: { survivor, other, mergeIds, apart },
  })
  await endTasksOf(tx, { deviceIds: [otherId] }, { status: 'Cancelled' }, now)
  await moveRecords(tx, { mergeId, from: otherId, to: survivorId })
  await inheritApart(tx, apart, otherId, survivorId)
  await removeInstallations(tx, [otherId], now)
  const { devices } = tx.tables(deviceTables)
  await tx.delete(devices).where(eq(devices.id, otherId))
  const row = { ...united.device.row, ...modified(ctx) }
  await writeWhole(tx, { ...united.device, row }, now)
  await reviewDuplicates(tx, siteId, [survivorId])
  await judgeDevices(tx, siteId, [survivorId])

  const line = { entity: 'Device', deviceId: survivorId }
  const rows: ChangeRow[] = [
    { ...line, verb: 'Modified', entityId: survivorId, field: 'merged', to: otherId },
    { ...line, verb: 'Deleted', entityId: otherId, from: other.row.name },
    ...auditedRows(survivor.row, fieldsOfRow(row)),
    ...(await editedRows(tx, survivor.row, row)),
  ]
  await recordChanges(tx, { siteId, actor: actor.name, timestamp: now, rows })
  const data = { name: row.name, otherId, mergeId }
  await recordEvents(tx, { siteId, timestamp: now, events: [{ type: 'device.merged', subjectId: survivorId, data }] })
  return { mergeId, device: await readDevice(tx, row), overwritten: united.overwritten }
}
