import { deviceTables } from '../../store/schema/devices.ts'
import type { Projection } from './projection.ts'

/** Writes the newest snapshot of each device by origin. */
export const states: Projection = {
  name: 'states',
  async apply(tx, changesets) {
    const { deviceStates } = tx.tables(deviceTables)
    const changed = changesets.flatMap(({ deviceId, states: each }) => (each ? [{ deviceId, ...each }] : []))
    await tx.deleteRows(
      deviceStates,
      changed.flatMap(({ deviceId, removed }) => removed.map((state) => ({ ...state, deviceId }))),
      ['deviceId', 'source', 'depth'],
    )
    const put = changed.flatMap(({ deviceId, put: some }) => some.map((state) => ({ ...state, deviceId })))
    const last = new Map(put.map((state) => [`${state.deviceId} ${state.source} ${state.depth}`, state]))
    await tx.upsertRows(deviceStates, [...last.values()], {
      target: ['deviceId', 'source', 'depth'],
      set: ['snapshotId', 'observationId', 'auditDate', 'hardwareHash', 'softwareHash', 'networkHash'],
    })
  },
  async touch(tx, snapshots) {
    await tx.updateRows(tx.tables(deviceTables).deviceStates, snapshots, {
      key: ['deviceId', 'source', 'depth'],
      set: ['snapshotId', 'observationId', 'auditDate'],
    })
  },
}
