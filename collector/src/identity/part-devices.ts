import { newId } from '@rollcall/shared/ids.ts'
import type { MatchReason } from '@rollcall/shared/inventory/match.ts'
import { apartFrom } from '../devices/merging/kept-apart.ts'
import { reassignAgents } from '../enrolment/reassign.ts'
import { settle } from '../reconciliation/settle.ts'
import { reassignSnapshots } from '../snapshots/reassign.ts'
import { rematch } from '../snapshots/rematch.ts'
import type { Tx } from '../store/store.ts'
import { countingOn } from './counting.ts'
import { type Mark, makeDevice, rewriteDevice } from './rewrite-device.ts'
import { deleteSightings, forgetTraces, insertSightings, loadSightings } from './sightings.ts'
import type { Part } from './split-sightings.ts'

type Parting = { device: { id: string; siteId: string }; stays: Part; goes: Part; mark: Mark }

/**
 * Makes a device of its own of what a person takes out of another: from then on each is what its sightings say. Gives the
 * new device's id.
 */
export async function partDevices(tx: Tx, { device, stays, goes, mark }: Parting): Promise<string> {
  const { id, siteId } = device
  const otherId = newId()
  const rows = [
    ...stays.sightings.map((row) => ({ ...row, deviceId: id, decided: true })),
    ...goes.sightings.map((row) => ({ ...row, deviceId: otherId, decided: true })),
  ]
  const counted = await countingOn(
    tx,
    siteId,
    rows.flatMap(({ evidence }) => evidence),
  )
  const sightings = rows.map((row) => ({ ...row, evidence: [...counted(row.evidence)] }))
  const groups = settle(sightings, { apart: await apartFrom(tx, [id]) })
  const assignments = groups.map((group) => ({
    deviceId: group.decided ?? id,
    isNew: group.decided === otherId,
    group,
  }))
  for (const assignment of assignments) if (assignment.isNew) await makeDevice(tx, siteId, assignment, mark)

  await reassignSnapshots(tx, { from: id, to: otherId, ids: goes.snapshotIds })
  const staying = new Set(agentsOf(stays))
  await reassignAgents(tx, { from: id, to: otherId, ids: agentsOf(goes).filter((agent) => !staying.has(agent)) })
  const moved = { from: id, by: mark.modifiedBy.name, at: mark.modifiedAt }
  const matches = goes.states.map(
    ({ snapshotId, match: { review } }) => [snapshotId, { ...bySomebody, moved, review }] as const,
  )
  await rematch(tx, new Map(matches))
  await deleteSightings(tx, await loadSightings(tx, [id]))
  await forgetTraces(tx, id)
  await insertSightings(tx, rows)
  const component = { devices: new Map(), sightings, others: [], apart: new Map() }
  for (const assignment of assignments) await rewriteDevice(tx, siteId, assignment, component, mark)
  return otherId
}

const agentsOf = ({ sightings }: Part): string[] =>
  sightings.flatMap(({ evidence }) => evidence.flatMap(({ kind, value }) => (kind === 'agent' ? [value] : [])))

const bySomebody: MatchReason = {
  decision: 'matched',
  matched: [],
  against: [],
  confidence: 1,
  review: null,
  rule: 'person',
}
