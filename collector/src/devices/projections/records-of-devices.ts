import { reassignChanges } from '../../change-log/record-changes.ts'
import { deleteDoNotMerge, insertDoNotMerge } from '../../device-records/do-not-merge.ts'
import { writeMergeChanges } from '../../device-records/merge-changes.ts'
import { closeReviews, recordReviews } from '../../device-records/reviews.ts'
import { inheritTombstones } from '../../device-records/tombstones.ts'
import { reassignAgents } from '../../enrollment/agents/agents-of-devices.ts'
import { moveFindings } from '../../findings/states/move-findings.ts'
import { resolveFindingsOfDevices } from '../../findings/states/resolve-findings.ts'
import { endTasksOf, reassignTasks } from '../../scanning/tasks/tasks-of-owner.ts'
import { queueForOffload } from '../../snapshots/offload/queue-for-offload.ts'
import { reassignSnapshots } from '../../snapshots/write/reassign-snapshots.ts'
import { idsOf, isArchived, isDeleted, leavesLists } from '../changeset/changeset.ts'
import type { Projection } from './projection.ts'

// Projections of the records of devices that other rooms have.

/** Cancels the audits of devices that are archived, deleted or merged. */
export const tasks: Projection = {
  async apply(tx, changesets, { at }) {
    const deviceIds = idsOf(changesets, (each) => isArchived(each) || isDeleted(each))
    if (deviceIds.length > 0) await endTasksOf(tx, { deviceIds }, { status: 'Cancelled' }, at)
  },
}

/** Records merges and do-not-merge decisions. */
export const merges: Projection = {
  async apply(tx, changesets) {
    for (const { deviceId, merges: changes, doNotMerge } of changesets) {
      if (changes) await writeMergeChanges(tx, deviceId, changes)
      if (!doNotMerge) continue
      await deleteDoNotMerge(tx, doNotMerge.removed)
      await insertDoNotMerge(tx, doNotMerge.added)
    }
    await inheritTombstones(
      tx,
      changesets.flatMap(({ deviceId, returnedFrom }) =>
        returnedFrom === undefined ? [] : [{ departedId: returnedFrom, deviceId }],
      ),
    )
  },
}

/** Moves records of one device to another: snapshots, change log entries, tasks and agents. */
export const movedRecords: Projection = {
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

/** Moves or resolves the findings of devices that are merged, archived or deleted. */
export const findings: Projection = {
  async apply(tx, changesets, { at }) {
    for (const { deviceId, mergedInto } of changesets) {
      if (mergedInto !== undefined) await moveFindings(tx, { from: deviceId, to: mergedInto })
    }
    await resolveFindingsOfDevices(tx, idsOf(changesets, leavesLists), at)
  },
}

/** Opens and closes reviews of devices. */
export const reviews: Projection = {
  async apply(tx, changesets) {
    await recordReviews(
      tx,
      changesets.flatMap(({ review }) => (typeof review === 'object' ? [review] : [])),
    )
    const closed = idsOf(changesets, ({ review }) => review === 'closed')
    if (closed.length > 0) await closeReviews(tx, closed)
  },
}

/** Queues new snapshots for the site's snapshot storage. */
export const offload: Projection = {
  async apply(tx, changesets, { siteId, at }) {
    const ids = changesets.flatMap(({ snapshots }) => snapshots?.inserted?.map(({ id }) => id) ?? [])
    await queueForOffload(tx, siteId, ids, at)
  },
  async touch(tx, snapshots, { siteId, at }) {
    const ids = snapshots.map(({ snapshotId }) => snapshotId)
    await queueForOffload(tx, siteId, ids, at)
  },
}
