import { and, asc, inArray } from 'drizzle-orm'
import { recordChanges } from '../../changes/record.ts'
import { judgeDevices } from '../../compliance/judge.ts'
import { recordEvents } from '../../events/record.ts'
import { removeInstallations } from '../../software/installations.ts'
import { installationsOf } from '../../software/kept-installations.ts'
import { deviceHistoryTables } from '../../store/schema/device-history.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import { valueChunks } from '../../store/sql.ts'
import type { Db, Tx } from '../../store/store.ts'
import { endTasksOf } from '../../tasks/end-tasks-of.ts'
import { endVersions } from '../history/record-versions.ts'
import { inList } from '../listed.ts'
import type { DeviceRow } from '../load.ts'
import { reviewDuplicates } from '../merging/review-duplicates.ts'
import { tagsOfDevices } from '../tags-of-devices.ts'

type Archiving = {
  siteId: string
  /** Who archives them, and when. */
  mark: { modifiedAt: string; modifiedBy: NonNullable<DeviceRow['modifiedBy']> }
  deviceIds: readonly string[]
}

/**
 * Takes those of the devices that are listed out of the lists and of all that is counted, and cancels their audits.
 * What they had of it is kept for their return; snapshots, identifiers and change log stay. Part of a transaction: call
 * `ctx.wakeOutbox()` after it. Tells how many there were.
 */
export async function archiveDevices(tx: Tx, { siteId, mark, deviceIds }: Archiving): Promise<number> {
  let count = 0
  for (const chunk of valueChunks(deviceIds)) {
    const { devices } = tx.tables(deviceTables)
    const found = await tx
      .select({ id: devices.id, name: devices.name })
      .from(devices)
      .where(and(inList(tx, siteId), inArray(devices.id, chunk)))
      .orderBy(asc(devices.id))
    await archive(tx, siteId, found, mark)
    count += found.length
  }
  return count
}

async function archive(
  tx: Tx,
  siteId: string,
  found: readonly { id: string; name: string }[],
  mark: Archiving['mark'],
): Promise<void> {
  const timestamp = mark.modifiedAt
  const ids = found.map(({ id }) => id)
  const { devices, deviceTags } = tx.tables(deviceTables)
  await endTasksOf(tx, { deviceIds: ids }, { status: 'Cancelled' }, timestamp)
  await tx.insertRows(tx.tables(deviceHistoryTables).deviceArchives, await keptOf(tx, ids))
  await tx.delete(deviceTags).where(inArray(deviceTags.deviceId, ids))
  await removeInstallations(tx, ids, timestamp)
  await endVersions(tx, ids, timestamp)
  await tx
    .update(devices)
    .set({ isArchived: true, archivedAt: timestamp, ...mark })
    .where(inArray(devices.id, ids))
  await reviewDuplicates(tx, siteId, ids)
  await judgeDevices(tx, siteId, ids, timestamp)
  const rows = ids.map((id) => ({
    verb: 'Modified' as const,
    entity: 'Device',
    entityId: id,
    deviceId: id,
    field: 'archivedAt',
    from: null,
    to: timestamp,
  }))
  await recordChanges(tx, { siteId, actor: mark.modifiedBy.name, timestamp, rows })
  const events = found.map(({ id, name }) => ({ type: 'device.archived' as const, subjectId: id, data: { name } }))
  await recordEvents(tx, { siteId, timestamp, events })
}

async function keptOf(db: Db, deviceIds: readonly string[]) {
  const tags = await tagsOfDevices(db, deviceIds)
  const kept = []
  for (const deviceId of deviceIds) {
    const tagIds = (tags.get(deviceId) ?? []).map(({ id }) => id)
    kept.push({ deviceId, kept: { tagIds, installations: await installationsOf(db, deviceId) } })
  }
  return kept
}
