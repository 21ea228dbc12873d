import { and, asc, eq, inArray } from 'drizzle-orm'
import { recordChanges } from '../changes/record.ts'
import { forgetDevices } from '../enrolment/forget-devices.ts'
import { recordEvents } from '../events/record.ts'
import { forgetInstallations } from '../software/installations.ts'
import { deviceTables } from '../store/schema/devices.ts'
import { valueChunks } from '../store/sql.ts'
import type { Tx } from '../store/store.ts'
import { endTasksOf } from '../tasks/end-tasks-of.ts'
import { endVersions } from './history/record-versions.ts'
import { rememberDeparted } from './merging/departed.ts'

type Removal = { siteId: string; actor: string; timestamp: string; deviceIds: readonly string[] }

/**
 * Deletes those of the devices that the site has, with what identifies them, their tags, interfaces and installations,
 * and cancels their audits. Their snapshots stay as long as the site's retention says, readable by their ids, and so
 * does the change log. Part of a transaction: call `ctx.wakeOutbox()` after it. Tells how many there were.
 */
export async function removeDevices(tx: Tx, { siteId, actor, timestamp, deviceIds }: Removal): Promise<number> {
  const { devices } = tx.tables(deviceTables)
  let count = 0
  for (const chunk of valueChunks(deviceIds)) {
    const found = await tx
      .select({ id: devices.id, name: devices.name })
      .from(devices)
      .where(and(eq(devices.siteId, siteId), inArray(devices.id, chunk)))
      .orderBy(asc(devices.id))
    const ids = found.map(({ id }) => id)
    await endTasksOf(tx, { deviceIds: ids }, { status: 'Cancelled' }, timestamp)
    await forgetInstallations(tx, ids, timestamp)
    await forgetDevices(tx, ids)
    await rememberDeparted(tx, ids)
    await endVersions(tx, ids, timestamp)
    // What else is kept of a device refers to it and goes with it.
    await tx.delete(devices).where(inArray(devices.id, ids))
    const rows = found.map(({ id, name }) => ({
      verb: 'Deleted' as const,
      entity: 'Device',
      entityId: id,
      deviceId: id,
      from: name,
    }))
    await recordChanges(tx, { siteId, actor, timestamp, rows })
    const events = found.map(({ id, name }) => ({ type: 'device.deleted' as const, subjectId: id, data: { name } }))
    await recordEvents(tx, { siteId, timestamp, events })
    count += found.length
  }
  return count
}
