import { type DeviceRecord, loadDevices } from '../../device-records/load-devices.ts'
import { modifiedBy, type Operation } from '../../device-records/operation.ts'
import { type DeviceFields, mergeFields } from '../../matching/device-fields.ts'
import { keyOf } from '../../matching/lookup-keys.ts'
import { snapshotIdsIn } from '../../matching/newest-states.ts'
import { endOfTime, type StateAt, statesAt } from '../../snapshots/read/as-of.ts'
import type { Db } from '../../store/store.ts'
import { changesBetween, softwareBetween } from '../changeset/between.ts'
import { auditedRows } from '../changeset/changed-fields.ts'
import type { DeviceChangeset } from '../changeset/changeset.ts'
import { sightingsWithout } from '../sightings/sightings-without-snapshot.ts'
import { fieldsOfState, fieldsOfStates } from '../states/fields-of-states.ts'
import { currentAudit, fieldsOfRow, withKeys } from '../states/row-fields.ts'

/** Deletes a snapshot. Its device gets the fields and identifiers of its other snapshots. */
export async function snapshotDeleted(db: Db, deleted: StateAt, operation: Operation): Promise<DeviceChangeset> {
  const { snapshotId, deviceId, auditDate } = deleted
  const [device] = await loadDevices(db, [deviceId])
  const entry = { verb: 'Deleted' as const, entity: 'Snapshot', entityId: snapshotId, deviceId, from: auditDate }
  const shared = {
    operation,
    snapshots: { deleted: [snapshotId] },
    events: [{ type: 'snapshot.deleted' as const, subjectId: snapshotId, data: { deviceId, auditDate } }],
  }
  // The device was deleted before its snapshots.
  if (!device) return { ...shared, deviceId, row: { before: null, after: null }, changes: [entry] }
  const { sightings, gone } = await sightingsWithout(db, deleted)
  const identifiers = device.identifiers.filter((row) => !gone.has(keyOf(row)))
  const after = { ...(await deviceWithout(db, device, deleted, operation)), identifiers }
  return {
    ...shared,
    ...changesBetween(device, after),
    ...softwareBetween(device.states, after),
    ...(sightings && { sightings }),
    history: { rewriteFrom: auditDate },
    changes: [entry, ...auditedRows(device.row, fieldsOfRow(after.row))],
  }
}

/** A device without one of its snapshots. */
async function deviceWithout(
  db: Db,
  device: DeviceRecord,
  deleted: StateAt,
  operation: Operation,
): Promise<DeviceRecord> {
  if (!device.states.some((state) => snapshotIdsIn(state).includes(deleted.snapshotId))) return device
  const { row } = device
  const states = await statesAt(db, row.id, endOfTime, { without: [deleted.snapshotId] })
  const fields = fieldsLeft(fieldsOfRow(row), states, deleted)
  const after = withKeys({ ...row, ...fields, ...currentAudit(states), ...modifiedBy(operation) })
  return { ...device, row: after, states }
}

/** Fields by the remaining snapshots. A value that only the deleted one had is gone. */
function fieldsLeft(current: DeviceFields, states: readonly StateAt[], deleted: StateAt): DeviceFields {
  const left = fieldsOfStates(states)
  if (!left) return current
  const gone = fieldsOfState(deleted)
  const remaining = { ...current }
  for (const field of ['dnsName', 'macAddress', 'ipAddress', 'serialNumber', 'manufacturer', 'model'] as const) {
    if (current[field] === gone[field]) remaining[field] = null
  }
  return mergeFields(remaining, left, 'current')
}
