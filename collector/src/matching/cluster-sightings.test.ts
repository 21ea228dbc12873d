import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import { describe, expect, it } from 'vitest'
import { cases } from '../ingest/testing/cases.ts'
import { orders } from '../ingest/testing/orders.ts'
import { clusterSightings } from './cluster-sightings.ts'
import { evidenceOf } from './evidence.ts'
import { sightingKey } from './sighting.ts'
import { sightingsOf } from './testing/sightings.ts'

/** Formats the clusters like `02|1`, as in the cases. */
function partitionOf(reported: readonly Observation[], observations: readonly Observation[]): string {
  const groups = clusterSightings(sightingsOf(reported), {
    doNotMerge: new Map(),
    services: new Map(),
    appliances: new Set(),
  })
  const members = groups.map(({ members }) =>
    [...members].flatMap(([{ key }, times]) => times.map((at) => `${key} ${at}`)),
  )
  const keyOf = ({ source, depth, observedAt, ...rest }: Observation) => {
    const key = `${sightingKey(source, depth, evidenceOf({ source, ...rest }))} ${observedAt}`
    return members.findIndex((keys) => keys.includes(key))
  }
  return [...Map.groupBy(observations.keys(), (index) => keyOf(observations[index] as Observation)).values()]
    .map((indexes) => indexes.join(''))
    .sort()
    .join('|')
}

describe('sightings make the same devices in every order and with repetitions', () => {
  it.each(cases)('$name', ({ observations, devices }) => {
    for (const order of orders(observations)) {
      for (const reported of [order, order.flatMap((item) => [item, item]), [...order, ...order]]) {
        expect(partitionOf(reported, observations)).toBe(devices)
      }
    }
  })
})
