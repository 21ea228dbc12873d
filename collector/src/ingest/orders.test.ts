import { expect, it } from 'vitest'
import { deviceTables } from '../store/schema/devices.ts'
import { sightingTables } from '../store/schema/sightings.ts'
import { snapshotTables } from '../store/schema/snapshots.ts'
import type { Store } from '../store/store.ts'
import { describeOnBothEngines } from '../store/test-stores.ts'
import { type Case, cases } from './test-cases.ts'
import { testIngest } from './test-ingest.ts'
import { shuffled } from './test-seeded.ts'

/** Every case in its order, reversed and shuffled, told once, each twice, or all twice; and in one group. */
const tellings: readonly ((told: Case['observations']) => Case['observations'])[] = [
  (told) => told.flatMap((each) => [each, each]),
  (told) => told.toReversed(),
  (told) => [...shuffled(told, 7), ...told],
  (told) => shuffled(told, 11),
]

describeOnBothEngines('the same observations in another order, or twice', ({ open, engine }) => {
  // PostgreSQL takes its time to make a database: there a sample.
  const sample = engine === 'sqlite' ? cases : cases.filter((_, index) => index % 8 === 4)
  it.each(sample)('make the same devices: $name', async ({ observations, devices }) => {
    const expected = await inventoryOf(await open(), observations, observations)
    expect(expected.partition).toBe(devices)
    for (const tell of tellings) {
      expect(await inventoryOf(await open(), tell(observations), observations)).toEqual(expected)
    }
    const together = [...observations, ...shuffled(observations, 3)]
    expect(await inventoryOf(await open(), together, observations, 'atOnce')).toEqual(expected)
  })
})

/** What there is after the observations were told one by one, or in one group: all but ids and the times of the telling. */
async function inventoryOf(
  store: Store,
  told: Case['observations'],
  observations: Case['observations'],
  pace: 'inTurn' | 'atOnce' = 'inTurn',
) {
  const { submit } = testIngest(store)
  if (pace === 'atOnce') await Promise.all(told.map((observation) => submit(observation)))
  else for (const observation of told) await submit(observation)
  return store.read(async (db) => {
    const { devices, deviceIdentifiers } = db.tables(deviceTables)
    const { deviceSightings } = db.tables(sightingTables)
    const { snapshots } = db.tables(snapshotTables)
    const identifiers = await db.select().from(deviceIdentifiers)
    const sightings = await db.select().from(deviceSightings)
    const kept = await db.select({ id: snapshots.observationId, deviceId: snapshots.deviceId }).from(snapshots)
    const byObservation = new Map(kept.map(({ id, deviceId }) => [id, deviceId]))
    const placeOf = ({ id, observedAt }: Case['observations'][number]) =>
      byObservation.get(id) ??
      sightings.find(({ fields, firstAt, lastAt }) => fields && (firstAt === observedAt || lastAt === observedAt))
        ?.deviceId
    const partition = [...Map.groupBy(observations.keys(), (index) => placeOf(observations[index] ?? never())).values()]
    const rows = await db.select().from(devices)
    return {
      partition: partition.map((indexes) => indexes.join('')).join('|'),
      devices: rows
        .map(({ id, name, type, ipAddress, serialNumber, firstSeen, lastSeen, auditDate, auditSource }) => ({
          ...{ name, type, ipAddress, serialNumber, firstSeen, lastSeen, auditDate, auditSource },
          identifiers: identifiers
            .filter(({ deviceId }) => deviceId === id)
            .map(({ kind, value }) => `${kind} ${value}`)
            .sort(),
          seen: sightings
            .filter(({ deviceId }) => deviceId === id)
            .map(({ key, firstAt, lastAt }) => `${key} ${firstAt} ${lastAt}`)
            .sort(),
        }))
        .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
    }
  })
}

const never = (): never => {
  throw new Error('no such observation')
}
