import { changeIdsOf } from '../../change-log/reassign.ts'
import { agentIdsOf } from '../../enrollment/agents/reassign.ts'
import { taskIdsOf } from '../../scanning/tasks/reassign.ts'
import { snapshotIdsOf } from '../../snapshots/write/reassign.ts'
import type { Db } from '../../store/store.ts'

/** Ids of all records that follow a device into the one it is merged into. */
export const recordsOfDevice = async (db: Db, deviceId: string) => ({
  snapshots: await snapshotIdsOf(db, deviceId),
  changes: await changeIdsOf(db, deviceId),
  tasks: await taskIdsOf(db, deviceId),
  agents: await agentIdsOf(db, deviceId),
})
