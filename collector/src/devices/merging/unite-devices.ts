import { newId } from '@rollcall/shared/ids.ts'
import { eq } from 'drizzle-orm'
import { type ChangeRow, recordChanges } from '../../changes/record.ts'
import { judgeDevices } from '../../compliance/judge.ts'
import { recordEvents } from '../../events/record.ts'
import { loadMarks } from '../../identity/sightings.ts'
import { removeInstallations } from '../../software/installations.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import { type KeptDevice, type KeptMerge, mergeTables } from '../../store/schema/merges.ts'
import type { Db, Tx } from '../../store/store.ts'
import { endTasksOf } from '../../tasks/end-tasks-of.ts'
import { auditedRows, editedRows } from '../changed-rows.ts'
import { replaceVersions, versionsOf } from '../history/record-versions.ts'
import type { DeviceRow } from '../load.ts'
import { fieldsOfRow } from '../row-fields.ts'
import { apartOf, inheritApart } from './kept-apart.ts'
import { carryMerges, nextPlace } from './merges.ts'
import { moveRecords } from './moved-records.ts'
import { reviewDuplicates } from './review-duplicates.ts'
import type { United } from './unite.ts'
import { writeWhole } from './whole-device.ts'

export type Pair = { survivor: KeptDevice; other: KeptDevice; united: United }
/** Who unites them, and when. */
type Mark = { modifiedAt: string; modifiedBy: NonNullable<DeviceRow['modifiedBy']> }

/**
 * Gives all that is of one device to another, and keeps what undoes it: part of the transaction of the person, or the
 * rule, that found them to be one.
 */
export async function uniteDevices(
  tx: Tx,
  siteId: string,
  { survivor, other, united }: Pair,
  mark: Mark,
): Promise<{ mergeId: string; row: DeviceRow }> {
  const { modifiedAt: now, modifiedBy } = mark
  const [survivorId, otherId] = [survivor.row.id, other.row.id]
  const apart = await apartOf(tx, [survivorId, otherId])
  const place = await nextPlace(tx, [survivorId, otherId])
  const mergeIds = await carryMerges(tx, { from: otherId, to: survivorId })
  const versions = await versionsOf(tx, [survivorId, otherId])
  const mergeId = newId()
  await tx.insert(tx.tables(mergeTables).deviceMerges).values({
    id: mergeId,
    siteId,
    deviceId: survivorId,
    place,
    otherId,
    otherName: other.row.name,
    mergedAt: now,
    mergedBy: modifiedBy.name,
    overwritten: united.overwritten,
    kept: { survivor, other, mergeIds, apart, sightings: await sightingsOf(tx, survivorId, otherId), versions },
  })
  await endTasksOf(tx, { deviceIds: [otherId] }, { status: 'Cancelled' }, now)
  await moveRecords(tx, { mergeId, from: otherId, to: survivorId })
  await inheritApart(tx, apart, otherId, survivorId)
  await removeInstallations(tx, [otherId], now)
  await replaceVersions(tx, [otherId], [])
  const { devices } = tx.tables(deviceTables)
  await tx.delete(devices).where(eq(devices.id, otherId))
  const row = { ...united.device.row, ...mark }
  await writeWhole(tx, { ...united.device, row }, now)
  await reviewDuplicates(tx, siteId, [survivorId])
  await judgeDevices(tx, siteId, [survivorId], now)

  const line = { entity: 'Device', deviceId: survivorId }
  const rows: ChangeRow[] = [
    { ...line, verb: 'Modified', entityId: survivorId, field: 'merged', to: otherId },
    { ...line, verb: 'Deleted', entityId: otherId, from: other.row.name },
    ...auditedRows(survivor.row, fieldsOfRow(row)),
    ...(await editedRows(tx, survivor.row, row)),
  ]
  await recordChanges(tx, { siteId, actor: modifiedBy.name, timestamp: now, rows })
  const data = { name: row.name, otherId, mergeId }
  await recordEvents(tx, { siteId, timestamp: now, events: [{ type: 'device.merged', subjectId: survivorId, data }] })
  return { mergeId, row }
}

async function sightingsOf(db: Db, survivorId: string, otherId: string): Promise<NonNullable<KeptMerge['sightings']>> {
  const marks = await loadMarks(db, [survivorId, otherId])
  const of = (id: string) =>
    marks.filter(({ deviceId }) => deviceId === id).map(({ key, firstAt, lastAt }) => ({ key, firstAt, lastAt }))
  return { survivor: of(survivorId), other: of(otherId) }
}
