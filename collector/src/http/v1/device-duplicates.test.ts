import type { List } from '@rollcall/shared/api/common.ts'
import type { Duplicate, MergedDevice } from '@rollcall/shared/api/device-merge.ts'
import { newId } from '@rollcall/shared/ids.ts'
import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import { expect, it } from 'vitest'
import { proves } from '../../../../test/interface/proves.ts'
import { createIngest } from '../../ingest/accept/ingest.ts'
import { fromOutside } from '../../ingest/testing/fleets/fleet.ts'
import { agent, at, ping, type Seen, snmp } from '../../ingest/testing/observations.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { testApp } from '../testing/app.ts'

const macOf = (n: number) => `00:1b:21:00:00:${n.toString(16).padStart(2, '0')}`
const uuidOf = (n: number) => `4c4c4544-0042-3010-8053-b7c04f4e44${n.toString(16).padStart(2, '0')}`
const laptop = (n: number): Seen => ({ hostname: `pc${n}`, biosUuid: uuidOf(n), macAddresses: [macOf(n)] })
/** Returns another machine with the hardware ids of the first. */
const cloneOf = (n: number): Seen => ({ ...laptop(n), biosUuid: uuidOf(0) })
const day = 24 * 60
/** Returns an answer to a routed ping of a host that has a DNS name. */
const routed = (minutes: number, address: string) => ping(minutes, address, undefined, 'app-7.example.com')
/** Returns a phone that makes up another card for each network. */
const phone = (minutes: number, n: number) =>
  fromOutside(`10.0.4.${n}`, { hostname: 'phone-anna', macAddresses: [`3a:52:82:0a:1b:0${n}`] })(minutes)

