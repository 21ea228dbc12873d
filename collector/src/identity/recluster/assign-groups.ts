import { newId } from '@rollcall/shared/ids.ts'
import type { SightingRow } from '../../device-records/sightings.ts'
import type { Group } from '../../matching/cluster-sightings.ts'
import type { Sighting } from '../../matching/sighting.ts'
import type { Component } from './component.ts'

/** Assigns a group of sightings to an existing device or to a new one. */
export type Assignment = { deviceId: string; isNew: boolean; group: Group }

/** Weight of an audit relative to an observation from outside, for deciding which device a record belongs to. */
const auditWeighs = 1000

/**
 * Assigns each group to the device that has most of its sightings, so that as little as possible moves. A device
 * without a group is merged into the one with most of its sightings.
 */
export function assignGroups(
  groups: readonly Group[],
  { devices, sightings }: Component,
): { assignments: Assignment[]; emptied: { from: string; to: string }[] } {
  const weights = groups.flatMap((group) => weightsOf(group, sightings, devices))
  const taken = new Map<string, Group>()
  const given = new Map<Group, string>()
  for (const { group, deviceId } of weights.sort(byWeight)) {
    if (taken.has(deviceId) || given.has(group)) continue
    taken.set(deviceId, group)
    given.set(group, deviceId)
  }
  const assignments = groups.map((group): Assignment => {
    const assigned = given.get(group)
    return { deviceId: assigned ?? newId(), isNew: assigned === undefined, group }
  })
  const emptied = [...devices.keys()]
    .filter((id) => !taken.has(id))
    .flatMap((from) => {
      const heir = weights.find(({ deviceId }) => deviceId === from)
      const to = assignments.find(({ group }) => group === heir?.group)
      return to ? [{ from, to: to.deviceId }] : []
    })
  return { assignments, emptied }
}

type Weight = { group: Group; deviceId: string; weight: number; since: string }

function weightsOf(group: Group, sightings: readonly SightingRow[], devices: Component['devices']): Weight[] {
  const members = new Map([...group.members.keys()].map((member) => [member.key, member]))
  const weights = new Map<string, number>()
  const add = (deviceId: string, weight: number) => weights.set(deviceId, (weights.get(deviceId) ?? 0) + weight)
  for (const { key, deviceId, depth } of sightings) {
    if (members.has(key)) add(deviceId, depth === 'audit' ? auditWeighs : 1)
  }
  if (group.decided !== null) add(group.decided, Number.MAX_SAFE_INTEGER)
  return [...weights].flatMap(([deviceId, weight]) => {
    const since = devices.get(deviceId)?.row.firstSeen
    return since === undefined ? [] : [{ group, deviceId, weight, since }]
  })
}

/** If two have equal weight, the one first seen stays. */
function byWeight(a: Weight, b: Weight): number {
  if (a.weight !== b.weight) return b.weight - a.weight
  if (a.since !== b.since) return a.since < b.since ? -1 : 1
  return a.deviceId < b.deviceId ? -1 : 1
}

/** Sightings of a group as rows of its device. */
export function rowsOf({ deviceId, group }: Assignment, sightings: readonly SightingRow[]): SightingRow[] {
  return [...group.members].flatMap(([member, times]) => {
    const assigned = sightings.find(({ key }) => key === member.key)
    const [firstAt, lastAt] = [times.toSorted()[0], times.toSorted().at(-1)]
    if (!assigned || firstAt === undefined || lastAt === undefined) return []
    return [{ ...assigned, deviceId, decided: isDecided(member, deviceId), firstAt, lastAt }]
  })
}

const isDecided = (member: Sighting, deviceId: string) => member.decided && member.deviceId === deviceId
