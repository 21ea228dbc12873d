import type { ChangeRow } from '../changes/record.ts'
import { judgeDevices } from '../compliance/judge.ts'
import { forgetSighting } from '../identity/forget-sighting.ts'
import { type DeviceFields, mergeFields } from '../reconciliation/device-fields.ts'
import { keyOf } from '../reconciliation/lookup-keys.ts'
import { ownerOf } from '../reconciliation/standing.ts'
import { endOfTime, type StateAt, statesAt } from '../snapshots/as-of.ts'
import { replaceInstallations } from '../software/installations.ts'
import { ensureProducts } from '../software/products.ts'
import type { Tx } from '../store/store.ts'
import { auditedRows } from './changed-rows.ts'
import { fieldsOfState, fieldsOfStates } from './fields-of-states.ts'
import { noteVersions } from './history/note-versions.ts'
import { requestRewrites } from './history/request-rewrites.ts'
import { type DeviceRow, loadDevices } from './load.ts'
import { currentAudit, fieldsOfRow, withKeys } from './row-fields.ts'
import { replaceStates, writeDevices, writeIdentifiers } from './write.ts'
import { writeAnnounced } from './write-announced.ts'

/**
 * Makes a device's record follow from the snapshots that are left, in the transaction in which one was deleted: the
 * current one, its fields, neighbours, installations, and what identifies it. Tells which of its fields changed.
 */
export async function forgetSnapshot(tx: Tx, deleted: StateAt, now: string): Promise<ChangeRow[]> {
  const [device] = await loadDevices(tx, [deleted.deviceId])
  // The device was deleted before its snapshots.
  if (!device) return []
  const forgotten = await forgetSighting(tx, deleted)
  const gone = device.identifiers.filter((row) => forgotten.has(keyOf(row)))
  await writeIdentifiers(
    tx,
    device.row.siteId,
    [],
    gone.map((row) => ({ ...row, deviceId: deleted.deviceId })),
  )
  await requestRewrites(tx, device.row.siteId, [{ deviceId: device.row.id, from: deleted.auditDate }])
  const wasNewest = device.states.some(({ snapshotId }) => snapshotId === deleted.snapshotId)
  return wasNewest ? followStates(tx, device.row, deleted, now) : []
}

async function followStates(tx: Tx, before: DeviceRow, deleted: StateAt, now: string): Promise<ChangeRow[]> {
  const { id, siteId } = before
  const states = await statesAt(tx, id, endOfTime)
  await replaceStates(tx, id, states)
  const fields = fieldsLeft(before, states, deleted)
  const after = withKeys({ ...before, ...fields, ...currentAudit(states), modifiedAt: now })
  await writeDevices(tx, [after])
  if (!after.isArchived) await noteVersions(tx, [{ row: after, at: now }])
  const network = ownerOf(states, 'networkHash') as StateAt | undefined
  await writeAnnounced(tx, new Map([[id, network?.data.network ?? {}]]))
  const software = (ownerOf(states, 'softwareHash') as StateAt | undefined)?.data.software ?? []
  if (!before.isArchived) {
    await replaceInstallations(tx, new Map([[id, software]]), await ensureProducts(tx, siteId, software, now), now)
  }
  await judgeDevices(tx, siteId, [id], now)
  return auditedRows(before, fields)
}

/** What the snapshots that are left say; of what they do not know, what did not come from the deleted one stays. */
function fieldsLeft(before: DeviceRow, states: readonly StateAt[], deleted: StateAt): DeviceFields {
  const known = fieldsOfRow(before)
  const left = fieldsOfStates(states)
  if (!left) return known
  const gone = fieldsOfState(deleted)
  for (const field of ['dnsName', 'macAddress', 'ipAddress', 'serialNumber', 'manufacturer', 'model'] as const) {
    if (known[field] === gone[field]) known[field] = null
  }
  return mergeFields(known, left, 'current')
}
