import { loadDevices } from '../../device-records/load-devices.ts'
import { modifiedBy, type Operation } from '../../device-records/operation.ts'
import { deviceHistoryTables } from '../../store/schema/device-history.ts'
import type { Db, Tx } from '../../store/store.ts'
import { applyChangesets } from '../changeset/apply.ts'
import { outOfArchive, restored } from './restore-changeset.ts'

/** Restores the archived ones of the devices. Part of a transaction: call `ctx.wakeOutbox()` after it. */
export async function restoreDevices(tx: Tx, operation: Operation, deviceIds: readonly string[]): Promise<void> {
  const archived = (await loadDevices(tx, deviceIds)).filter(({ row }) => row.isArchived)
  const archives = await readArchives(
    tx,
    archived.map(({ row }) => row.id),
  )
  const changesets = archived.map(({ row, states }) => {
    const after = { ...row, ...outOfArchive, restoredAt: operation.at, ...modifiedBy(operation) }
    return restored(operation, row, { row: after, states }, archives.get(row.id))
  })
  await applyChangesets(tx, changesets)
}

/** Reads the archived tags and installations of devices, by device id. */
export async function readArchives(db: Db, deviceIds: readonly string[]) {
  const { deviceArchives } = db.tables(deviceHistoryTables)
  const rows = await db.rowsAmong(deviceArchives, deviceIds, { key: 'deviceId', columns: ['deviceId', 'kept'] })
  return new Map(rows.map(({ deviceId, kept: archives }) => [deviceId, archives]))
}
