import { newId } from '@rollcall/shared/ids.ts'
import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import { expect, it } from 'vitest'
import { isLongForm } from '../../../../test/harness/long-form.ts'
import { listDevices } from '../../devices/list/list-devices.ts'
import { listReviews } from '../../identity/reviews/list-reviews.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { alike } from '../testing/fleets/alike.ts'
import { desks } from '../testing/fleets/desks.ts'
import type { FleetCase } from '../testing/fleets/fleet.ts'
import { networks } from '../testing/fleets/networks.ts'
import { onboarding } from '../testing/fleets/onboarding.ts'
import { virtual } from '../testing/fleets/virtual.ts'
import { testIngest } from '../testing/ingest.ts'
import { at } from '../testing/observations.ts'
import { shuffled } from '../testing/seeded.ts'

type Order = (observed: readonly Observation[]) => readonly Observation[]
const day = 24 * 60
/** Orders of delivery, by the minutes between observations. */
const orders: readonly (readonly [pace: number, orders: readonly Order[]])[] = [
  [7, [(observed) => observed, (observed) => observed.toReversed()]],
  [day, [(observed) => shuffled(observed, 3), (observed) => [...shuffled(observed, 8), ...observed]]],
]

const devicesOfSite = { limit: 100, offset: 0, sort: 'name' } as const

type Observed = { observation: Observation; machine: string }
type Outcome = { records: string; reviews: string[] }

const observedIn = ({ views, turns }: FleetCase, pace: number): Observed[] =>
  turns.split(' ').map((name, turn) => ({
    observation: views[name]?.(turn * pace) ?? expect.unreachable(`no view ${name}`),
    machine: name.slice(0, 1),
  }))

function isAsExpected({ records, reviews }: Outcome, { ends, turns }: FleetCase): boolean {
  const machines = new Set(turns.split(' ').map((name) => name.slice(0, 1)))
  machines.delete('*')
  const isApart = records === [...machines].sort().join()
  if (ends === 'reviewed') return (isApart || reviews.length > 0) && reviews.length < 2
  return isApart && (ends === 'apart' || reviews.length === 0)
}

describeOnBothEngines('machines of real fleets', ({ engine, open }) => {
  // No statement depends on the order of delivery, so one order shows that the engines agree.
  const ordersHere = isLongForm
    ? orders
    : orders.slice(0, 1).map(([pace, ofPace]) => [pace, ofPace.slice(0, engine === 'sqlite' ? 2 : 1)] as const)

  /** Returns a function that describes a new site after observations were stored there. */
  const setUp = async () => {
    const { submit, contextOf, clock } = testIngest(await open())
    return async (observed: readonly Observed[], order: Order): Promise<Outcome> => {
      const ctx = contextOf(newId())
      const { siteId } = ctx
      for (const each of order(observed.map(({ observation }) => observation))) await submit(each, { siteId })
      const records = new Map<string, Set<string>>()
      for (const { observation, machine } of observed) {
        const { deviceId } = await submit(observation, { siteId })
        if (machine !== '*') records.set(deviceId, (records.get(deviceId) ?? new Set()).add(machine))
      }
      clock.time = at((observed.length + 1) * day)
      const all = await listDevices(ctx, devicesOfSite)
      const isClear = observed.every(({ machine }) => machine !== '*')
      for (const { id } of all.items) if (isClear && !records.has(id)) records.set(id, new Set(['empty']))
      const { items } = await listReviews(ctx, { limit: 50, offset: 0 })
      const namesOf = (machines: ReadonlySet<string>) => [...machines].sort().join('+')
      return {
        records: [...records.values()].map(namesOf).sort().join(),
        reviews: items
          .map(({ kind, review }) => `${kind}: ${review.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…')}`)
          .sort(),
      }
    }
  }

  it.each([...desks, ...virtual, ...networks, ...onboarding, ...alike])('$name', async (fleet) => {
    const outcomeOf = await setUp()
    for (const [pace, ofPace] of ordersHere) {
      const observed = observedIn(fleet, pace)
      const outcomes = await Promise.all(ofPace.map((order) => outcomeOf(observed, order)))
      expect(outcomes.filter((outcome) => !isAsExpected(outcome, fleet))).toEqual([])
      // The order does not matter.
      const [first, ...others] = outcomes
      for (const other of others) expect(other).toEqual(first)
    }
  })
})
