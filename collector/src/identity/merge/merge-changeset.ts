import { newId } from '@rollcall/shared/ids.ts'
import { type ChangeRow, changeIdsOf } from '../../change-log/record-changes.ts'
import { doNotMergePairs, pairsOf } from '../../device-records/do-not-merge.ts'
import { mergeIdsOf, nextMergePosition } from '../../device-records/merges.ts'
import { modifiedBy, type Operation } from '../../device-records/operation.ts'
import { loadSightings, type SightingRow } from '../../device-records/sightings.ts'
import { changesBetween } from '../../devices/changeset/between.ts'
import { auditedRows, editedRows } from '../../devices/changeset/changed-fields.ts'
import type { DeviceChangeset } from '../../devices/changeset/changeset.ts'
import { foundationOf } from '../../devices/sightings/first-sighting.ts'
import { fieldsOfRow } from '../../devices/states/row-fields.ts'
import { versionsOf } from '../../devices/versions/record-versions.ts'
import { agentIdsOf } from '../../enrollment/agents/agents-of-devices.ts'
import { taskIdsOf } from '../../scanning/tasks/tasks-of-owner.ts'
import { snapshotIdsOf } from '../../snapshots/write/reassign-snapshots.ts'
import type { UnmergeData, WholeDevice } from '../../store/schema/merges.ts'
import type { Db } from '../../store/store.ts'
import { decided, mergedSightings } from '../recluster/decide-sightings.ts'
import type { MergedRecord } from './merge-fields.ts'

type Pair = { survivor: WholeDevice; other: WholeDevice; united: MergedRecord }

/**
 * Builds the changesets of a merge: all records of the other device become the survivor's, its id leads there, and the
 * data for an unmerge is stored. A person's merge is final for all sightings of the two; a rule's is not.
 */
export async function merged(
  db: Db,
  operation: Operation,
  { survivor, other, united }: Pair,
  by: 'person' | 'rule',
): Promise<{ mergeId: string; changesets: [survivor: DeviceChangeset, other: DeviceChangeset] }> {
  const { siteId, at } = operation
  const [survivorId, otherId] = [survivor.row.id, other.row.id]
  const row = { ...united.device.row, ...modifiedBy(operation) }
  const after = { ...united.device, row }
  const seen = await loadSightings(db, [survivorId, otherId])
  const doNotMerge = await doNotMergePairs(db, [survivorId, otherId])
  const mergeIds = await mergeIdsOf(db, otherId)
  const moved = { from: otherId, ...(await recordsOfDevice(db, otherId)) }
  const mergeId = newId()
  const kept: UnmergeData = {
    ...{ survivor, other, mergeIds, apart: doNotMerge },
    sightings: { survivor: timesOf(seen, survivorId), other: timesOf(seen, otherId) },
    versions: await versionsOf(db, [survivorId, otherId]),
  }
  const merge = {
    ...{ id: mergeId, siteId, deviceId: survivorId, place: await nextMergePosition(db, [survivorId, otherId]) },
    ...{ otherId, otherName: other.row.name, mergedAt: at, mergedBy: operation.actor.name },
    ...{ overwritten: united.overwritten, kept },
  }
  const records = [
    ...recordsOf('ownSnapshot', await snapshotIdsOf(db, survivorId)),
    ...recordsOf('snapshot', moved.snapshots),
    ...recordsOf('change', moved.changes),
    ...recordsOf('task', moved.tasks),
    ...recordsOf('agent', moved.agents),
    ...recordsOf('sighting', kept.sightings?.other.map(({ key }) => key) ?? []),
  ]
  const all = mergedSightings(seen, survivorId)
  const entry = { entity: 'Device', deviceId: survivorId }
  const changes: ChangeRow[] = [
    { ...entry, verb: 'Modified', entityId: survivorId, field: 'merged', to: otherId },
    { ...entry, verb: 'Deleted', entityId: otherId, from: other.row.name },
    ...auditedRows(survivor.row, fieldsOfRow(row)),
    ...(await editedRows(db, survivor.row, row)),
  ]
  const isPersons = by === 'person'
  return {
    mergeId,
    changesets: [
      {
        operation,
        ...changesBetween(survivor, after),
        moved,
        merges: { inserted: { merge, records }, received: mergeIds },
        doNotMerge: {
          added: pairsOf(doNotMerge, otherId, survivorId),
          removed: doNotMerge.filter(({ firstId, secondId }) => firstId === otherId || secondId === otherId),
        },
        sightings: { replaced: isPersons ? decided(all, () => foundationOf(after)) : all },
        ...(isPersons ? { review: 'closed' as const } : {}),
        tags: { attached: other.tagIds.map((tagId) => ({ tagId })), detached: [] },
        installations: after.installations,
        history: { rewriteFrom: row.firstSeen },
        changes,
        events: [{ type: 'device.merged', subjectId: survivorId, data: { name: row.name, otherId, mergeId } }],
      },
      {
        operation,
        deviceId: otherId,
        row: { before: other.row, after: null },
        mergedInto: survivorId,
        changes: [],
        events: [],
      },
    ],
  }
}

const recordsOf = <Kind extends string>(kind: Kind, ids: readonly string[]) =>
  ids.map((recordId) => ({ kind, recordId }))

const timesOf = (seen: readonly SightingRow[], id: string) =>
  seen.flatMap(({ deviceId, key, firstAt, lastAt }) => (deviceId === id ? [{ key, firstAt, lastAt }] : []))

/** Ids of all records that move with a device when it is merged. */
export const recordsOfDevice = async (db: Db, deviceId: string) => ({
  snapshots: await snapshotIdsOf(db, deviceId),
  changes: await changeIdsOf(db, deviceId),
  tasks: await taskIdsOf(db, deviceId),
  agents: await agentIdsOf(db, deviceId),
})
