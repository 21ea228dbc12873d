import { endTasksOf } from '../../scanning/tasks/tasks-of-owner.ts'
import { isArchived, isDeleted } from '../changeset/changeset.ts'
import type { Projection } from './projection.ts'

/** Cancels the audits of devices that are archived, deleted or merged. */
export const tasks: Projection = {
  name: 'tasks',
  async apply(tx, changesets, { at }) {
    const deviceIds = changesets.flatMap((each) => (isArchived(each) || isDeleted(each) ? [each.deviceId] : []))
    if (deviceIds.length > 0) await endTasksOf(tx, { deviceIds }, { status: 'Cancelled' }, at)
  },
}
