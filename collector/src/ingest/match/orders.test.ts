import { newId } from '@rollcall/shared/ids.ts'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { casesOf } from '../../../../test/harness/long-form.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import { sightingTables } from '../../store/schema/sightings.ts'
import { snapshotTables } from '../../store/schema/snapshots.ts'
import { among } from '../../store/sql.ts'
import type { Store } from '../../store/store.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { type Case, cases } from '../testing/cases.ts'
import { testIngest } from '../testing/ingest.ts'
import { shuffled } from '../testing/seeded.ts'

type Observations = Case['observations']

/** Every case in order, reversed and shuffled, once, each twice, or all twice; and in one group. */
const tellings: readonly ((reported: Observations) => Observations)[] = [
  (reported) => reported.flatMap((each) => [each, each]),
  (reported) => reported.toReversed(),
  (reported) => [...shuffled(reported, 7), ...reported],
  (reported) => shuffled(reported, 11),
]

type Submit = (observation: Observations[number]) => Promise<unknown>

const inTurn = async (submit: Submit, reported: Observations) => {
  for (const observation of reported) await submit(observation)
}
const atOnce = (submit: Submit, reported: Observations) => Promise.all(reported.map(submit))

describeOnBothEngines('observations in another order, or twice', ({ engine, open }) => {
  // No statement depends on the order of delivery, so one order shows that the engines agree.
  const tellingsHere = casesOf(tellings, engine === 'sqlite' ? 2 : 1)

  it.each(cases)('make the same devices: $name', async ({ observations, devices }) => {
    const store = await open()
    const { submit } = testIngest(store)
    /** Describes a new site after the observations were stored there. */
    const inventoryAfter = async (reported: Observations, submitAll: typeof inTurn | typeof atOnce) => {
      const siteId = newId()
      await submitAll((observation) => submit(observation, { siteId }), reported)
      return inventoryOf(store, siteId, observations)
    }
    const expected = await inventoryAfter(observations, inTurn)
    expect(expected.partition).toBe(devices)
    for (const order of tellingsHere) expect(await inventoryAfter(order(observations), inTurn)).toEqual(expected)
    const together = [...observations, ...shuffled(observations, 3)]
    expect(await inventoryAfter(together, atOnce)).toEqual(expected)
  })
})

/** All but ids and the times of the telling. */
async function inventoryOf(store: Store, siteId: string, observations: Observations) {
  return store.read(async (db) => {
    const { devices, deviceIdentifiers } = db.tables(deviceTables)
    const { deviceSightings } = db.tables(sightingTables)
    const { snapshots } = db.tables(snapshotTables)
    const rows = await db.select().from(devices).where(eq(devices.siteId, siteId))
    const identifiers = await db.select().from(deviceIdentifiers).where(eq(deviceIdentifiers.siteId, siteId))
    const sightings = await db.select().from(deviceSightings).where(eq(deviceSightings.siteId, siteId))
    const stored = await db
      .select({ id: snapshots.observationId, deviceId: snapshots.deviceId })
      .from(snapshots)
      .where(
        among(
          snapshots.deviceId,
          rows.map(({ id }) => id),
        ),
      )
    const byObservation = new Map(stored.map(({ id, deviceId }) => [id, deviceId]))
    const keyOf = ({ id, observedAt }: Observations[number]) =>
      byObservation.get(id) ??
      sightings.find(({ fields, firstAt, lastAt }) => fields && (firstAt === observedAt || lastAt === observedAt))
        ?.deviceId
    const partition = [...Map.groupBy(observations.keys(), (index) => keyOf(observations[index] ?? never())).values()]
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
