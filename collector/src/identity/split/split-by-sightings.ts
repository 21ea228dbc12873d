import type { MatchReason } from '@rollcall/shared/inventory/match.ts'
import { doNotMergePartners } from '../../device-records/do-not-merge.ts'
import type { DeviceRecord } from '../../device-records/load-devices.ts'
import type { Operation } from '../../device-records/operation.ts'
import type { DeviceChangeset } from '../../devices/changeset/changeset.ts'
import { clusterSightings } from '../../matching/cluster-sightings.ts'
import { joined } from '../../snapshots/read/as-of.ts'
import type { Db } from '../../store/store.ts'
import { withCounted } from '../junk/counted-evidence.ts'
import { reclustered } from '../recluster/recluster-changeset.ts'
import type { Part } from './split-sightings.ts'

type Split = { device: DeviceRecord; otherId: string; stays: Part; goes: Part }

/**
 * Splits sightings chosen by a person off a device into a new one. Each device is then derived from its own sightings.
 * Returns the changesets of both, the new one last.
 */
export async function splitBySightings(
  db: Db,
  operation: Operation,
  { device, otherId, stays, goes }: Split,
): Promise<DeviceChangeset[]> {
  const { id, siteId } = device.row
  const decided = (part: Part, deviceId: string) => part.sightings.map((row) => ({ ...row, deviceId, decided: true }))
  const rows = { [id]: decided(stays, id), [otherId]: decided(goes, otherId) }
  const sightings = await withCounted(db, siteId, Object.values(rows).flat())
  const decisions = { doNotMerge: new Map(), services: new Map(), appliances: new Set<string>() }
  const groups = clusterSightings(sightings, { ...decisions, doNotMerge: await doNotMergePartners(db, [id]) })
  const component = { devices: new Map(), sightings, others: [], ...decisions }
  const changesets = groups.map((group) => {
    const deviceId = group.decided ?? id
    const isNew = deviceId === otherId
    const states = joined((isNew ? goes : stays).states)
    const replaced = { replaced: rows[deviceId] ?? [] }
    const assignment = { deviceId, isNew, group }
    return reclustered(operation, isNew ? null : device, assignment, component, { states, sightings: replaced })
  })
  const staying = new Set(agentsOf(stays))
  const agents = agentsOf(goes).filter((agent) => !staying.has(agent))
  const moved = { from: id, snapshots: goes.snapshotIds, agents }
  return changesets
    .map((changeset) =>
      changeset.deviceId === otherId ? { ...changeset, moved, matches: matchesOf(goes, operation, id) } : changeset,
    )
    .sort((a, b) => Number(a.deviceId === otherId) - Number(b.deviceId === otherId))
}

/** Match reasons by the person's decision. A review that a rule opened stays open. */
const matchesOf = ({ states }: Part, { at, actor }: Operation, from: string) =>
  new Map(
    states.map(({ snapshotId, match: { review } }) => [
      snapshotId,
      { ...byPerson, moved: { from, by: actor.name, at }, review },
    ]),
  )

const agentsOf = ({ sightings }: Part): string[] =>
  sightings.flatMap(({ evidence }) => evidence.flatMap(({ kind, value }) => (kind === 'agent' ? [value] : [])))

const byPerson: MatchReason = {
  decision: 'matched',
  matched: [],
  against: [],
  confidence: 1,
  review: null,
  rule: 'person',
}
