import { changeIdsOf } from '../../changes/reassign.ts'
import { agentIdsOf } from '../../enrolment/reassign.ts'
import { snapshotIdsOf } from '../../snapshots/reassign.ts'
import type { Db } from '../../store/store.ts'
import { taskIdsOf } from '../../tasks/reassign.ts'

/** Ids of all records that follow a device into the one it is merged into. */
export const recordsOfDevice = async (db: Db, deviceId: string) => ({
  snapshots: await snapshotIdsOf(db, deviceId),
  changes: await changeIdsOf(db, deviceId),
  tasks: await taskIdsOf(db, deviceId),
  agents: await agentIdsOf(db, deviceId),
})
