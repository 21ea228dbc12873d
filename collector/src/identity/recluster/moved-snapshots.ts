import type { MatchReason } from '@rollcall/shared/inventory/match.ts'
import type { Operation } from '../../device-records/operation.ts'
import type { DeviceChangeset } from '../../devices/changeset/changeset.ts'
import { evidenceOfState } from '../../devices/sightings/snapshot-sighting.ts'
import { united } from '../../matching/relate-sightings.ts'
import { type StateAt, statesBetween } from '../../snapshots/read/as-of.ts'
import type { Db } from '../../store/store.ts'
import type { Assignment } from './assign-groups.ts'
import type { Component } from './component.ts'

/**
 * Moves each snapshot to the current device of its sighting, with the reason. Snapshots older than their sighting's
 * record stay.
 */
export async function movedSnapshots(
  db: Db,
  operation: Operation,
  { devices, sightings }: Component,
  assignments: readonly Assignment[],
): Promise<DeviceChangeset[]> {
  const changesets: DeviceChangeset[] = []
  for (const from of devices.keys()) {
    const moved = sightings.filter(
      ({ deviceId, key }) =>
        deviceId === from && targetsOf(assignments, key).some((target) => target.deviceId !== from),
    )
    if (moved.length === 0) continue
    const { firstAt, lastAt } = united(moved)
    const states = await statesBetween(db, from, firstAt, lastAt)
    const targets = new Map(states.map((state) => [state.snapshotId, targetOf(assignments, state)]))
    const byTarget = Map.groupBy(states, ({ snapshotId }) => targets.get(snapshotId)?.deviceId ?? from)
    for (const [deviceId, ofTarget] of byTarget) {
      const matches = ofTarget.flatMap(({ snapshotId, match }) => {
        const reason = reasonNow(match, targets.get(snapshotId), from, operation)
        return reason === match ? [] : [[snapshotId, reason] as const]
      })
      const snapshots = ofTarget.map(({ snapshotId }) => snapshotId)
      const row = devices.get(deviceId)?.row ?? null
      changesets.push({
        ...{
          operation,
          deviceId,
          row: { before: row, after: row },
          matches: new Map(matches),
          changes: [],
          events: [],
        },
        ...(deviceId === from ? {} : { moved: { from, snapshots } }),
      })
    }
  }
  return changesets
}

type Target = { deviceId: string; times: readonly string[]; reason: MatchReason | undefined }

function targetsOf(assignments: readonly Assignment[], key: string): Target[] {
  return assignments.flatMap(({ deviceId, group }) =>
    [...group.members].flatMap(([member, times]) =>
      member.key === key ? [{ deviceId, times, reason: named(group.reasons.get(member), assignments) }] : [],
    ),
  )
}

/** The last device that had the sighting of a snapshot by then. */
function targetOf(assignments: readonly Assignment[], state: StateAt): Target | undefined {
  const last = targetsOf(assignments, evidenceOfState(state).key)
    .flatMap((target) => target.times.map((at) => ({ target, at })))
    .sort((a, b) => (a.at < b.at ? 1 : -1))
  return (last.find(({ at }) => at <= state.auditDate) ?? last.at(-1))?.target
}

/** Replaces the temporary names of groups in a reason by the ids of their devices. */
function named(reason: MatchReason | undefined, assignments: readonly Assignment[]): MatchReason | undefined {
  if (!reason) return undefined
  const ids = new Map(assignments.map(({ group, deviceId }) => [group.placeholder, deviceId]))
  const withIds = (text: string) =>
    text.replace(/#\d{6}/g, (placeholder) => ids.get(placeholder) ?? 'that is no longer')
  return {
    ...reason,
    review: reason.review === null ? null : withIds(reason.review),
    against: reason.against.map((each) => ({ ...each, detail: withIds(each.detail) })),
  }
}

/** New match reason of a snapshot. Even if the snapshot stays, its evidence may have gone with others. */
function reasonNow(before: MatchReason, target: Target | undefined, from: string, { at, actor }: Operation) {
  if (!target?.reason) return before
  if (target.deviceId !== from) return { ...target.reason, moved: { from, by: actor.name, at } }
  const isTrue = before.rule === 'seenBefore' || before.decision === target.reason.decision
  return isTrue ? before : target.reason
}
