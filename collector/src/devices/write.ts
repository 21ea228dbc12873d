import { and, eq } from 'drizzle-orm'
import type { KnownIdentifier } from '../reconciliation/compare.ts'
import type { Identifier } from '../reconciliation/identifiers.ts'
import type { State } from '../reconciliation/standing.ts'
import { deviceTables } from '../store/schema/devices.ts'
import type { Tx } from '../store/store.ts'
import type { DeviceRow } from './load.ts'
import { changedDevices, reviewDuplicates } from './merging/review-duplicates.ts'
import { shownColumns } from './shown-columns.ts'

/** Inserts devices, or brings up to date what audits say of them; what people edit is left as it is. */
export async function writeDevices(tx: Tx, rows: readonly DeviceRow[]): Promise<void> {
  const { devices } = tx.tables(deviceTables)
  const audited = [
    ...shownColumns,
    'firstSeen',
    'lastSeen',
    'modifiedAt',
    'modifiedBy',
    'auditId',
    'auditDate',
    'auditSource',
    'lastSegmentId',
    'isArchived',
    'archivedAt',
  ] as const
  await tx.upsertRows(devices, rows, { target: ['id'], set: audited })
}

const auditColumns: readonly (keyof DeviceRow)[] = ['lastSeen', 'auditId', 'auditDate']
const changeColumns: readonly (keyof DeviceRow)[] = [...auditColumns, 'modifiedAt', 'modifiedBy']

/**
 * What changes of a device that has answered again, that was audited again, of which an audit found something else, and
 * that another origin audited. A column that is written anew has its indexes written anew, also where it is the same.
 */
const seenColumns: readonly (readonly (keyof DeviceRow)[])[] = [
  [],
  ['lastSeen'],
  auditColumns,
  changeColumns,
  [...changeColumns, 'auditSource'],
]

/**
 * The same of devices as they are stored (undefined: not yet) and as they are now. Most of them show what they showed
 * before: only what has changed is written, as that concerns few of the indexes.
 */
export async function writeChangedDevices(
  tx: Tx,
  changes: readonly { before: DeviceRow | undefined; after: DeviceRow }[],
): Promise<void> {
  const { devices } = tx.tables(deviceTables)
  for (const [set, part] of Map.groupBy(changes, ({ before, after }) => columnsFor(before, after))) {
    const rows = part.map(({ after }) => after)
    if (!set) await writeDevices(tx, rows)
    else if (set.length > 0) await tx.updateRows(devices, rows, { key: 'id', set })
  }
}

/** For devices of which something has changed that their rows do not show. */
export async function markModified(
  tx: Tx,
  rows: readonly Pick<DeviceRow, 'id' | 'modifiedAt' | 'modifiedBy'>[],
): Promise<void> {
  await tx.updateRows(tx.tables(deviceTables).devices, rows, { key: 'id', set: ['modifiedAt', 'modifiedBy'] })
}

/** The fewest columns that bring a row up to date; undefined where it is new, or shows something else. */
function columnsFor(before: DeviceRow | undefined, after: DeviceRow) {
  const differing = before && differingKeys(before, after)
  return differing && seenColumns.find((columns) => differing.every((key) => columns.includes(key)))
}

const differingKeys = (before: DeviceRow, after: DeviceRow) =>
  (Object.keys(after) as (keyof DeviceRow)[]).filter((key) => before[key] !== after[key])

export type OfDevice<T> = T & { deviceId: string }

/** Which other records may be of the same devices follows from it. */
export async function writeIdentifiers(
  tx: Tx,
  siteId: string,
  written: readonly OfDevice<Identifier>[],
  removed: readonly OfDevice<KnownIdentifier>[],
): Promise<void> {
  const { deviceIdentifiers: ids } = tx.tables(deviceTables)
  for (const { deviceId, kind, value } of removed) {
    await tx.delete(ids).where(and(eq(ids.deviceId, deviceId), eq(ids.kind, kind), eq(ids.value, value)))
  }
  await tx.upsertRows(
    ids,
    written.map((row) => ({ ...row, siteId })),
    { target: ['deviceId', 'kind', 'value'], set: ['firstSeen', 'lastSeen', 'origin'] },
  )
  await reviewDuplicates(tx, siteId, changedDevices(written, removed))
}

/** Those that are there, seen again. */
export async function touchIdentifiers(
  tx: Tx,
  rows: readonly OfDevice<Omit<Identifier, 'firstSeen'>>[],
): Promise<void> {
  const { deviceIdentifiers } = tx.tables(deviceTables)
  await tx.updateRows(deviceIdentifiers, rows, { key: ['deviceId', 'kind', 'value'], set: ['lastSeen', 'origin'] })
}

export async function writeStates(tx: Tx, rows: readonly OfDevice<State>[]): Promise<void> {
  const { deviceStates: states } = tx.tables(deviceTables)
  await tx.upsertRows(states, rows, {
    target: ['deviceId', 'source', 'depth'],
    set: ['snapshotId', 'observationId', 'auditDate', 'hardwareHash', 'softwareHash', 'networkHash'],
  })
}

/** Audits that say of their devices what they showed before: the newest now of what the same origin tells. */
export async function writeSeenAgain(
  tx: Tx,
  rows: readonly OfDevice<Omit<State, 'hardwareHash' | 'softwareHash' | 'networkHash'>>[],
): Promise<void> {
  const { devices, deviceStates } = tx.tables(deviceTables)
  await tx.updateRows(
    devices,
    rows.map(({ deviceId, snapshotId, auditDate }) => ({
      ...{ id: deviceId, lastSeen: auditDate, auditId: snapshotId, auditDate },
    })),
    { key: 'id', set: ['lastSeen', 'auditId', 'auditDate'] },
  )
  await tx.updateRows(deviceStates, rows, {
    key: ['deviceId', 'source', 'depth'],
    set: ['snapshotId', 'observationId', 'auditDate'],
  })
}

/** The states of a device are these alone. */
export async function replaceStates(tx: Tx, deviceId: string, states: readonly State[]): Promise<void> {
  const { deviceStates } = tx.tables(deviceTables)
  await tx.delete(deviceStates).where(eq(deviceStates.deviceId, deviceId))
  await writeStates(
    tx,
    states.map((state) => ({ ...state, deviceId })),
  )
}
