import { recordChanges } from '../changes/record.ts'
import { judgeDevices } from '../compliance/judge.ts'
import { auditedRows } from '../devices/changed-rows.ts'
import { fieldsOfStates } from '../devices/fields-of-states.ts'
import type { DeviceRow } from '../devices/load.ts'
import { requireWhole } from '../devices/merging/whole-device.ts'
import { writeTold } from '../devices/merging/write-told.ts'
import { fieldsOfRow, withKeys } from '../devices/row-fields.ts'
import { writeChangedDevices, writeDevices, writeIdentifiers } from '../devices/write.ts'
import { recordEvents } from '../events/record.ts'
import { type DeviceFields, mergeFields } from '../reconciliation/device-fields.ts'
import { type Identifier, isTransient } from '../reconciliation/identifiers.ts'
import { keyOf } from '../reconciliation/lookup-keys.ts'
import { endOfTime, statesAt } from '../snapshots/as-of.ts'
import type { Tx } from '../store/store.ts'
import { type Assignment, rowsOf } from './assign-groups.ts'
import type { Component } from './component.ts'

/** Who changes a device, and when. */
export type Mark = { modifiedAt: string; modifiedBy: NonNullable<DeviceRow['modifiedBy']> }

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

/** A device for what is not of the one that it was taken for. What it shows is written with its snapshots. */
export async function makeDevice(tx: Tx, siteId: string, { deviceId, group }: Assignment, mark: Mark): Promise<void> {
  const row: DeviceRow = {
    ...withKeys({ ...unknown, assetTag: null, customFields: {}, ...mark }),
    id: deviceId,
    siteId,
    firstSeen: group.firstSeen,
    lastSeen: group.lastSeen,
    auditId: null,
    auditDate: null,
    auditSource: null,
    auditScheduleId: null,
    lastSegmentId: null,
    isArchived: false,
    archivedAt: null,
    restoredAt: null,
  }
  await writeDevices(tx, [row])
}

/** A device whose sightings are other ones now: it shows what these say, and nothing of what was another's. */
export async function rewriteDevice(
  tx: Tx,
  siteId: string,
  assignment: Assignment,
  component: Component,
  mark: Mark,
): Promise<void> {
  const { deviceId, isNew, group } = assignment
  const whole = await requireWhole(tx, deviceId)
  const { firstSeen, lastSeen } = seenAt(assignment, component)
  const shown = await shownBy(tx, assignment, component)
  const told = toldByOthers(assignment, component)
  const kept = whole.identifiers.filter((row) => told.has(keyOf(row)) && !group.identifiers.has(keyOf(row)))
  const identifiers = [...group.identifiers.values(), ...kept]
  const after = await writeTold(tx, { ...whole, identifiers }, { ...mark, ...shown, firstSeen, lastSeen })
  await judgeDevices(tx, siteId, [deviceId], mark.modifiedAt)
  const line = { verb: 'Added' as const, entity: 'Device', entityId: deviceId, deviceId, to: after.name }
  await recordChanges(tx, {
    siteId,
    actor: mark.modifiedBy.name,
    timestamp: mark.modifiedAt,
    rows: isNew ? [line] : auditedRows(whole.row, fieldsOfRow(after)),
  })
  const type = isNew ? ('device.added' as const) : ('device.modified' as const)
  const data = { name: after.name, type: after.type }
  await recordEvents(tx, { siteId, timestamp: mark.modifiedAt, events: [{ type, subjectId: deviceId, data }] })
}

/** What its snapshots show, and the answers to pings, of which there are none: oldest first, as they came to be known. */
async function shownBy(tx: Tx, assignment: Assignment, component: Component): Promise<DeviceFields> {
  const told = fieldsOfStates(await statesAt(tx, assignment.deviceId, endOfTime))
  const standing = told ? 'fill' : 'current'
  return [...rowsOf(assignment, component.sightings), ...othersOf(assignment, component)]
    .sort((a, b) => (a.lastAt < b.lastAt ? -1 : 1))
    .reduce((shown, { fields }) => (fields ? mergeFields(shown, fields, standing) : shown), told ?? unknown)
}

const othersOf = ({ deviceId }: Assignment, { others }: Component) => others.filter((row) => row.deviceId === deviceId)

const toldByOthers = (assignment: Assignment, component: Component): Set<string> =>
  new Set(othersOf(assignment, component).flatMap(({ evidence }) => evidence.map(keyOf)))

function seenAt(assignment: Assignment, component: Component): { firstSeen: string; lastSeen: string } {
  const { firstSeen, lastSeen } = assignment.group
  const others = othersOf(assignment, component)
  return {
    firstSeen: others.map(({ firstAt }) => firstAt).reduce((a, b) => (a < b ? a : b), firstSeen),
    lastSeen: others.map(({ lastAt }) => lastAt).reduce((a, b) => (a > b ? a : b), lastSeen),
  }
}

/** When it was seen, in the light of what it was seen as. */
export async function syncTimes(tx: Tx, assignments: readonly Assignment[], component: Component): Promise<void> {
  const known = assignments.flatMap(({ deviceId }) => component.devices.get(deviceId) ?? [])
  const times = new Map(assignments.map((each) => [each.deviceId, seenAt(each, component)]))
  await writeChangedDevices(
    tx,
    known.map(({ row }) => ({ before: row, after: { ...row, ...times.get(row.id) } })),
  )
}

/** Names and addresses as they are after all sightings in their order; what lasts and is no other's is kept. */
export async function syncIdentifiers(
  tx: Tx,
  siteId: string,
  assignments: readonly Assignment[],
  component: Component,
): Promise<void> {
  const held = new Set(assignments.flatMap(({ group }) => [...group.identifiers.keys()]))
  const written: (Identifier & { deviceId: string })[] = []
  const removed: (Identifier & { deviceId: string })[] = []
  for (const assignment of assignments) {
    const { deviceId, group } = assignment
    const told = toldByOthers(assignment, component)
    const before = new Map((component.devices.get(deviceId)?.identifiers ?? []).map((row) => [keyOf(row), row]))
    for (const [key, row] of group.identifiers) if (!isSame(before.get(key), row)) written.push({ ...row, deviceId })
    for (const [key, row] of before) {
      if (!group.identifiers.has(key) && !told.has(key) && (held.has(key) || isTransient(row)))
        removed.push({ ...row, deviceId })
    }
  }
  await writeIdentifiers(tx, siteId, written, removed)
}

const isSame = (before: Identifier | undefined, after: Identifier): boolean =>
  before?.firstSeen === after.firstSeen && before.lastSeen === after.lastSeen
