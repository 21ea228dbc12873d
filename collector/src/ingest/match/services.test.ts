import { newId } from '@rollcall/shared/ids.ts'
import { and, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { closeReview } from '../../identity/reviews/close-review.ts'
import { listReviews } from '../../identity/reviews/list-reviews.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import { segmentTables } from '../../store/schema/scanning.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { testIngest } from '../testing/ingest.ts'
import { agent, ping, type Seen, snmp } from '../testing/observations.ts'

const asDelivered: Seen = { hostname: 'router-os' }
const address = '192.168.88.1'
const notebook: Seen = { hostname: 'pc-17', agentId: 'agent-17', macAddresses: ['4c:5e:0c:00:00:01'] }

describeOnBothEngines('Audit Services of two branches', ({ open }) => {
  const setUp = async () => {
    const test = testIngest(await open())
    const ctx = test.contextOf(newId())
    const { siteId } = ctx
    const origins = ['north', 'south'].map((name) => ({
      siteId,
      segmentId: newId(),
      auditServiceId: `service-${name}`,
    }))
    await test.store.write(async (tx) => {
      const { segments } = tx.tables(segmentTables)
      const rest = { siteId, type: 'addresses' as const, addresses: [], credentialIds: [], scanOptions: {} as never }
      for (const { segmentId: id, auditServiceId } of origins) {
        const named = { id, name: auditServiceId, nameKey: auditServiceId, auditServiceId }
        await tx.insert(segments).values({ ...rest, ...named, createdAt: '2026-11-20T08:00:00.000Z' } as never)
      }
    })
    /** Stores observations of the two in turn, in some order of delivery. */
    const report = async (turns: readonly number[], identityOf: Seen | ((turn: number) => Seen), at = address) => {
      const ids = new Set<string>()
      for (const turn of turns) {
        const identity = typeof identityOf === 'function' ? identityOf(turn) : identityOf
        ids.add((await test.submit(snmp(turn, at, identity), origins[turn % 2] ?? expect.unreachable())).deviceId)
      }
      return [...ids]
    }
    const holdersOf = (value: string) =>
      test.store.read((db) => {
        const { deviceIdentifiers: ids } = db.tables(deviceTables)
        return db.$count(ids, and(eq(ids.siteId, siteId), eq(ids.kind, 'ip'), eq(ids.value, value)))
      })
    const reviews = async () => (await listReviews(ctx, { limit: 10, offset: 0 })).items.map(({ review }) => review)
    return { ...test, ctx, origins, report, reviews, holdersOf }
  }

  it.each([[[0, 1, 2, 3]], [[3, 2, 1, 0]], [[2, 0, 3, 1]]])(
    'that ping hosts at the same private addresses make one review of all hosts: %j',
    async (turns) => {
      const { ctx, submit, origins, reviews } = await setUp()
      const pingAll = async (rounds: readonly number[]) => {
        const found = new Set<string>()
        for (const turn of rounds)
          for (const host of ['10.0.0.5', '10.0.0.6', '10.0.0.7'])
            found.add((await submit(ping(turn, host), origins[turn % 2] ?? expect.unreachable())).deviceId)
        return [...found].sort()
      }
      const found = await pingAll(turns)
      expect(found).toHaveLength(3)
      const { items, total } = await listReviews(ctx, { limit: 10, offset: 0 })
      expect(total).toBe(1)
      expect(items[0]?.review).toMatch(/^Two Audit Services reach a host at one private address/)
      expect(items[0]?.devices.map(({ id }) => id).sort()).toEqual(found)
      const person = { ...ctx, actor: { ...ctx.actor, capabilities: ['Administrator' as const] } }
      for (const id of found) await closeReview(person, id)
      await pingAll([4, 5])
      expect(await reviews()).toEqual([])
    },
  )

  it.each([
    {
      what: 'with its card',
      north: () => ping(0, '10.0.0.5', '4c:5e:0c:00:00:01'),
      south: () => ping(1, '10.0.0.5', '4c:5e:0c:00:00:01'),
    },
    {
      what: 'whose agent reports the new address',
      north: () => ping(0, '10.0.0.5', '4c:5e:0c:00:00:01'),
      between: () => agent(1, { ...notebook, ipAddresses: ['10.1.0.7'] }),
      south: () => ping(2, '10.1.0.7'),
    },
    { what: 'at a public address', north: () => ping(0, '8.8.4.4'), south: () => ping(1, '8.8.4.4') },
  ])('that ping a host $what one after the other make no review', async ({ north, between, south }) => {
    const { ctx, submit, origins, reviews } = await setUp()
    const ids = new Set<string>()
    const [atNorth = expect.unreachable(), atSouth = expect.unreachable()] = origins
    ids.add((await submit(north(), atNorth)).deviceId)
    if (between) ids.add((await submit(between(), { siteId: ctx.siteId })).deviceId)
    ids.add((await submit(south(), atSouth)).deviceId)
    expect(ids.size).toBe(1)
    expect(await reviews()).toEqual([])
  })

  it.each([[[0, 1, 2, 3]], [[3, 2, 1, 0]], [[2, 0, 3, 1]]])(
    'that read hosts with a factory name at one private address make one review: %j',
    async (turns) => {
      const { ctx, report, reviews } = await setUp()
      const [id, ...others] = await report(turns, asDelivered)
      expect(others).toEqual([])
      expect(await reviews()).toEqual([
        expect.stringMatching(/^Two Audit Services reach a host at one private address/),
      ])
      await closeReview(
        { ...ctx, actor: { ...ctx.actor, capabilities: ['Administrator'] } },
        id ?? expect.unreachable(),
      )
      await report([4, 5, 6], asDelivered)
      expect(await reviews()).toEqual([])
    },
  )

  it.each([
    { end: 'keep a private address, each its own', at: address, holders: 2 },
    { end: 'have a public address one after the other', at: '8.8.4.4', holders: 1 },
  ])('that read hosts with cards of their own: the hosts $end', async ({ at, holders }) => {
    for (const turns of [
      [0, 1, 2, 3],
      [3, 2, 1, 0],
      [2, 0, 3, 1],
    ]) {
      const { report, reviews, holdersOf } = await setUp()
      const hostOf = (turn: number): Seen => ({
        hostname: `router-${turn % 2}`,
        macAddresses: [`4c:5e:0c:00:00:0${turn % 2}`],
      })
      expect(await report(turns, hostOf, at)).toHaveLength(2)
      expect(await holdersOf(at)).toBe(holders)
      expect(await reviews()).toEqual([])
    }
  })

  it.each([
    { name: 'shows its card', identity: { ...asDelivered, macAddresses: ['4c:5e:0c:00:00:01'] }, at: address },
    { name: 'has a public address', identity: asDelivered, at: '8.8.4.4' },
  ])('make none of a host that $name', async ({ identity, at }) => {
    const { report, reviews } = await setUp()
    expect(await report([0, 1, 2, 3], identity, at)).toHaveLength(1)
    expect(await reviews()).toEqual([])
  })
})