describeOnEitherEngine('GET /api/v1/devices/duplicates', ({ open }) => {
  async function setUp() {
    const test = await testApp(await open())
    const { call, ctx, advance } = test
    advance(7_200)
    const ingest = createIngest(ctx)
    const submit = async (observation: Observation, siteId = ctx.siteId) =>
      (await ingest.submit({ siteId, observation, actor: 'agent' })).deviceId
    const list = async (query = '') => {
      const answer = await call('GET', `/api/v1/devices/duplicates${query}`)
      expect(answer.status).toBe(200)
      return (await answer.json()) as List<Duplicate>
    }
    /** Creates a laptop, and a record of its dock's network card that was audited over the network before. */
    const nearDuplicates = async (n: number) => {
      const dock = snmp(n, `10.0.1.${n}`, { macAddresses: [macOf(100 + n)] })
      const [first, second] = [await submit(dock), await submit(agent(n, laptop(n)))]
      await submit(agent(n + 60, { ...laptop(n), macAddresses: [macOf(n), macOf(100 + n)] }))
      return [first, second]
    }
    const pairs = ({ items }: List<Duplicate>) => items.map(({ devices }) => devices.map(({ id }) => id))
    return { ...test, submit, list, nearDuplicates, pairs }
  }

  it('lists a pair whose shared value came with two snapshots of one group', async () => {
    const { submit, list, pairs } = await setUp()
    const docked: Seen = { ...laptop(1), macAddresses: [macOf(1), macOf(101)] }
    const first = await submit(snmp(1, '10.0.1.1', { macAddresses: [macOf(101)] }))
    const second = await submit(agent(2, laptop(1)))
    await Promise.all([submit(agent(10, docked)), submit(agent(100, docked))])
    expect(pairs(await list())).toEqual([[first, second]])
  })

  it('lists a pair that would match, with its evidence', proves('devices.duplicates'), async () => {
    const { list, nearDuplicates } = await setUp()
    const [first, second] = await nearDuplicates(1)
    expect(await list()).toEqual({
      items: [
        {
          devices: [
            {
              id: first,
              name: '10.0.1.1',
              type: 'computer',
              ipAddress: '10.0.1.1',
              macAddress: macOf(101),
              serialNumber: null,
              firstSeen: at(1),
              lastSeen: at(1),
            },
            expect.objectContaining({ id: second, name: 'pc1', macAddress: macOf(1) }),
          ],
          confidence: 0.93,
          evidence: [{ kind: 'mac', value: macOf(101) }],
          against: [],
          review: null,
        },
      ],
      total: 1,
    })
  })

  it('lists a possible clone with lower confidence', proves('devices.duplicates'), async () => {
    const { submit, list, nearDuplicates, pairs } = await setUp()
    const near = await nearDuplicates(1)
    const clones = [await submit(agent(1, cloneOf(2))), await submit(agent(2, cloneOf(3)))]
    const found = await list()
    expect(pairs(found)).toEqual([near, clones])
    expect(found.items[1]).toMatchObject({
      confidence: 0.21,
      evidence: [{ kind: 'uuid' }],
      against: [{ kind: 'mac' }, { kind: 'name' }],
      review: expect.stringContaining('a clone?'),
    })
    expect(await list('?limit=1&offset=1')).toEqual({ items: [found.items[1]], total: 2 })
    expect(await list('?offset=2')).toEqual({ items: [], total: 2 })
  })

  it('lists no pair that shares only a dock, a junk value or a name', async () => {
    const { submit, list, ctx, call } = await setUp()
    const dock = macOf(200)
    await submit(agent(1, { ...laptop(1), macAddresses: [macOf(1), dock] }))
    await submit(agent(2, { ...laptop(2), macAddresses: [macOf(2), dock] }))
    const junk = { serialNumber: 'To be filled by O.E.M.', manufacturer: 'OEM' }
    await submit(snmp(1, '10.0.0.3', { ...junk, hostname: 'a', macAddresses: [macOf(3)] }))
    await submit(snmp(1, '10.0.0.4', { ...junk, hostname: 'b', macAddresses: [macOf(4)] }))
    await submit(snmp(1, '10.0.0.5', { hostname: 'printer', macAddresses: [macOf(5)] }))
    await submit(snmp(1, '10.0.0.6', { hostname: 'printer', macAddresses: [macOf(6)] }))
    await submit(agent(1, laptop(7)))
    await createIngest(ctx).submit({ siteId: newId(), observation: agent(1, laptop(7)), actor: 'x' })
    expect(await list()).toEqual({ items: [], total: 0 })
    expect((await call('GET', '/api/v1/devices/duplicates?confidence=1')).status).toBe(400)
  })

  it.each([
    {
      suggested: 'lists',
      pair: 'one DNS name at an IPv4 and an IPv6 address',
      review: 'They have the same DNS name, one at IPv4 and one at IPv6 addresses.',
      observations: [routed(0, '10.0.3.7'), routed(1, '2001:db8::7')],
    },
    {
      suggested: 'lists no',
      pair: 'one DNS name at three addresses, as of a pool',
      observations: [routed(0, '10.0.3.7'), routed(1, '2001:db8::7'), routed(2, '10.0.3.8')],
    },
    {
      suggested: 'lists no',
      pair: 'one DNS name at two IPv4 addresses',
      observations: [routed(0, '10.0.3.7'), routed(1, '10.0.3.8')],
    },
    {
      suggested: 'lists no',
      pair: 'one DNS name at an IPv4 and an IPv6 address of two names',
      observations: ['10.0.3.7', '2001:db8::7'].map((address, n) =>
        fromOutside(address, { hostname: `app-${n}`, dnsName: 'app.example.com' })(n),
      ),
    },
    {
      suggested: 'lists',
      pair: 'one name with another random MAC address on each day',
      review: 'They have the same name, each has a random MAC address, and one followed the other.',
      observations: [phone(0, 1), phone(day, 2)],
    },
    {
      suggested: 'lists no',
      pair: 'one name with two random MAC addresses in turn',
      observations: [phone(0, 1), phone(day, 2), phone(2 * day, 1)],
    },
  ])('$suggested pair of $pair', async ({ observations, review }) => {
    for (const delivered of [observations, observations.toReversed()]) {
      const { submit, list, advance } = await setUp()
      advance(3 * 86_400)
      const ids = new Set<string>()
      for (const each of delivered) ids.add(await submit(each))
      expect(ids.size).toBeGreaterThan(1)
      expect((await list()).items.map((each) => each.review)).toEqual(review === undefined ? [] : [review])
    }
  })

  it('drops pairs by a value that too many devices share', async () => {
    const { submit, list, nearDuplicates, pairs } = await setUp()
    for (let n = 2; n <= 33; n += 1) await submit(agent(n, cloneOf(n)))
    expect((await list()).total).toBe((32 * 31) / 2)
    const near = await nearDuplicates(1)
    await submit(agent(34, cloneOf(34)))
    expect(pairs(await list())).toEqual([near])
    await submit(agent(35, cloneOf(35)))
    expect(pairs(await list())).toEqual([near])
  })

  it('follows changes and deletions of its devices', async () => {
    const { submit, list, nearDuplicates, call, pairs } = await setUp()
    const [first, second] = await nearDuplicates(1)
    const other = await nearDuplicates(2)
    expect((await list()).total).toBe(2)
    // The card turns out to belong to another machine.
    expect(await submit(snmp(90, '10.0.1.1', { ...laptop(9), macAddresses: [macOf(101)] }))).toBe(first)
    expect(pairs(await list())).toEqual([other])
    expect((await call('DELETE', `/api/v1/devices/${other[0]}`)).status).toBe(204)
    expect(await list()).toEqual({ items: [], total: 0 })
    expect((await call('GET', `/api/v1/devices/${second}`)).status).toBe(200)
  })

  it(
    'does not suggest devices again that a person has marked as different',
    proves('devices.duplicates', 'devices.unmerge'),
    async () => {
      const { submit, list, nearDuplicates, call, pairs } = await setUp()
      const [first, second] = await nearDuplicates(1)
      const merge = async (id: string | undefined) => {
        const answer = await call('POST', `/api/v1/devices/${id}/merge`, { json: { otherId: first } })
        return ((await answer.json()) as MergedDevice).mergeId
      }
      const unmerge = async (id: string | undefined, mergeId: string | null) =>
        expect((await call('POST', `/api/v1/devices/${id}/unmerge`, { json: { mergeId } })).status).toBe(200)
      const mergeId = await merge(second)
      expect(await list()).toEqual({ items: [], total: 0 })
      await unmerge(second, mergeId)
      expect(await list()).toEqual({ items: [], total: 0 })
      await submit(agent(70, { ...laptop(1), macAddresses: [macOf(1), macOf(101), macOf(50)] }))
      expect(await list()).toEqual({ items: [], total: 0 })

      // A merged device does not match the other one either.
      const third = await submit(ping(80, '10.0.2.1'))
      const ofThird = await merge(third)
      expect(await list()).toEqual({ items: [], total: 0 })
      await unmerge(third, ofThird)
      const stranger = await submit(snmp(80, '10.0.2.2', { macAddresses: [macOf(70)] }))
      await submit(agent(90, { ...laptop(1), macAddresses: [macOf(1), macOf(101), macOf(70)] }))
      expect(pairs(await list())).toEqual([[second, stranger]])
    },
  )
})
