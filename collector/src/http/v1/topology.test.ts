import { gunzipSync } from 'node:zlib'
import type { Topology, TopologyEndpoint } from '@rollcall/shared/api/topology.ts'
import type { Neighbor } from '@rollcall/shared/inventory/neighbor.ts'
import type { NetworkInterface } from '@rollcall/shared/inventory/network.ts'
import { describe, expect, it } from 'vitest'
import { createIngest } from '../../ingest/accept/ingest.ts'
import { agent, snmp } from '../../ingest/testing/observations.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { testApp } from '../testing/app.ts'

const path = '/api/v1/topology'
const macs = {
  core: '00:1b:21:00:00:01',
  edge: '00:1b:21:00:00:02',
  pc: '00:1b:21:00:01:01',
  other: '00:1b:21:00:01:02',
}

const port = (name: string, more: Partial<NetworkInterface> = {}): NetworkInterface => ({
  name,
  type: 'ethernetCsmacd',
  operStatus: 'up',
  speedBps: 1e9,
  addresses: [],
  ...more,
})
const forwarded = (name: string, macAddress: string, vlan = 10): Neighbor => ({
  port: name,
  protocol: 'forwarding',
  macAddress,
  vlan,
})

describeOnEitherEngine(`GET ${path}`, ({ open }) => {
  async function setUp() {
    const test = await testApp(await open())
    const { ctx, call } = test
    const ingest = createIngest(ctx)
    const store = async (observation: ReturnType<typeof agent>) =>
      (await ingest.submit({ siteId: ctx.siteId, observation, actor: 'test' })).deviceId
    const addSwitch = (
      name: keyof typeof macs,
      address: string,
      interfaces: NetworkInterface[],
      neighbors: Neighbor[],
      minutes = 0,
    ) =>
      store(
        snmp(minutes, address, {
          type: 'network-device',
          name,
          serialNumber: name,
          macAddresses: [macs[name]],
          network: { ipAddress: address, macAddress: macs[name], interfaces, neighbors },
        }),
      )
    const get = async () => (await (await call('GET', path)).json()) as Topology
    const endpoints = async (query: string) =>
      (await (await call('GET', `${path}/endpoints${query}`)).json()) as { items: TopologyEndpoint[]; total: number }
    return { ...test, store, addSwitch, get, endpoints }
  }

  async function twoSwitches() {
    const test = await setUp()
    const pc = await test.store(agent(0, { name: 'pc-1', macAddresses: [macs.pc], ipAddresses: ['192.0.2.9'] }))
    const core = await test.addSwitch(
      'core',
      '192.0.2.1',
      [port('Te1', { speedBps: 1e10 }), port('Gi2', { operStatus: 'down' })],
      [
        { port: 'Te1', protocol: 'lldp', macAddress: macs.edge, remotePort: 'Gi24' },
        forwarded('Te1', macs.pc),
        { ...forwarded('Te1', macs.other), ipAddress: '192.0.2.77' },
      ],
    )
    const edge = await test.addSwitch(
      'edge',
      '192.0.2.2',
      [port('Gi24'), port('Gi10'), port('Gi2')],
      [
        { port: 'Gi24', protocol: 'lldp', macAddress: macs.core, remotePort: 'Te1' },
        forwarded('Gi10', macs.pc),
        forwarded('Gi2', macs.other, 20),
      ],
    )
    return { ...test, pc, core, edge }
  }

  it('returns switches, links with both ports, and the number of connected devices', async () => {
    const { core, edge, get } = await twoSwitches()
    const { nodes, links, endpoints, truncated } = await get()
    expect([endpoints, truncated]).toEqual([2, false])
    expect(links).toHaveLength(1)
    expect(links[0]).toMatchObject({ speedBps: 1e9, cables: 1, sources: ['lldp'], confidence: 1 })
    expect([links[0]?.a, links[0]?.b]).toEqual(
      expect.arrayContaining([
        { node: core, port: 'Te1' },
        { node: edge, port: 'Gi24' },
      ]),
    )
    const none = { endpoints: 0, type: null, vlan: null, segmentId: null }
    expect(nodes).toMatchObject([
      { id: core, name: 'core', kind: 'switch', portsTotal: 2, portsUp: 1, endpoints: 0 },
      { id: edge, name: 'edge', kind: 'switch', portsTotal: 3, portsUp: 3, endpoints: 2 },
    ])
    expect(nodes.map(({ ports }) => ports)).toEqual([
      [{ name: 'Te1', role: 'uplink', ...none }],
      [
        { name: 'Gi2', role: 'access', ...none, endpoints: 1, vlan: 20 },
        { name: 'Gi10', role: 'access', ...none, endpoints: 1, type: 'computer', vlan: 10 },
        { name: 'Gi24', role: 'uplink', ...none },
      ],
    ])
  })

  it('is compressed for callers that accept it, and else plain', async () => {
    const { call, get } = await twoSwitches()
    const packed = await call('GET', path, { headers: { 'Accept-Encoding': 'br, gzip' } })
    expect([packed.headers.get('content-encoding'), packed.headers.get('vary')]).toEqual([
      'gzip',
      expect.stringMatching(/accept-encoding/i),
    ])
    expect(JSON.parse(gunzipSync(Buffer.from(await packed.arrayBuffer())).toString())).toEqual(await get())
    const plain = await call('GET', path, { headers: { 'Accept-Encoding': 'identity' } })
    expect([plain.headers.get('content-encoding'), await plain.json()]).toEqual([null, await get()])
  })

  it('lists the devices connected to a switch or port, and finds them by name, address or MAC', async () => {
    const { pc, edge, endpoints } = await twoSwitches()
    const known = {
      node: edge,
      port: 'Gi10',
      name: 'pc-1',
      macAddress: macs.pc,
      ipAddress: '192.0.2.9',
      vlan: 10,
      device: { id: pc, name: 'pc-1', type: 'computer', segmentId: null },
    }
    const unknown = {
      node: edge,
      port: 'Gi2',
      name: null,
      macAddress: macs.other,
      ipAddress: '192.0.2.77',
      vlan: 20,
      device: null,
    }
    expect(await endpoints(`?node=${edge}`)).toEqual({ items: [unknown, known], total: 2 })
    expect(await endpoints(`?node=${edge}&limit=1&offset=1`)).toEqual({ items: [known], total: 2 })
    expect((await endpoints(`?node=${edge}&port=Gi2`)).items).toEqual([unknown])
    for (const q of ['PC-1', '192.0.2.9', '001b21000101']) expect((await endpoints(`?q=${q}`)).items).toEqual([known])
    expect(await endpoints('?node=nobody')).toEqual({ items: [], total: 0 })
  })

  it('is rebuilt when a switch reports a change', async () => {
    const { addSwitch, core, get, call } = await twoSwitches()
    await addSwitch('edge', '192.0.2.2', [port('Gi24')], [], 5)
    expect(await get()).toMatchObject({ endpoints: 2, nodes: [{ id: core }, { name: 'edge', endpoints: 2 }] })
    expect((await call('DELETE', `/api/v1/devices/${core}`)).status).toBe(204)
    expect(await get()).toMatchObject({ endpoints: 0, nodes: [{ name: 'edge' }], links: [] })
  })

  describe('positions', () => {
    const positions = `${path}/positions`

    it('are stored, changed, removed and reset, and found by their ETag', async () => {
      const { core, edge, call } = await twoSwitches()
      expect(await (await call('GET', positions)).json()).toEqual({ positions: {} })
      const both = { [core]: { x: 10, y: -20 }, [edge]: { x: 300, y: 0 } }
      const moved = await call('PATCH', positions, { json: { positions: both } })
      expect([moved.status, await moved.json()]).toEqual([200, { positions: both }])
      const tag = moved.headers.get('ETag') ?? ''
      expect((await call('GET', positions, { headers: { 'If-None-Match': tag } })).status).toBe(304)
      const one = await call('PATCH', positions, {
        json: { positions: { [edge]: null } },
        headers: { 'If-Match': tag },
      })
      expect(await one.json()).toEqual({ positions: { [core]: both[core] } })
      for (const method of ['PATCH', 'DELETE']) {
        const body = method === 'PATCH' ? { json: { positions: {} } } : {}
        expect((await call(method, positions, { ...body, headers: { 'If-Match': tag } })).status).toBe(412)
      }
      expect((await call('DELETE', positions)).status).toBe(204)
      expect(await (await call('GET', positions)).json()).toEqual({ positions: {} })
    })

    it('are refused for nodes that the map does not have, and outside of their range', async () => {
      const { core, call } = await twoSwitches()
      const refused = async (body: object) => {
        const answer = await call('PATCH', positions, { json: body })
        const { errors } = (await answer.json()) as { errors: { path: string }[] }
        return [answer.status, errors.map(({ path: at }) => at)]
      }
      expect(await refused({ positions: { nobody: { x: 1, y: 1 } } })).toEqual([400, ['/positions/nobody']])
      expect(await refused({ positions: { [core]: { x: 1e7, y: 1 } } })).toEqual([400, [`/positions/${core}/x`]])
      expect(await refused({ positions: { [core]: { x: 0.5, y: 1 } } })).toEqual([400, [`/positions/${core}/x`]])
      const many = Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`n${at}`, null]))
      expect((await call('PATCH', positions, { json: { positions: many } })).status).toBe(413)
      expect(await (await call('GET', positions)).json()).toEqual({ positions: {} })
    })

    it('are changed only by those who may edit the inventory', async () => {
      const { core, call } = await twoSwitches()
      const json = { positions: { [core]: { x: 1, y: 1 } } }
      expect((await call('PATCH', positions, { json, token: 'reader' })).status).toBe(403)
      expect((await call('DELETE', positions, { token: 'reader' })).status).toBe(403)
      expect((await call('PATCH', positions, { json })).status).toBe(200)
      expect(await (await call('GET', positions, { token: 'reader' })).json()).toEqual(json)
    })
  })

  it('is empty without an audited switch', async () => {
    const { get, call } = await setUp()
    expect(await get()).toMatchObject({ nodes: [], links: [], endpoints: 0 })
    expect((await call('GET', `${path}?node=x`)).status).toBe(400)
  })
})
