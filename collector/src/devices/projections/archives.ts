import { deviceHistoryTables } from '../../store/schema/device-history.ts'
import { among } from '../../store/sql.ts'
import { idsOf, isRestored } from '../changeset/changeset.ts'
import type { Projection } from './projection.ts'

/** Stores the data that archived devices need for their return, and deletes it after they are restored. */
export const archives: Projection = {
  async apply(tx, changesets) {
    const { deviceArchives } = tx.tables(deviceHistoryTables)
    const archived = changesets.flatMap(({ deviceId, archive }) => (archive ? [{ deviceId, kept: archive }] : []))
    await tx.insertRows(deviceArchives, archived)
    const restored = idsOf(changesets, isRestored)
    if (restored.length > 0) await tx.delete(deviceArchives).where(among(deviceArchives.deviceId, restored))
  },
}
