import { newId } from '@rollcall/shared/ids.ts'
import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import { expect, it } from 'vitest'
import { casesOf } from '../../../../test/harness/long-form.ts'
import { testIngest } from '../../ingest/testing/ingest.ts'
import { at } from '../../ingest/testing/observations.ts'
import { shuffled } from '../../ingest/testing/seeded.ts'
import { oneMachine, twoHosts } from '../../ingest/testing/two-machines.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { closeReview } from '../reviews/close-review.ts'
import { listReviews } from '../reviews/list-reviews.ts'

type Order = (reported: readonly Observation[]) => readonly Observation[]
const orders: readonly Order[] = [
  (reported) => reported,
  (reported) => reported.toReversed(),
  (reported) => shuffled(reported, 5),
  (reported) => [...shuffled(reported, 9), ...reported],
]

const separate = 'separate records'
const reviewed = 'one record with one review'

describeOnBothEngines('observations in turn', ({ engine, open }) => {
  // No statement depends on the order of delivery, so one order shows that the engines agree.
  const inShort = <T>(all: readonly T[]) => casesOf(all, engine === 'sqlite' ? 2 : 1)

  const setUp = async () => {
    const test = testIngest(await open())
    /** Describes a new site after the observations were stored there: its records by their machines, and its reviews. */
    const outcomeOf = async (reported: readonly Observation[], nameOf: (observation: Observation) => string) => {
      const ctx = test.contextOf(newId())
      test.clock.time = at(10_000)
      for (const observation of reported) await test.submit(observation, { siteId: ctx.siteId })
      const machines = new Map<string, Set<string>>()
      for (const observation of reported) {
        const { deviceId } = await test.submit(observation, { siteId: ctx.siteId })
        machines.set(deviceId, (machines.get(deviceId) ?? new Set()).add(nameOf(observation)))
      }
      const { items } = await listReviews(ctx, { limit: 50, offset: 0, kind: 'device' })
      return { records: [...machines.values()].map((names) => [...names].sort().join('+')).sort(), items }
    }
    return { ...test, outcomeOf }
  }

  it.each(twoHosts)('of two hosts are never one record without a word: $name', async ({ hosts, turns }) => {
    const { outcomeOf } = await setUp()
    const reported = Array.from({ length: turns ?? 4 }, (_, turn) => hosts[turn % hosts.length]?.(turn) ?? never())
    const nameOf = (observation: Observation) => String(reported.indexOf(observation) % hosts.length)
    const outcomes = new Set<unknown>()
    for (const order of inShort(orders)) {
      const { records, items } = await outcomeOf(order(reported), nameOf)
      const isOne = records.length === 1
      const twins = items.filter(({ review }) => /^Two machines seem to use this identity/.test(review))
      const outcome = records.join() === '0,1' ? separate : isOne && twins.length === 1 ? reviewed : { records, items }
      expect([separate, reviewed]).toContainEqual(outcome)
      expect(items.length).toBeLessThan(isOne ? 2 : 3)
      outcomes.add(outcome)
    }
    expect(outcomes.size).toBe(1)
  })

  it.each(['ABABA', 'ABBABA', 'AABBAB'])('of two hosts open a review in any order of delivery: %s', async (turns) => {
    const { outcomeOf } = await setUp()
    const name = 'one card of the pool of a hypervisor, by scan'
    const [a, b] = twoHosts.find((each) => each.name === name)?.hosts ?? never()
    const reported = [...turns].map((host, turn) => (host === 'A' ? a : b)(turn))
    for (const seed of inShort([1, 2, 3, 4, 5, 6, 7, 8])) {
      const { records, items } = await outcomeOf(shuffled(reported, seed), () => '')
      expect(records).toHaveLength(1)
      expect(items.map(({ review }) => review)).toEqual([
        expect.stringMatching(/^Two machines seem to use this identity.*vm[12].*vm[12].*split the device/),
      ])
    }
  })

  it.each([
    ['one card of the pool of a hypervisor, by scan', ['10.0.0.77', '10.0.0.77']],
    ['copies of a virtual machine with its card, at two addresses, by scan', ['10.0.0.77', '10.0.0.78']],
  ])(
    'of hosts that a person confirmed as one open no review again, whatever addresses they use later: %s',
    async (name, addresses) => {
      const { submit, contextOf, clock } = await setUp()
      const ctx = contextOf(newId())
      clock.time = at(10_000)
      const hosts = twoHosts.find((each) => each.name === name)?.hosts ?? never()
      const report = async (from: number, addresses: readonly string[] = []) => {
        const deviceIds = new Set<string>()
        for (const turn of [0, 1, 2, 3, 4]) {
          const observation = hosts[turn % 2]?.(from + turn) ?? never()
          const { network = never() } = observation
          const address = addresses[turn % 2]
          const moved = address === undefined ? {} : { network: { ...network, ipAddress: address } }
          const identity = { ...observation.identity, ...(address === undefined ? {} : { ipAddresses: [address] }) }
          deviceIds.add((await submit({ ...observation, ...moved, identity }, { siteId: ctx.siteId })).deviceId)
        }
        expect(deviceIds.size).toBe(1)
        return [...deviceIds][0] ?? never()
      }
      const open = async () => (await listReviews(ctx, { limit: 50, offset: 0, kind: 'device' })).total
      const id = await report(0)
      expect(await open()).toBe(1)
      await closeReview({ ...ctx, actor: { ...ctx.actor, capabilities: ['Administrator'] } }, id)
      expect(await open()).toBe(0)
      await report(10)
      await report(20, addresses)
      expect(await open()).toBe(0)
    },
  )

  it('of two hosts with one serial number leave no review of the record that they shared', async () => {
    const { outcomeOf } = await setUp()
    const [a, b] = twoHosts.find(({ name }) => name.startsWith('a serial number that another'))?.hosts ?? never()
    const reported = [0, 1, 2, 3].map((turn) => (turn % 2 === 0 ? a : b)(turn))
    const nameOf = (observation: Observation) => String(reported.indexOf(observation) % 2)
    expect((await outcomeOf(reported.slice(0, 2), nameOf)).items).toMatchObject([
      { review: 'Network card and name changed together; the serial number stayed the same.' },
    ])
    for (const order of inShort(orders)) {
      const { records, items } = await outcomeOf(order(reported), nameOf)
      expect(records).toEqual(['0', '1'])
      expect(items).toEqual([])
    }
  })

  it.each(oneMachine)('of one machine are one record, and no twins: $name', async ({ observations }) => {
    const { outcomeOf } = await setUp()
    for (const order of inShort(orders)) {
      const { records, items } = await outcomeOf(order(observations), ({ identity }) => identity.agentId ?? '')
      const machines = new Set(observations.map(({ identity }) => identity.agentId ?? ''))
      expect(records).toEqual([...machines].sort())
      expect(items.filter(({ review }) => /^Two machines/.test(review))).toEqual([])
    }
  })
})

const never = (): never => {
  throw new Error('no such host')
}
