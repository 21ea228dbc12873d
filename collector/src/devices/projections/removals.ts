import { insertTombstones } from '../../device-records/tombstones.ts'
import { detachAgents } from '../../enrollment/agents/agents-of-devices.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import { among } from '../../store/sql.ts'
import { isDeleted } from '../changeset/changeset.ts'
import type { Projection } from './projection.ts'

/** Deletes the rows of deleted or merged devices, and with each row everything that refers to it. */
export const removals: Projection = {
  name: 'removals',
  async apply(tx, changesets) {
    const removed = changesets.filter(isDeleted)
    if (removed.length === 0) return
    const deleted = removed.filter(({ mergedInto }) => mergedInto === undefined).map(({ deviceId }) => deviceId)
    if (deleted.length > 0) {
      await detachAgents(tx, deleted)
      await insertTombstones(tx, deleted)
    }
    const { devices } = tx.tables(deviceTables)
    const ids = removed.map(({ deviceId }) => deviceId)
    await tx.delete(devices).where(among(devices.id, ids))
  },
}
