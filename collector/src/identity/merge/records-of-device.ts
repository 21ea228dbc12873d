import { changeIdsOf } from '../../change-log/record-changes.ts'
import { agentIdsOf } from '../../enrollment/agents/agents-of-devices.ts'
import { taskIdsOf } from '../../scanning/tasks/tasks-of-owner.ts'
import { snapshotIdsOf } from '../../snapshots/write/reassign-snapshots.ts'
import type { Db } from '../../store/store.ts'

/** Ids of all records that move with a device when it is merged. */
export const recordsOfDevice = async (db: Db, deviceId: string) => ({
  snapshots: await snapshotIdsOf(db, deviceId),
  changes: await changeIdsOf(db, deviceId),
  tasks: await taskIdsOf(db, deviceId),
  agents: await agentIdsOf(db, deviceId),
})
