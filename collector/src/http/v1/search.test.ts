import type { List } from '@rollcall/shared/api/common.ts'
import type { Connection, SearchResult, SearchResultList } from '@rollcall/shared/api/search.ts'
import type { Neighbor } from '@rollcall/shared/inventory/neighbor.ts'
import type { NetworkInterface } from '@rollcall/shared/inventory/network.ts'
import { describe, expect, it } from 'vitest'
import { createIngest } from '../../ingest/accept/ingest.ts'
import { agent, snmp } from '../../ingest/testing/observations.ts'
import { createConnectionUpdates } from '../../network-map/connections/update-connections.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { testApp } from '../testing/app.ts'

const macs = {
  core: '00:1b:21:00:00:01',
  edge: '00:1b:21:00:00:02',
  pc: '00:1b:21:3c:9d:f8',
  wireless: '00:1b:21:3c:9e:01',
  unknown: '00:80:92:45:67:ab',
}

const port = (name: string, more: Partial<NetworkInterface> = {}): NetworkInterface => ({
  name,
  type: 'ethernetCsmacd',
  operStatus: 'up',
  addresses: [],
  ...more,
})
const forwarded = (name: string, macAddress: string): Neighbor => ({
  port: name,
  protocol: 'forwarding',
  macAddress,
  vlan: 10,
})

/** Describes a result in words. */
const inWords = ({ kind, device, matched, port: found, macAddress, connection }: SearchResult): string =>
  [
    kind,
    macAddress ?? device?.name,
    found?.name,
    matched && `${matched.kind}=${matched.value}`,
    connection && `at ${connection.switchName} ${connection.port}`,
  ]
    .filter(Boolean)
    .join(' ')

