import { and, eq, inArray, lt } from 'drizzle-orm'
import type { DeviceRow } from '../../device-records/load-devices.ts'
import { endOfTime } from '../../snapshots/read/as-of.ts'
import { deviceHistoryTables } from '../../store/schema/device-history.ts'
import { among } from '../../store/sql.ts'
import type { Db, Tx } from '../../store/store.ts'
import { isSameListed, listedKeys, listedOf, type Version } from './versions.ts'

/** A device as lists show it from a time on. */
type Change = { row: DeviceRow; at: string }

/** Starts a new version of each device whose list item changed. Changes of one device are in order. */
export async function recordVersions(tx: Tx, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return
  const { deviceVersions: versions } = tx.tables(deviceHistoryTables)
  const ofDevices = Map.groupBy(changes, ({ row }) => row.id)
  const open = await openVersions(tx, [...ofDevices.keys()])
  const written = [...ofDevices].flatMap(([id, ofDevice]) => continued(open.get(id), ofDevice))
  await tx.upsertRows(versions, written, { target: ['deviceId', 'from'], set: ['until', ...listedKeys] })
}

/** The open version of a device and those after it, as far as they differ. */
function continued(open: Version | undefined, changes: readonly Change[]): Version[] {
  const list: Version[] = open ? [open] : []
  for (const { row, at } of changes) {
    const before = list.at(-1)
    if (before && isSameListed(before, row)) continue
    // A clock that was ahead started the version before later than this one. That is corrected here.
    const from = before && before.from > at ? before.from : at
    if (before?.from === from) list.pop()
    else if (before) list.splice(-1, 1, { ...before, until: from })
    list.push({ deviceId: row.id, siteId: row.siteId, from, until: endOfTime, ...listedOf(row) })
  }
  return list.filter((version) => version !== open)
}

async function openVersions(db: Db, deviceIds: readonly string[]): Promise<Map<string, Version>> {
  const { deviceVersions: versions } = db.tables(deviceHistoryTables)
  const rows = await db
    .select()
    .from(versions)
    .where(and(among(versions.deviceId, deviceIds), eq(versions.until, endOfTime)))
  return new Map(rows.map((row) => [row.deviceId, row]))
}

async function close(tx: Tx, deviceIds: readonly string[], at: string): Promise<void> {
  const { deviceVersions: versions } = tx.tables(deviceHistoryTables)
  await tx
    .update(versions)
    .set({ until: at })
    .where(and(inArray(versions.deviceId, [...deviceIds]), eq(versions.until, endOfTime), lt(versions.from, at)))
}

/** Ends the versions of devices: no list shows them from then on. */
export async function endVersions(tx: Tx, deviceIds: readonly string[], at: string): Promise<void> {
  const { deviceVersions: versions } = tx.tables(deviceHistoryTables)
  await close(tx, deviceIds, at)
  await tx.delete(versions).where(and(inArray(versions.deviceId, [...deviceIds]), eq(versions.until, endOfTime)))
}

/** All versions of devices. */
export async function versionsOf(db: Db, deviceIds: readonly string[]): Promise<Version[]> {
  const { deviceVersions: versions } = db.tables(deviceHistoryTables)
  return db
    .select()
    .from(versions)
    .where(inArray(versions.deviceId, [...deviceIds]))
}

/** Replaces the versions of devices. A merged device has none: the survivor is shown for its whole history. */
export async function replaceVersions(tx: Tx, deviceIds: readonly string[], wanted: readonly Version[]): Promise<void> {
  const { deviceVersions: versions } = tx.tables(deviceHistoryTables)
  await tx.delete(versions).where(inArray(versions.deviceId, [...deviceIds]))
  await tx.insertRows(versions, wanted)
}
