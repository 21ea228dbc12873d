import { and, asc } from 'drizzle-orm'
import { inList } from '../../device-records/listed-devices.ts'
import type { DeviceRow } from '../../device-records/load-devices.ts'
import { modifiedBy, type Operation } from '../../device-records/operation.ts'
import { installationsOf } from '../../software/installations/archived-installations.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import { among } from '../../store/sql.ts'
import type { Db, Tx } from '../../store/store.ts'
import { applyChangesets } from '../changeset/apply.ts'
import type { DeviceChangeset } from '../changeset/changeset.ts'
import { tagsOfDevices } from '../tags/tags-of-devices.ts'

/**
 * Archives the listed ones of the devices: lists and totals leave them out, and their audits are cancelled. Their tags
 * and installations are stored for their return; snapshots, identifiers and change log stay. Part of a transaction:
 * call `ctx.wakeOutbox()` after it. Returns the number of devices.
 */
export async function archiveDevices(tx: Tx, operation: Operation, deviceIds: readonly string[]): Promise<number> {
  const { devices } = tx.tables(deviceTables)
  const listed = and(inList(tx, operation.siteId), among(devices.id, deviceIds))
  const found = await tx.select().from(devices).where(listed).orderBy(asc(devices.id))
  await applyChangesets(tx, await archived(tx, found, operation))
  return found.length
}

async function archived(db: Db, found: readonly DeviceRow[], operation: Operation): Promise<DeviceChangeset[]> {
  const { at } = operation
  const tags = await tagsOfDevices(
    db,
    found.map(({ id }) => id),
  )
  const changesets: DeviceChangeset[] = []
  for (const before of found) {
    const { id: deviceId, name } = before
    const tagIds = (tags.get(deviceId) ?? []).map(({ id }) => id)
    const line = { verb: 'Modified' as const, entity: 'Device', entityId: deviceId, deviceId }
    changesets.push({
      operation,
      deviceId,
      row: { before, after: { ...before, isArchived: true, archivedAt: at, ...modifiedBy(operation) } },
      archive: { tagIds, installations: await installationsOf(db, deviceId) },
      tags: { attached: [], detached: tagIds },
      changes: [{ ...line, field: 'archivedAt', from: null, to: at }],
      events: [{ type: 'device.archived', subjectId: deviceId, data: { name } }],
    })
  }
  return changesets
}
