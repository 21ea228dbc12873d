import { reassignChanges } from '../../change-log/record-changes.ts'
import { reassignAgents } from '../../enrollment/agents/agents-of-devices.ts'
import { reassignTasks } from '../../scanning/tasks/tasks-of-owner.ts'
import { reassignSnapshots } from '../../snapshots/write/reassign-snapshots.ts'
import type { Projection } from './projection.ts'

/** Moves records of one device to another: snapshots, change log entries, tasks and agents. */
export const movedRecords: Projection = {
  name: 'moved records',
  async apply(tx, changesets) {
    for (const { deviceId: to, moved } of changesets) {
      if (!moved) continue
      const { from, snapshots = [], changes = [], tasks = [], agents = [] } = moved
      await reassignSnapshots(tx, { from, to, ids: snapshots })
      await reassignChanges(tx, { from, to, ids: changes })
      await reassignTasks(tx, { from, to, ids: tasks })
      await reassignAgents(tx, { from, to, ids: agents })
    }
  },
}
