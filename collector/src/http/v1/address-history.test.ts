import type { AddressPeriod } from '@rollcall/shared/api/address-history.ts'
import type { List } from '@rollcall/shared/api/common.ts'
import { expect, it } from 'vitest'
import { createIngest } from '../../ingest/accept/ingest.ts'
import { agent, at, ping, type Seen, snmp } from '../../ingest/testing/observations.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { testApp } from '../testing/app.ts'
import { twoSites } from '../testing/caller.ts'

const host = (name: string, address: string, more: Seen = {}): Seen => ({
  agentId: name,
  hostname: name,
  ipAddresses: [address],
  ...more,
})

describeOnEitherEngine('the history of an address', ({ open }) => {
  async function setUp() {
    const test = await testApp(await open())
    const { ctx, call, advance } = test
    advance(1_000 * 60)
    const ingest = createIngest(ctx)
    const read = async (query: string) => {
      const answer = await call('GET', `/api/v1/address-history?${query}`)
      expect(answer.status).toBe(200)
      return (await answer.json()) as List<AddressPeriod>
    }
    return {
      ...test,
      read,
      submit: async (observation: ReturnType<typeof agent>) =>
        (await ingest.submit({ siteId: ctx.siteId, observation, actor: 'agent' })).deviceId ?? '',
      periods: async (query: string) =>
        (await read(query)).items.map(({ deviceName, from, until }) => [deviceName, from, until]),
      holders: async (address: string, minutes: number) =>
        (await read(`address=${address}&at=${at(minutes)}`)).items.map(({ deviceName }) => deviceName),
    }
  }

  it('lists the device that had the address at a time, not the one that has it now', async () => {
    const { submit, holders, periods } = await setUp()
    await submit(agent(0, host('ada', '10.0.0.7')))
    await submit(agent(10, host('ada', '10.0.0.8')))
    await submit(agent(20, host('bob', '10.0.0.7')))
    await submit(agent(30, host('bob', '10.0.0.9')))
    await submit(agent(40, host('ada', '10.0.0.7')))
    expect(await periods('address=10.0.0.7')).toEqual([
      ['ada', at(40), null],
      ['bob', at(20), at(30)],
      ['ada', at(0), at(10)],
    ])
    const found = []
    for (const minutes of [-1, 0, 9, 10, 20, 29, 30, 40, 900]) found.push(await holders('10.0.0.7', minutes))
    expect(found).toEqual([[], ['ada'], ['ada'], [], ['bob'], ['bob'], [], ['ada'], ['ada']])
    expect(await periods(`address=10.0.0.7&from=${at(15)}&to=${at(35)}`)).toEqual([['bob', at(20), at(30)]])
    expect(await periods('address=10.0.0.7&limit=1&offset=1')).toEqual([['bob', at(20), at(30)]])
  })

  it('takes late observations into account', async () => {
    const { submit, holders } = await setUp()
    await submit(agent(50, host('ada', '10.0.0.1')))
    await submit(agent(10, host('ada', '10.0.0.7')))
    await submit(agent(30, host('ada', '10.0.0.8')))
    expect([await holders('10.0.0.7', 20), await holders('10.0.0.7', 30)]).toEqual([['ada'], []])
  })

  it('passes to the device that took it after the other was last seen', async () => {
    const { submit, read, holders } = await setUp()
    await submit(agent(0, host('gone', '10.0.0.7')))
    await submit(agent(5, host('gone', '10.0.0.7')))
    await submit(agent(60, host('new', '10.0.0.7')))
    expect((await read('address=10.0.0.7')).items).toMatchObject([
      { deviceName: 'new', from: at(60), until: null },
      { deviceName: 'gone', from: at(0), until: at(60), lastSeen: at(5) },
    ])
    expect([await holders('10.0.0.7', 30), await holders('10.0.0.7', 70)]).toEqual([['gone'], ['new']])
  })

  it('shows both devices that claim it at the same time', async () => {
    const { submit, holders } = await setUp()
    for (const minutes of [0, 20]) await submit(agent(minutes, host('first', '10.0.0.7')))
    await submit(agent(10, host('second', '10.0.0.7')))
    expect(await holders('10.0.0.7', 15)).toEqual(['second', 'first'])
  })

  it('includes further addresses, of which lists show none', async () => {
    const { submit, read, holders } = await setUp()
    const router = { hostname: 'core', serialNumber: 'FDO1234X0AB', manufacturer: 'Cisco' }
    await submit(snmp(0, '10.0.0.1', { ...router, ipAddresses: ['10.9.0.1'] }))
    await submit(snmp(30, '10.0.0.1', { ...router, ipAddresses: ['10.9.0.1'] }))
    expect((await read('address=10.9.0.1')).items).toMatchObject([
      { deviceName: 'core', from: at(0), until: null, lastSeen: at(30), isMain: false },
    ])
    expect(await holders('10.9.0.1', 10)).toEqual(['core'])
    await submit(snmp(60, '10.0.0.1', { ...router, ipAddresses: ['10.9.0.2'] }))
    expect([await holders('10.9.0.1', 20), await holders('10.9.0.1', 70)]).toEqual([['core'], []])
  })

  it('includes devices that were deleted since, until they were deleted', async () => {
    const { submit, read, call } = await setUp()
    const id = await submit(agent(0, host('ada', '10.0.0.7')))
    expect((await call('DELETE', `/api/v1/devices/${id}`)).status).toBe(204)
    expect((await read('address=10.0.0.7')).items).toMatchObject([
      { deviceId: id, deviceName: 'ada', isDeleted: true, until: at(1_000) },
    ])
  })

  it('finds an address in any notation, with the name that the device had then', async () => {
    const { submit, read } = await setUp()
    await submit(agent(0, host('ada', '2001:db8::7')))
    await submit(agent(10, { ...host('ada', '2001:db8::8'), hostname: 'renamed' }))
    await submit(ping(20, '192.0.2.9', '00:1b:21:3c:9d:f9'))
    expect((await read('address=2001:DB8:0::0007')).items).toMatchObject([{ deviceName: 'ada', until: at(10) }])
    expect((await read('address=::ffff:192.0.2.9')).total).toBe(1)
    expect((await read('address=192.0.2.10')).items).toEqual([])
  })

  it('refuses what is not an address, and knows nothing of other sites', async () => {
    const test = await setUp()
    const { submit, call } = test
    await submit(agent(0, host('ada', '10.0.0.7')))
    for (const query of [
      'address=10.0.0',
      'address=pc-1',
      '',
      'address=10.0.0.7&at=yesterday',
      'address=10.0.0.7&x=1',
    ]) {
      expect([query, (await call('GET', `/api/v1/address-history?${query}`)).status]).toEqual([query, 400])
    }
    const { both, siteId, branchId } = await twoSites(test)
    const totals = []
    for (const site of [siteId, branchId]) {
      const headers = { 'X-Site-Id': site }
      const answer = await call('GET', '/api/v1/address-history?address=10.0.0.7', { token: both.token, headers })
      totals.push(((await answer.json()) as List<AddressPeriod>).total)
    }
    expect(totals).toEqual([1, 0])
  })
})
