import { and, asc, eq } from 'drizzle-orm'
import type { DeviceRow } from '../../device-records/load-devices.ts'
import type { Operation } from '../../device-records/operation.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import { among } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'
import { applyChangesets } from '../changeset/apply.ts'
import type { DeviceChangeset } from '../changeset/changeset.ts'

/**
 * Deletes those of the devices that the site has, with their identifiers, tags, interfaces and installations, and
 * cancels their audits. Their snapshots stay for the site's retention time, readable by their ids, and so does the
 * change log. Part of a transaction: call `ctx.wakeOutbox()` after it. Returns the number of devices.
 */
export async function removeDevices(tx: Tx, operation: Operation, deviceIds: readonly string[]): Promise<number> {
  const { devices } = tx.tables(deviceTables)
  const ofSite = and(eq(devices.siteId, operation.siteId), among(devices.id, deviceIds))
  const found = await tx.select().from(devices).where(ofSite).orderBy(asc(devices.id))
  await applyChangesets(
    tx,
    found.map((row) => deleted(operation, row)),
  )
  return found.length
}

function deleted(operation: Operation, before: DeviceRow): DeviceChangeset {
  const { id: deviceId, name } = before
  return {
    operation,
    deviceId,
    row: { before, after: null },
    changes: [{ verb: 'Deleted', entity: 'Device', entityId: deviceId, deviceId, from: name }],
    events: [{ type: 'device.deleted', subjectId: deviceId, data: { name } }],
  }
}
