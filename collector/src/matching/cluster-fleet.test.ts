import { expect, it } from 'vitest'
import { randomOf, shuffled } from '../ingest/testing/seeded.ts'
import { clusterSightings, type Group } from './cluster-sightings.ts'
import type { Sighting } from './sighting.ts'
import { dayOf, type FleetObservation } from './testing/fleet.ts'
import { sightingsOf } from './testing/sightings.ts'

/** Describes the groups by their members. */
const namesOf = (groups: readonly Group[]) =>
  groups
    .map(({ members }) => [...members].map(([{ key }, times]) => `${key} ${times.toSorted().join(' ')}`).sort())
    .map((keys) => keys.join(', '))
    .sort()

const partitionOf = (reported: readonly FleetObservation[]) =>
  namesOf(
    clusterSightings(sightingsOf(reported.map(({ observation }) => observation)), {
      doNotMerge: new Map(),
      services: new Map(),
      appliances: new Set(),
    }),
  )

const seeds = Array.from({ length: 60 }, (_, seed) => seed + 1)

it.each(seeds)('clusters a fleet correctly in any order and with repetitions (seed %i)', (seed) => {
  const random = randomOf(seed)
  const reported = dayOf(random)
  const groups = clusterSightings(sightingsOf(reported.map(({ observation }) => observation)), {
    doNotMerge: new Map(),
    services: new Map(),
    appliances: new Set(),
  })
  const machinesOf = new Map<string, Set<number>>()
  for (const { machine, observation } of reported) {
    if (observation.depth !== 'audit') continue
    const [{ key } = { key: '' }] = sightingsOf([observation])
    machinesOf.set(key, (machinesOf.get(key) ?? new Set()).add(machine))
  }
  const whole = groups.map(({ members }) => [
    ...new Set([...members.keys()].flatMap(({ key }) => [...(machinesOf.get(key) ?? [])])),
  ])
  // No device is of two machines, and no machine is two devices.
  expect(whole.filter((machines) => machines.length > 1)).toEqual([])
  const audited = whole.flat()
  expect(new Set(audited).size).toBe(audited.length)

  const expected = partitionOf(reported)
  expect(partitionOf(shuffled(reported, random))).toEqual(expected)
  expect(partitionOf(shuffled([...reported, ...reported], random))).toEqual(expected)
})

it.each(seeds)('applies decisions of a person in any order, against the rules (seed %i)', (seed) => {
  const random = randomOf(seed)
  const reported = dayOf(random)
  const sightings = sightingsOf(reported.map(({ observation }) => observation))
  // Some are decided to belong to one of three devices, whatever they show; no two of the three may be merged.
  const ids = ['d1', 'd2', 'd3']
  const decided = sightings.map((sighting): Sighting => {
    const isDecided = sighting.depth === 'audit' && random(3) === 0
    return isDecided ? { ...sighting, decided: true, deviceId: ids[random(3)] ?? null } : sighting
  })
  const doNotMerge = new Map(ids.map((id) => [id, new Set(ids.filter((other) => other !== id))]))
  const groups = clusterSightings(decided, { doNotMerge, services: new Map(), appliances: new Set() })
  for (const { decided: id, members } of groups) {
    const decidedIds = [...members.keys()].filter((member) => member.decided).map(({ deviceId }) => deviceId)
    expect(new Set([...decidedIds, ...(id === null ? [] : [id])]).size).toBeLessThan(2)
  }
  const decidedGroups = groups.flatMap(({ decided: id }) => id ?? [])
  expect(new Set(decidedGroups).size).toBe(decidedGroups.length)
  expect(
    namesOf(clusterSightings(shuffled(decided, random), { doNotMerge, services: new Map(), appliances: new Set() })),
  ).toEqual(namesOf(groups))
})
