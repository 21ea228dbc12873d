import { type ChangeRow, fieldsOf } from '../../change-log/record-changes.ts'
import { inheritedPairs, pairOf } from '../../device-records/do-not-merge.ts'
import { recordsOfMerge } from '../../device-records/merges.ts'
import { modifiedBy, type Operation } from '../../device-records/operation.ts'
import { loadSightings } from '../../device-records/sightings.ts'
import { changesBetween, softwareBetween } from '../../devices/changeset/between.ts'
import { auditedRows, editedRows } from '../../devices/changeset/changed-fields.ts'
import type { DeviceChangeset } from '../../devices/changeset/changeset.ts'
import { foundationOf } from '../../devices/sightings/first-sighting.ts'
import { withStates } from '../../devices/states/fields-of-states.ts'
import { fieldsOfRow } from '../../devices/states/row-fields.ts'
import { scheduleName } from '../../scanning/schedules/assign-schedule.ts'
import { endOfTime, statesAt } from '../../snapshots/read/as-of.ts'
import { snapshotIdsOf } from '../../snapshots/write/reassign-snapshots.ts'
import type { UnmergeData, WholeDevice } from '../../store/schema/merges.ts'
import type { Db } from '../../store/store.ts'
import { decided } from '../recluster/decide-sightings.ts'
import { commonSightings } from './common-sightings.ts'
import { type Assigned, assignLater, laterOf } from './later-sightings.ts'
import { unmergeFields } from './unmerge-fields.ts'

type LastMerge = { id: string; otherId: string; kept: UnmergeData }

/**
 * Undoes the last merge of a device. The other device returns under its own id, with its own records and with later
 * ones that carry its evidence. No rule merges the two again.
 */
export async function unmerged(
  db: Db,
  operation: Operation,
  survivor: WholeDevice,
  merge: LastMerge,
): Promise<[survivor: DeviceChangeset, other: DeviceChangeset]> {
  const { siteId, at, actor } = operation
  const { id: survivorId } = survivor.row
  const { otherId, kept } = merge
  const records = await recordsOfMerge(db, merge.id)
  const atMerge = new Set([...records.snapshot, ...records.ownSnapshot])
  const later = (await snapshotIdsOf(db, survivorId)).filter((id) => !atMerge.has(id))
  const seen = await loadSightings(db, [survivorId])
  const mergedKeys = new Set(records.sighting)
  const assigned = assignLater(
    kept,
    await laterOf(
      db,
      siteId,
      kept,
      later,
      seen.filter(({ key }) => !mergedKeys.has(key)),
    ),
  )
  const restored = unmergeFields(kept, survivor, assigned)
  const matches = matchesOf(assigned.theirs, { from: survivorId, by: actor.name, at })
  const leaving = [...records.snapshot, ...matches.keys()]

  const hasSchedule = (await scheduleName(db, restored.other.row.auditScheduleId)) !== null
  const stamp = modifiedBy(operation)
  const ours = withStates(restored.survivor, await statesAt(db, survivorId, endOfTime, { without: leaving }), stamp)
  const theirs = withStates(restored.other, await statesAt(db, survivorId, endOfTime, { only: leaving }), {
    ...stamp,
    ...(hasSchedule ? {} : { auditScheduleId: null }),
  })
  const theirKeys = new Set([...mergedKeys, ...assigned.theirs.map(({ key }) => key)])
  const sightings = commonSightings(seen, [
    {
      deviceId: survivorId,
      had: kept.sightings?.survivor ?? [],
      since: assigned.ours,
      isOwn: (key) => !theirKeys.has(key),
    },
    { deviceId: otherId, had: kept.sightings?.other ?? [], since: assigned.theirs, isOwn: (key) => theirKeys.has(key) },
  ])
  const shared = (before: WholeDevice | null, restored: WholeDevice, after: WholeDevice) => ({
    operation,
    ...changesBetween(before, after),
    ...softwareBetween(restored.states, after),
    installations: after.installations,
    sightings: {
      replaced: decided(sightings.get(after.row.id) ?? [], () => foundationOf(after)),
    },
    history: {
      rewriteFrom: after.row.firstSeen,
      ...(kept.versions && { versions: kept.versions.filter(({ deviceId }) => deviceId === after.row.id) }),
    },
  })
  const edited = [
    ...auditedRows(survivor.row, fieldsOfRow(ours.row)),
    ...(await editedRows(db, survivor.row, ours.row)),
  ]
  const entry = { entity: 'Device', entityId: survivorId, deviceId: survivorId }
  const changes: ChangeRow[] = [{ ...entry, verb: 'Modified', field: 'merged', from: otherId }, ...edited]
  const data = { name: ours.row.name, type: ours.row.type, fields: fieldsOf(changes) }
  return [
    {
      ...shared(survivor, restored.survivor, ours),
      merges: { undone: { id: merge.id, at, by: actor.name } },
      doNotMerge: {
        added: [...kept.apart, pairOf(otherId, survivorId)],
        removed: inheritedPairs(kept.apart, otherId, survivorId),
      },
      tags: {
        attached: ours.tagIds.map((tagId) => ({ tagId })),
        detached: survivor.tagIds.filter((id) => !ours.tagIds.includes(id)),
      },
      changes,
      events: [{ type: 'device.modified', subjectId: survivorId, data }],
    },
    {
      ...shared(null, restored.other, theirs),
      moved: {
        ...{ from: survivorId, snapshots: leaving },
        ...{ changes: records.change, tasks: records.task, agents: records.agent },
      },
      matches,
      merges: { received: kept.mergeIds },
      tags: { attached: theirs.tagIds.map((tagId) => ({ tagId })), detached: [] },
      changes: [{ verb: 'Added', entity: 'Device', entityId: otherId, deviceId: otherId, to: theirs.row.name }],
      events: [{ type: 'device.added', subjectId: otherId, data: { name: theirs.row.name, type: theirs.row.type } }],
    },
  ]
}

/** Match reasons of later snapshots that go to the other device. */
const matchesOf = (theirs: readonly Assigned[], moved: { from: string; by: string; at: string }) =>
  new Map(theirs.flatMap(({ snapshotId, reason }) => (snapshotId ? [[snapshotId, { ...reason, moved }] as const] : [])))
