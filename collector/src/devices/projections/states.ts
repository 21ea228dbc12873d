import { originOf } from '../../matching/newest-states.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import type { Projection } from './projection.ts'

const hashes = ['hardwareHash', 'softwareHash', 'networkHash', 'customFieldsHash'] as const

/** Writes the states of devices. An unchanged snapshot leaves the sections of a state as they are. */
export const states: Projection = {
  async apply(tx, changesets) {
    const { deviceStates } = tx.tables(deviceTables)
    const changed = changesets.flatMap(({ deviceId, states: each }) => (each ? [{ deviceId, ...each }] : []))
    await tx.deleteRows(
      deviceStates,
      changed.flatMap(({ deviceId, removed }) => removed.map((state) => ({ ...state, deviceId }))),
      ['deviceId', 'source', 'depth'],
    )
    const put = changed.flatMap(({ deviceId, put: some }) => some.map((state) => ({ ...state, deviceId })))
    const last = new Map(put.map((state) => [`${state.deviceId} ${originOf(state)}`, state]))
    await tx.upsertRows(deviceStates, [...last.values()], {
      target: ['deviceId', 'source', 'depth'],
      set: ['snapshotId', 'observationId', 'auditDate', ...hashes, 'earlier'],
    })
  },
  async touch(tx, snapshots) {
    await tx.updateRows(tx.tables(deviceTables).deviceStates, snapshots, {
      key: ['deviceId', 'source', 'depth'],
      set: ['snapshotId', 'observationId', 'auditDate'],
    })
  },
}
