import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import { evidenceOf } from '../evidence.ts'
import { type Sighting, sightingKey } from '../sighting.ts'

/** For tests: builds the sightings of observations in their order. */
export function sightingsOf(observations: readonly Observation[]): Sighting[] {
  const byKey = new Map<string, Sighting>()
  for (const observation of observations) {
    const evidence = evidenceOf(observation)
    const { source, depth, observedAt } = observation
    const key = sightingKey(source, depth, evidence)
    const before = byKey.get(key)
    byKey.set(key, {
      ...(before ?? { key, evidence, source, depth, deviceId: null, decided: false }),
      firstAt: before && before.firstAt < observedAt ? before.firstAt : observedAt,
      lastAt: before && before.lastAt > observedAt ? before.lastAt : observedAt,
    })
  }
  return [...byKey.values()]
}
