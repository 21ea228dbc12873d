import type { DeviceRecord, DeviceRow } from '../../device-records/load-devices.ts'
import { modifiedBy, type Operation } from '../../device-records/operation.ts'
import { changesBetween, identifierChanges, softwareBetween } from '../../devices/changeset/between.ts'
import { auditedRows } from '../../devices/changeset/changed-fields.ts'
import type { DeviceChangeset, SightingChanges } from '../../devices/changeset/changeset.ts'
import { fieldsOfStates } from '../../devices/states/fields-of-states.ts'
import { currentAudit, fieldsOfRow, withKeys } from '../../devices/states/row-fields.ts'
import { type DeviceFields, mergeFields } from '../../matching/device-fields.ts'
import { keyOf } from '../../matching/lookup-keys.ts'
import { isTransient } from '../../matching/update-identifiers.ts'
import type { StateAt } from '../../snapshots/read/as-of.ts'
import { type Assignment, rowsOf } from './assign-groups.ts'
import type { Component } from './component.ts'

const unknown: DeviceFields = {
  name: 'unknown',
  dnsName: null,
  macAddress: null,
  ipAddress: null,
  serialNumber: null,
  type: 'unknown',
  manufacturer: null,
  model: null,
}

/** Makes a device show exactly the data of its sightings and snapshots. `before` is null for a new device. */
export function reclustered(
  operation: Operation,
  before: DeviceRecord | null,
  assignment: Assignment,
  component: Component,
  { states, sightings }: { states: StateAt[]; sightings: SightingChanges },
): DeviceChangeset {
  const { deviceId, group } = assignment
  const reported = reportedByOthers(assignment, component)
  const remaining = (before?.identifiers ?? []).filter(
    (row) => reported.has(keyOf(row)) && !group.identifiers.has(keyOf(row)),
  )
  const row: DeviceRow = withKeys({
    ...(before?.row ?? newRow(operation, deviceId)),
    ...currentAudit(states),
    ...modifiedBy(operation),
    ...shownBy(states, assignment, component),
    ...seenAt(assignment, component),
  })
  const after = { row, states, identifiers: [...group.identifiers.values(), ...remaining] }
  const { name, type } = row
  return {
    operation,
    ...changesBetween(before, after),
    ...softwareBetween(before?.states ?? [], after),
    sightings,
    history: { rewriteFrom: row.firstSeen },
    changes: before
      ? auditedRows(before.row, fieldsOfRow(row))
      : [{ verb: 'Added', entity: 'Device', entityId: deviceId, deviceId, to: name }],
    events: [{ type: before ? 'device.modified' : 'device.added', subjectId: deviceId, data: { name, type } }],
  }
}

function newRow({ siteId, at, actor }: Operation, id: string): DeviceRow {
  return {
    ...withKeys({ ...unknown, assetTag: null, customFields: {} }),
    ...{ id, siteId, firstSeen: at, lastSeen: at, modifiedAt: at, modifiedBy: actor },
    ...{ auditId: null, auditDate: null, auditSource: null, auditScheduleId: null, lastSegmentId: null },
    ...{ isArchived: false, archivedAt: null, restoredAt: null },
  }
}

/** Fields by the snapshots, and by answers to pings, which leave no snapshot: oldest first, as they were observed. */
function shownBy(states: StateAt[], assignment: Assignment, component: Component): DeviceFields {
  const fields = fieldsOfStates(states)
  const standing = fields ? 'fill' : 'current'
  return [...rowsOf(assignment, component.sightings), ...othersOf(assignment, component)]
    .sort((a, b) => (a.lastAt < b.lastAt ? -1 : 1))
    .reduce((shown, row) => (row.fields ? mergeFields(shown, row.fields, standing) : shown), fields ?? unknown)
}

const othersOf = ({ deviceId }: Assignment, { others }: Component) => others.filter((row) => row.deviceId === deviceId)

const reportedByOthers = (assignment: Assignment, component: Component): Set<string> =>
  new Set(othersOf(assignment, component).flatMap(({ evidence }) => evidence.map(keyOf)))

function seenAt(assignment: Assignment, component: Component): { firstSeen: string; lastSeen: string } {
  const { firstSeen, lastSeen } = assignment.group
  const others = othersOf(assignment, component)
  return {
    firstSeen: others.map(({ firstAt }) => firstAt).reduce((a, b) => (a < b ? a : b), firstSeen),
    lastSeen: others.map(({ lastAt }) => lastAt).reduce((a, b) => (a > b ? a : b), lastSeen),
  }
}

/**
 * Updates devices whose sightings stay: times, names and addresses follow from all sightings in order. Lasting
 * identifiers stay unless another device has them.
 */
export function resynced(
  operation: Operation,
  assignments: readonly Assignment[],
  component: Component,
): DeviceChangeset[] {
  const held = new Set(assignments.flatMap(({ group }) => [...group.identifiers.keys()]))
  return assignments.flatMap((assignment): DeviceChangeset[] => {
    const { deviceId, group } = assignment
    const device = component.devices.get(deviceId)
    if (!device) return []
    const { row: before, identifiers } = device
    const reported = reportedByOthers(assignment, component)
    const remaining = identifiers.filter((row) => {
      const key = keyOf(row)
      return !group.identifiers.has(key) && (reported.has(key) || !(held.has(key) || isTransient(row)))
    })
    const row = { before, after: { ...before, ...seenAt(assignment, component) } }
    const changes = identifierChanges(identifiers, [...group.identifiers.values(), ...remaining])
    return [{ operation, deviceId, row, identifiers: changes, changes: [], events: [] }]
  })
}
