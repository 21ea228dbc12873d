import { newId } from '@rollcall/shared/ids.ts'
import type { DeviceRow } from '../../device-records/load-devices.ts'
import { modifiedBy, type Operation } from '../../device-records/operation.ts'
import { isSeenAgain, outOfArchive } from '../../devices/archive/restore-changeset.ts'
import { currentAudit, fieldsOfRow, withKeys } from '../../devices/states/row-fields.ts'
import { type DeviceFields, mergeFields } from '../../matching/device-fields.ts'
import { ownerOf, type State } from '../../matching/newest-states.ts'
import type { Origin } from '../accept/delivery.ts'
import type { LoadedDevice, Observed } from './unit-of-work.ts'

/** The actor of a change: the agent or Audit Service that observed, or the caller that delivered the observation. */
export function actorOf({ auditServiceId, agentId, caller, actor }: Origin): Operation['actor'] {
  if (auditServiceId !== undefined) return { kind: 'service', id: auditServiceId, name: actor }
  if (agentId !== undefined) return { kind: 'agent', id: agentId, name: actor }
  return { kind: 'system', id: '', ...caller, name: actor }
}

/** Creates a device that only this observation describes. */
export function newDevice(operation: Operation, { fields, observedAt }: Observed): LoadedDevice {
  const row: DeviceRow = {
    ...withKeys({ ...fields, assetTag: null, customFields: {} }),
    ...{ id: newId(), siteId: operation.siteId, firstSeen: observedAt, lastSeen: observedAt, ...modifiedBy(operation) },
    ...{ auditId: null, auditDate: null, auditSource: null, auditScheduleId: null, lastSegmentId: null },
    ...{ isArchived: false, archivedAt: null, restoredAt: null },
  }
  return { row, states: [], identifiers: new Map(), sightings: new Map() }
}

type After = { states: readonly State[]; state: State | undefined; isNewest: boolean; isNew: boolean }

/** The row of a device after an observation. */
export function rowAfter(
  operation: Operation,
  { row, states: statesBefore }: LoadedDevice,
  observation: Observed,
  { states, state, isNewest, isNew }: After,
): DeviceRow {
  const { observedAt, delivery } = observation
  const before = fieldsOfRow(row)
  const fields = isNew
    ? before
    : mergeFields(before, observation.fields, standingOf(states, observation, state, isNewest))
  const hasNewFields = !isSame(before, fields)
  const isBack = isSeenAgain(row, observedAt)
  const movesOn = isNewest || row.lastSegmentId === null
  return {
    ...(hasNewFields ? withKeys({ ...row, ...fields }) : row),
    firstSeen: observedAt < row.firstSeen ? observedAt : row.firstSeen,
    lastSeen: observedAt > row.lastSeen ? observedAt : row.lastSeen,
    ...(isBack ? outOfArchive : {}),
    ...(hasNewSections(statesBefore, states) || hasNewFields || isBack ? modifiedBy(operation) : {}),
    ...currentAudit(states),
    lastSegmentId: (movesOn ? delivery.segmentId : undefined) ?? row.lastSegmentId,
  }
}

/** Decides the standing of an observation. One from outside counts only while there is no audit. */
function standingOf(
  states: readonly State[],
  { head }: Observed,
  state: State | undefined,
  isNewest: boolean,
): 'current' | 'fill' {
  if (head.depth === 'audit') return ownerOf(states)?.snapshotId === state?.snapshotId ? 'current' : 'fill'
  return isNewest && !states.some(({ depth }) => depth === 'audit') ? 'current' : 'fill'
}

const hasNewSections = (before: readonly State[], after: readonly State[]): boolean =>
  after.some((state) => {
    const earlier = before.find(({ source, depth }) => source === state.source && depth === state.depth)
    return !earlier || hasOtherSections(earlier, state)
  })

/**
 * Compares hardware and network only by whether they were read. Comparing contents shows whether more than counters
 * differ.
 */
const hasOtherSections = (before: State, now: State): boolean =>
  before.softwareHash !== now.softwareHash ||
  (before.hardwareHash === null) !== (now.hardwareHash === null) ||
  (before.networkHash === null) !== (now.networkHash === null)

const isSame = (a: DeviceFields, b: DeviceFields) =>
  (Object.keys(a) as (keyof DeviceFields)[]).every((key) => a[key] === b[key])

type Late = { observedAt: string; fields: DeviceFields; hasSnapshot: boolean }

/** Reports whether an observation is older than the device's last one and changes the device as shown at that time. */
export function changesPast(row: DeviceRow, { observedAt, fields, hasSnapshot }: Late): boolean {
  if (observedAt < row.firstSeen) return true
  if (!hasSnapshot || observedAt >= row.lastSeen) return false
  const now = fieldsOfRow(row)
  return row.modifiedAt > observedAt || !isSame(now, mergeFields(now, fields, 'current'))
}
