import { and, eq } from 'drizzle-orm'
import type { KnownIdentifier } from '../reconciliation/compare.ts'
import type { Identifier } from '../reconciliation/identifiers.ts'
import type { State } from '../reconciliation/standing.ts'
import { deviceTables } from '../store/schema/devices.ts'
import type { Tx } from '../store/store.ts'
import type { DeviceRow } from './load.ts'
import { changedDevices, reviewDuplicates } from './merging/review-duplicates.ts'

/** What audits say of a device, and what it is sorted and found by. */
export const shownColumns = [
  'name',
  'nameKey',
  'dnsName',
  'macAddress',
  'ipAddress',
  'ipKey',
  'serialNumber',
  'type',
  'manufacturer',
  'model',
  'searchText',
] as const

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

/** All that changes of a device that was seen again with nothing new, by an answer or by an audit. */
const seenColumns = ['lastSeen', 'auditId', 'auditDate', 'auditSource'] as const

/**
 * The same of devices as they are stored (undefined: not yet) and as they are now. Most of them were only seen again,
 * which concerns few of the indexes.
 */
export async function writeChangedDevices(
  tx: Tx,
  changes: readonly { before: DeviceRow | undefined; after: DeviceRow }[],
): Promise<void> {
  const { devices } = tx.tables(deviceTables)
  const again: DeviceRow[] = []
  const audited: DeviceRow[] = []
  const others: DeviceRow[] = []
  for (const { before, after } of changes) {
    const differing = before === undefined ? undefined : differingKeys(before, after)
    if (!differing?.every((key) => seenColumns.some((column) => column === key))) others.push(after)
    else if (differing.some((key) => key !== 'lastSeen')) audited.push(after)
    else if (differing.length > 0) again.push(after)
  }
  await writeDevices(tx, others)
  await tx.updateRows(devices, again, { key: 'id', set: ['lastSeen'] })
  await tx.updateRows(devices, audited, { key: 'id', set: seenColumns })
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

export async function writeStates(tx: Tx, rows: readonly OfDevice<State>[]): Promise<void> {
  const { deviceStates: states } = tx.tables(deviceTables)
  await tx.upsertRows(states, rows, {
    target: ['deviceId', 'source', 'depth'],
    set: ['snapshotId', 'observationId', 'auditDate', 'hardwareHash', 'softwareHash', 'networkHash'],
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
