import { isDeepStrictEqual } from 'node:util'
import type { DeviceRow } from '../../device-records/load-devices.ts'
import { insertTombstones } from '../../device-records/tombstones.ts'
import { detachAgents } from '../../enrollment/agents/agents-of-devices.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import { among } from '../../store/sql.ts'
import { type DeviceChangeset, idsOf, isDeleted, isGone } from '../changeset/changeset.ts'
import { shownColumns } from '../list/shown-columns.ts'
import type { Projection } from './projection.ts'

/** Inserts and updates device rows. Most rows change little, so only columns that differ are written. */
export const rows: Projection = {
  async apply(tx, changesets) {
    const { devices } = tx.tables(deviceTables)
    const changed = rowChanges(changesets)
    const inserted = changed.flatMap(({ before, after }) => (before || !after ? [] : [after]))
    await tx.insertRows(devices, inserted)
    const updates = changed.flatMap(({ before, after }) => {
      const set = before && after && columnsFor(before, after)
      return set && set.length > 0 ? [{ after, set }] : []
    })
    for (const [set, part] of Map.groupBy(updates, (update) => update.set)) {
      const updated = part.map(({ after }) => after)
      // For many columns one statement for all rows costs less than one for each.
      if (set.length > narrowMax) await tx.upsertRows(devices, updated, { target: ['id'], set })
      else await tx.updateRows(devices, updated, { key: 'id', set })
    }
  },
  async touch(tx, snapshots) {
    const seen = snapshots.map(({ deviceId: id, snapshotId: auditId, auditDate }) => {
      return { id, lastSeen: auditDate, auditId, auditDate }
    })
    await tx.updateRows(tx.tables(deviceTables).devices, seen, {
      key: 'id',
      set: ['lastSeen', 'auditId', 'auditDate'],
    })
  },
}

/** Deletes the rows of deleted or merged devices, and with each row everything that refers to it. */
export const removals: Projection = {
  async apply(tx, changesets) {
    const removed = idsOf(changesets, isDeleted)
    if (removed.length === 0) return
    const gone = idsOf(changesets, isGone)
    if (gone.length > 0) {
      await detachAgents(tx, gone)
      await insertTombstones(tx, gone)
    }
    const { devices } = tx.tables(deviceTables)
    await tx.delete(devices).where(among(devices.id, removed))
  },
}

/** Maximum number of columns in a narrow update. */
const narrowMax = 8

/** The first and last row of each device. */
function rowChanges(changesets: readonly DeviceChangeset[]): DeviceChangeset['row'][] {
  const found = new Map<string, DeviceChangeset['row']>()
  for (const { deviceId, row } of changesets) {
    const earlier = found.get(deviceId)
    found.set(deviceId, { before: earlier ? earlier.before : row.before, after: row.after })
  }
  return [...found.values()]
}

const auditColumns: readonly (keyof DeviceRow)[] = ['lastSeen', 'auditId', 'auditDate']
const changeColumns: readonly (keyof DeviceRow)[] = [...auditColumns, 'modifiedAt', 'modifiedBy']
const observedColumns: readonly (keyof DeviceRow)[] = [
  ...changeColumns,
  ...shownColumns,
  ...(['auditSource', 'firstSeen', 'lastSegmentId', 'isArchived', 'archivedAt'] as const),
]
const editedColumns: readonly (keyof DeviceRow)[] = [
  ...(['assetTag', 'auditScheduleId', 'customFields', 'restoredAt'] as const),
]

/**
 * Sets of columns that are written together: for a device that answered again, was audited again, changed, was audited
 * by another origin, shows other fields, was edited, or all of it. Writing a column rewrites its indexes, so the first
 * set that contains every difference is used.
 */
const columnSets: readonly (readonly (keyof DeviceRow)[])[] = [
  [],
  ['lastSeen'],
  auditColumns,
  ['modifiedAt', 'modifiedBy'],
  changeColumns,
  [...changeColumns, 'auditSource'],
  ['modifiedAt', 'modifiedBy', 'searchText', ...editedColumns],
  observedColumns,
  [...observedColumns, ...editedColumns],
]

function columnsFor(before: DeviceRow, after: DeviceRow) {
  const differing = (Object.keys(after) as (keyof DeviceRow)[]).filter((key) => !isSame(before[key], after[key]))
  return columnSets.find((columns) => differing.every((key) => columns.includes(key)))
}

const isSame = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'object' && a !== null && isDeepStrictEqual(a, b))