describeOnEitherEngine('the search', ({ open }) => {
  async function setUp() {
    const test = await testApp(await open())
    const { ctx, call } = test
    const ingest = createIngest(ctx)
    const store = async (observation: ReturnType<typeof agent>) =>
      (await ingest.submit({ siteId: ctx.siteId, observation, actor: 'test' })).deviceId
    const addSwitch = (
      name: 'core' | 'edge',
      address: string,
      interfaces: NetworkInterface[],
      neighbors: Neighbor[],
      minutes = 0,
    ) =>
      store(
        snmp(minutes, address, {
          type: 'network-device',
          name,
          macAddresses: [macs[name]],
          network: { ipAddress: address, macAddress: macs[name], interfaces, neighbors },
        }),
      )
    const update = createConnectionUpdates(ctx)
    const pc = await store(
      agent(0, {
        name: 'pc-17',
        serialNumber: '8XK2PL3',
        macAddresses: [macs.pc, macs.wireless],
        ipAddresses: ['192.0.2.30', '192.0.2.77'],
        hardware: {
          accounts: [
            { name: 'ada', fullName: 'Ada Lovelace', isSignedIn: true },
            { name: 'grace', isSignedIn: false },
          ],
        },
      }),
    )
    const core = await addSwitch(
      'core',
      '192.0.2.1',
      [port('Te1')],
      [
        { port: 'Te1', protocol: 'lldp', macAddress: macs.edge, remotePort: 'Gi1/0/24' },
        forwarded('Te1', macs.pc),
        forwarded('Te1', macs.unknown),
      ],
    )
    const edgePorts = [
      port('Gi1/0/6', { alias: 'Printer room', description: 'GigabitEthernet1/0/6' }),
      port('Gi1/0/60'),
      port('Gi1/0/24'),
    ]
    const edgeSeen = [
      { port: 'Gi1/0/24', protocol: 'lldp', macAddress: macs.core, remotePort: 'Te1' } as Neighbor,
      forwarded('Gi1/0/6', macs.pc),
      forwarded('Gi1/0/60', macs.unknown),
    ]
    const edge = await addSwitch('edge', '192.0.2.2', edgePorts, edgeSeen)
    await update()
    const find = async (q: string, more = '') =>
      (await (await call('GET', `/api/v1/search?q=${encodeURIComponent(q)}${more}`)).json()) as SearchResultList
    const found = async (q: string) => (await find(q)).items.map(inWords)
    const connections = async (id: string) =>
      (await (await call('GET', `/api/v1/devices/${id}/connections`)).json()) as List<Connection>
    return { ...test, store, addSwitch, update, pc, core, edge, edgePorts, edgeSeen, find, found, connections }
  }

  it('finds a device by any identifier in any notation, with the port it is connected to', async () => {
    const { found } = await setUp()
    const answer = 'device pc-17 at edge Gi1/0/6'
    for (const q of ['00:1B:21:3C:9D:F8', '001b.213c.9df8', '00-1b-21-3c-9d-f8', '001B213C9DF8', '213c.9d', '3c:9d:f8'])
      expect(await found(q), q).toEqual([answer])
    for (const q of ['pc-17', '8xk2pl3', '192.0.2.30']) expect(await found(q), q).toEqual([answer])
  })

  it('names the value that was found if the device does not show it', async () => {
    const { found } = await setUp()
    expect(await found('001b.213c.9e01')).toEqual([`device pc-17 mac=${macs.wireless} at edge Gi1/0/6`])
    expect(await found('192.0.2.77')).toEqual(['device pc-17 claimedIp=192.0.2.77 at edge Gi1/0/6'])
    expect(await found('lovelace')).toEqual(['device pc-17 user=ada (Ada Lovelace) at edge Gi1/0/6'])
    expect(await found('ADA')).toEqual(['device pc-17 user=ada (Ada Lovelace) at edge Gi1/0/6'])
    expect(await found('grace')).toEqual([])
  })

  it('finds a MAC that no device has, with its port', async () => {
    const { found, find, edge } = await setUp()
    const answer = `mac ${macs.unknown} at edge Gi1/0/60`
    for (const q of [macs.unknown, '0080.9245.67ab', '9245', '45-67-ab']) expect(await found(q), q).toEqual([answer])
    const { items } = await find('9245')
    expect(items[0]?.connection).toMatchObject({ switch: { id: edge, name: 'edge' }, port: 'Gi1/0/60', vlan: 10 })
  })

  it('finds ports by name, alias and long name, the whole name first', async () => {
    const { found } = await setUp()
    expect(await found('Gi1/0/6')).toEqual(['port edge Gi1/0/6', 'port edge Gi1/0/60'])
    expect(await found('printer room')).toEqual(['port edge Gi1/0/6'])
    expect(await found('GigabitEthernet1/0/6')).toEqual(['port edge Gi1/0/6'])
    expect(await found('edge gi1/0/24')).toEqual(['port edge Gi1/0/24'])
    expect(await found('core gi1/0/24')).toEqual([])
  })

  it('finds nothing by wildcards, and refuses a text that is too long or a limit out of range', async () => {
    const { found, call } = await setUp()
    for (const q of ['%%%', '***', '"or"', "';--", '[a-z]']) expect(await found(q), q).toEqual([])
    for (const query of ['', 'q=', `q=${'a'.repeat(201)}`, 'q=pc&limit=51', 'q=pc&limit=0', 'q=pc&other=1'])
      expect((await call('GET', `/api/v1/search?${query}`)).status, query).toBe(400)
  })

  it('returns whole values first, and at most as many results as asked for', async () => {
    const { find, store } = await setUp()
    for (const number of [1, 2, 3])
      await store(agent(0, { name: `a-pc-17${number}`, macAddresses: [`00:1b:21:3c:aa:0${number}`] }))
    const { items, devices } = await find('pc-17', '&limit=2')
    expect(items.map(({ device }) => device?.name)).toEqual(['pc-17', 'a-pc-171'])
    expect(devices).toBe(4)
  })

  it('follows a device that was moved to another port, after the next audit of the switch', async () => {
    const { addSwitch, edgePorts, edgeSeen, update, found, advance } = await setUp()
    advance(60)
    const moved = edgeSeen.map((each) => (each.macAddress === macs.pc ? { ...each, port: 'Gi1/0/60' } : each))
    await addSwitch('edge', '192.0.2.2', edgePorts, moved, 1)
    await update()
    expect(await found('pc-17')).toEqual(['device pc-17 at edge Gi1/0/60'])
  })

  it('drops ports that a switch no longer has', async () => {
    const { addSwitch, edgePorts, edgeSeen, found, advance } = await setUp()
    advance(60)
    const others = edgePorts.filter(({ alias }) => alias === undefined)
    await addSwitch('edge', '192.0.2.2', others, edgeSeen, 1)
    expect(await found('printer')).toEqual([])
  })

  describe('ports of one device', () => {
    it('are those of its MACs, and for a switch those that it is linked to', async () => {
      const { pc, core, edge, connections } = await setUp()
      expect(await connections(pc)).toMatchObject({
        items: [{ switch: { id: edge, name: 'edge' }, port: 'Gi1/0/6', vlan: 10, macAddress: macs.pc }],
        total: 1,
      })
      expect(await connections(edge)).toMatchObject({ items: [{ switch: { id: core }, port: 'Te1' }], total: 1 })
    })

    it('are empty for a device of no switch, and no answer for an unknown one', async () => {
      const { store, call, connections } = await setUp()
      const other = await store(agent(0, { name: 'pc-18', macAddresses: ['00:1b:21:3c:aa:09'] }))
      expect(await connections(other)).toEqual({ items: [], total: 0 })
      expect((await call('GET', '/api/v1/devices/019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90/connections')).status).toBe(404)
    })
  })

  it('leaves out archived devices', async () => {
    const { pc, call, found } = await setUp()
    expect((await call('POST', `/api/v1/devices/${pc}/archive`)).status).toBe(200)
    expect(await found('pc-17')).toEqual([])
    expect(await found('ada')).toEqual([])
  })
})
