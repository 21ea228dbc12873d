import type { List } from '@rollcall/shared/api/common.ts'
import type { Review } from '@rollcall/shared/api/review.ts'
import { previousSnapshotHeader } from '@rollcall/shared/messages/agent-protocol.ts'
import { expect, it } from 'vitest'
import { closeEndedReviews } from '../../device-records/reviews.ts'
import { type Seen, agent as seen } from '../../ingest/testing/observations.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { timeOf } from '../../testing/context.ts'
import { testAgent } from '../testing/agent.ts'
import { testApp } from '../testing/app.ts'

const dell: Seen = {
  manufacturer: 'Dell Inc.',
  serialNumber: '8XK2PL3',
  biosUuid: '4c4c4544-0058-4b10-8032-b8c04f504c33',
}
const guest: Seen = { ...dell, manufacturer: 'QEMU' }
const card = (number: number) => `00:1b:21:00:00:0${number}`
const virtualCard = (number: number) => `52:54:00:00:00:0${number}`
const hourSeconds = 3_600

describeOnEitherEngine('agents that share one identity', ({ open }) => {
  async function setUp() {
    const test = await testApp(await open())
    const { ctx, call, advance } = test
    const { agentId, send } = await testAgent(call, 'pc-1')
    let hours = 0
    return {
      ...test,
      agentId,
      /** Sends an observation one hour later; `previous` is the previous snapshot in the state of the sender. */
      async send(machine: Seen, previous?: string) {
        const headers: Record<string, string> = previous === undefined ? {} : { [previousSnapshotHeader]: previous }
        const [status, { snapshotId }] = await send(seen(hours * 60, { agentId, ...machine }), headers)
        expect(status).toBe(201)
        hours += 1
        advance(hourSeconds)
        return snapshotId
      },
      reviews: async () => {
        const { items } = (await (await call('GET', '/api/v1/reviews')).json()) as List<Review>
        return items.map(({ kind, review }) => `${kind}: ${review}`)
      },
      close: () => closeEndedReviews(ctx, timeOf(ctx)),
    }
  }

  it.each<[string, Seen, Seen]>([
    ['other names', { hostname: 'pc-1' }, { hostname: 'pc-2' }],
    [
      'other names and the same network card',
      { hostname: 'pc-1', macAddresses: [card(1)] },
      { hostname: 'pc-2', macAddresses: [card(1)] },
    ],
    [
      'the network cards of two virtual machines',
      { ...guest, hostname: 'vm', macAddresses: [virtualCard(1)], ipAddresses: ['10.0.0.1'] },
      { ...guest, hostname: 'vm', macAddresses: [virtualCard(2)], ipAddresses: ['10.0.0.2'] },
    ],
  ])('open a review that names both at their third alternation: %s', async (_, one, other) => {
    const { send, reviews } = await setUp()
    const opened: number[] = []
    for (let hour = 0; hour < 12; hour++) {
      await send(hour % 2 === 0 ? one : other)
      if ((await reviews()).length > 0) opened.push(hour)
    }
    expect(opened).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11])
    const [review = ''] = await reviews()
    expect(review).toContain('Two machines seem to use this identity')
    for (const { hostname, macAddresses = [], ipAddresses = [] } of [one, other]) {
      for (const value of [hostname ?? '', ...macAddresses, ...ipAddresses]) expect(review).toContain(value)
    }
  })

  it.each([
    ['two of each', 'AABBAAB'],
    ['one or two of each', 'ABBAAB'],
  ])('open one at the third alternation when reports come in a row: %s', async (_, order) => {
    const { send, reviews } = await setUp()
    const opened: number[] = []
    for (const [hour, machine] of [...order].entries()) {
      await send({ hostname: machine === 'A' ? 'pc-1' : 'pc-2' })
      if ((await reviews()).length > 0) opened.push(hour)
    }
    expect(opened).toEqual([order.length - 1])
  })

  it.each<[string, Seen]>([
    ['machines with one card', { ...dell, hostname: 'pc-1', macAddresses: [card(1)] }],
    ['replicas of a container, without a card', { hostname: 'worker' }],
  ])('open one when only the state of the agent tells them apart: %s', async (_, identity) => {
    const { send, reviews } = await setUp()
    const machine = (number: number): Seen => ({ ...identity, ipAddresses: [`10.0.0.${number}`] })
    const common = await send(machine(1))
    let [one, other] = [common, common]
    one = await send(machine(1), one)
    const opened: number[] = []
    for (let hour = 0; hour < 6; hour++) {
      if (hour % 2 === 0) other = await send(machine(2), other)
      else one = await send(machine(1), one)
      if ((await reviews()).length > 0) opened.push(hour)
    }
    expect(opened).toEqual([2, 3, 4, 5])
    const [review = ''] = await reviews()
    expect(review).toMatch(/10\.0\.0\.1.*10\.0\.0\.2|10\.0\.0\.2.*10\.0\.0\.1/)
  })

  it.each<[string, Seen, Seen]>([
    [
      'a notebook with and without its dock',
      { ...dell, hostname: 'nb', macAddresses: [card(1)], ipAddresses: ['10.0.0.1'] },
      { ...dell, hostname: 'nb', macAddresses: [card(1), card(2)], ipAddresses: ['10.0.0.2'] },
    ],
    [
      'a notebook that lists only the card in use',
      { ...dell, hostname: 'nb', macAddresses: [card(1)], ipAddresses: ['10.0.0.1'] },
      { ...dell, hostname: 'nb', macAddresses: [card(2)], ipAddresses: ['10.0.0.2'] },
    ],
    [
      'a notebook that each network names',
      { ...dell, hostname: 'nb', macAddresses: [card(1)], ipAddresses: ['10.0.0.1'] },
      { ...dell, hostname: 'dhcp-7', macAddresses: [card(1)], ipAddresses: ['10.0.0.2'] },
    ],
    [
      'a machine with two addresses',
      { hostname: 'pc', ipAddresses: ['10.0.0.1'] },
      { hostname: 'pc', ipAddresses: ['10.0.0.2'] },
    ],
  ])('are not suspected of %s', async (_, one, other) => {
    const { send, reviews } = await setUp()
    let previous: string | undefined
    for (let hour = 0; hour < 12; hour++) previous = await send(hour % 2 === 0 ? one : other, previous)
    expect(await reviews()).toEqual([])
  })

  it('are not suspected for a renamed machine, or one whose state is restored repeatedly', async () => {
    const { send, reviews } = await setUp()
    const frozen = await send({ ...dell, hostname: 'kiosk' })
    for (let day = 0; day < 6; day++) {
      const first = await send({ ...dell, hostname: 'kiosk' }, frozen)
      await send({ ...dell, hostname: 'kiosk' }, first)
    }
    const renamed = await send({ ...dell, hostname: 'kiosk-2' })
    await send({ ...dell, hostname: 'kiosk-2' }, renamed)
    expect(await reviews()).toEqual([])
  })

  it('lose their review when they stop alternating, or their agent is deleted', async () => {
    const { call, agentId, send, reviews, advance, close } = await setUp()
    const takeTurns = async () => {
      for (let hour = 0; hour < 6; hour++) await send({ hostname: hour % 2 === 0 ? 'pc-1' : 'pc-2' })
    }
    await takeTurns()
    await close()
    expect(await reviews()).toHaveLength(1)
    advance(15 * 24 * hourSeconds)
    await close()
    expect(await reviews()).toEqual([])

    await takeTurns()
    expect(await reviews()).toHaveLength(1)
    expect((await call('DELETE', `/api/v1/agents/${agentId}`)).status).toBe(204)
    expect(await reviews()).toEqual([])
  })
})
