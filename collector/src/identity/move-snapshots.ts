import { evidenceOf } from '../reconciliation/evidence.ts'
import { sightingKey } from '../reconciliation/sighting.ts'
import { type StateAt, statesBetween } from '../snapshots/as-of.ts'
import { reassignSnapshots } from '../snapshots/reassign.ts'
import type { Tx } from '../store/store.ts'
import type { Assignment } from './assign-groups.ts'
import type { Component } from './component.ts'

/** Gives each snapshot to the device that its sighting is of now. Snapshots older than their sighting's record stay. */
export async function moveSnapshots(
  tx: Tx,
  { devices, sightings }: Component,
  assignments: readonly Assignment[],
): Promise<void> {
  for (const from of devices.keys()) {
    const moved = sightings.filter(
      ({ deviceId, key }) =>
        deviceId === from && targetsOf(assignments, key).some((target) => target.deviceId !== from),
    )
    if (moved.length === 0) continue
    const firstAt = moved.map((row) => row.firstAt).reduce((a, b) => (a < b ? a : b))
    const lastAt = moved.map((row) => row.lastAt).reduce((a, b) => (a > b ? a : b))
    const states = await statesBetween(tx, from, firstAt, lastAt)
    const targets = Map.groupBy(states, (state) => targetOf(assignments, state) ?? from)
    for (const [to, ofTarget] of targets) {
      if (to === from) continue
      await reassignSnapshots(tx, { from, to, ids: ofTarget.map(({ snapshotId }) => snapshotId) })
    }
  }
}

type Target = { deviceId: string; times: readonly string[] }

const targetsOf = (assignments: readonly Assignment[], key: string): Target[] =>
  assignments.flatMap(({ deviceId, group }) =>
    [...group.members].flatMap(([member, times]) => (member.key === key ? [{ deviceId, times }] : [])),
  )

/** Of several devices in turn the one that had the sighting last until then. */
function targetOf(assignments: readonly Assignment[], state: StateAt): string | undefined {
  const { source, depth, identity, report, data, auditDate } = state
  const { hardware, network } = data
  const evidence = evidenceOf({ source, identity, dnsName: report.dnsName, hardware, network })
  const last = targetsOf(assignments, sightingKey(source, depth, evidence))
    .flatMap(({ deviceId, times }) => times.map((at) => ({ deviceId, at })))
    .sort((a, b) => (a.at < b.at ? 1 : -1))
  return (last.find(({ at }) => at <= auditDate) ?? last.at(-1))?.deviceId
}
