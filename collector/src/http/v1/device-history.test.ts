import type { Device } from '@rollcall/shared/api/device.ts'
import type { DeviceIdentifier } from '@rollcall/shared/api/device-history.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { expect, it } from 'vitest'
import { proves } from '../../../../test/interface/proves.ts'
import { createIngest } from '../../ingest/accept/ingest.ts'
import { agent, at, ping, type Seen, snmp } from '../../ingest/testing/observations.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { testApp } from '../testing/app.ts'

describeOnEitherEngine('the history of a device', ({ open }) => {
  /** Sets the clock to ten minutes after the first observation. */
  async function setUp() {
    const test = await testApp(await open())
    const { call, ctx, advance } = test
    advance(600)
    const ingest = createIngest(ctx)
    const submit = (observation: Parameters<typeof ingest.submit>[0]['observation'], actor = 'agent pc1') =>
      ingest.submit({ siteId: ctx.siteId, observation, actor })
    const get = async <T = { items: unknown[]; total: number }>(where: string) => {
      const answer = await call('GET', `/api/v1/devices/${where}`)
      expect(answer.status).toBe(200)
      return (await answer.json()) as T
    }
    const edit = (id: string, json: object) => call('PATCH', `/api/v1/devices/${id}`, { json })
    return { ...test, submit, get, edit }
  }
  const pc: Seen = {
    hostname: 'pc1',
    biosUuid: '4c4c4544-0042-3010-8053-b7c04f4e4432',
    macAddresses: ['00:1b:21:3c:9d:f8'],
    ipAddresses: ['10.0.0.1'],
  }

  it('returns a device as it was', proves('devices.get.asOf'), async () => {
    const { submit, get, edit, advance, call } = await setUp()
    const first = await submit(agent(1, { ...pc, dnsName: 'pc1.example.com', customFields: { room: '1' } }))
    await submit(
      agent(3, {
        ...pc,
        hostname: 'ada',
        dnsName: 'ada.example.com',
        ipAddresses: ['10.0.0.2'],
        hardware: { system: { manufacturer: 'Dell Inc.', model: 'OptiPlex' } },
      }),
    )
    const id = first.deviceId
    const asOf = (time: string) => get<Device>(`${id}?asOf=${encodeURIComponent(time)}`)
    await edit(id, { assetTag: 'A-1', customFields: { floor: 3, owner: 'true' } })
    advance(60)
    await edit(id, { assetTag: 'A-2', customFields: { floor: null, owner: 'Ada' } })

    expect((await call('GET', `/api/v1/devices/${id}?asOf=${at(0)}`)).status).toBe(404)
    expect((await call('GET', `/api/v1/devices/${newId()}?asOf=${at(9)}`)).status).toBe(404)
    expect((await call('GET', `/api/v1/devices/${id}?asOf=yesterday`)).status).toBe(400)
    expect(await asOf(at(2))).toMatchObject({
      name: 'pc1',
      dnsName: 'pc1.example.com',
      ipAddress: '10.0.0.1',
      model: null,
      assetTag: null,
      customFields: {},
      auditId: first.snapshotId,
      auditDate: at(1),
      auditSource: 'Agent',
      lastSeen: at(1),
      data: { customFields: { room: '1' } },
    })
    expect(await asOf('2026-11-20T09:03:00+01:00')).toMatchObject({ name: 'ada', model: 'OptiPlex', assetTag: null })
    const unencoded = await get<Device>(`${id}?asOf=2026-11-20t09:03:00+01:00`)
    expect(unencoded).toEqual(await asOf('2026-11-20T08:03:00Z'))
    expect(await asOf(at(10))).toMatchObject({ assetTag: 'A-1', customFields: { floor: 3, owner: 'true' } })
    expect(await asOf(at(11))).toEqual(await get<Device>(id))
  })

  it('contains the values of the agent at that time, and the values that only a scan reported', async () => {
    const { submit, get } = await setUp()
    const { deviceId } = await submit(agent(1, pc))
    const { hostname: _, ...seen } = pc
    await submit(snmp(2, '10.0.0.1', { ...seen, hostname: 'PC-1-SNMP', serialNumber: 'ABC1234', manufacturer: 'HP' }))
    await submit(ping(3, '10.0.0.1', '00:1b:21:3c:9d:f8'))
    expect(await get<Device>(`${deviceId}?asOf=${at(3)}`)).toEqual(await get<Device>(deviceId))
    expect(await get<Device>(`${deviceId}?asOf=${at(1)}`)).toMatchObject({ name: 'pc1', serialNumber: null })
    expect(await get<Device>(`${deviceId}?asOf=${at(2)}`)).toMatchObject({ name: 'pc1', serialNumber: 'ABC1234' })
  })

  it('uses the change log for times without a snapshot', async () => {
    const { submit, get, advance } = await setUp()
    const { deviceId } = await submit(ping(1, '10.0.0.1', '00:1b:21:3c:9d:f8'))
    advance(60)
    await submit(ping(11, '10.0.0.7', '00:1b:21:3c:9d:f8', 'pc1.example.com'))
    const unaudited = { auditId: null, auditDate: null, data: null }
    expect(await get<Device>(`${deviceId}?asOf=${at(10)}`)).toMatchObject({
      name: '10.0.0.1',
      ipAddress: '10.0.0.1',
      lastSeen: at(1),
      ...unaudited,
    })
    expect(await get<Device>(`${deviceId}?asOf=${at(11)}`)).toMatchObject({ ipAddress: '10.0.0.7', ...unaudited })
  })

  it('lists its identity values and since when it has them', proves('devices.identifiers'), async () => {
    const { submit, get } = await setUp()
    const { deviceId } = await submit(agent(1, pc))
    await submit(snmp(2, '10.0.0.1', { macAddresses: pc.macAddresses ?? [] }))
    const { items, total } = await get(`${deviceId}/identifiers`)
    expect(items).toEqual([
      {
        kind: 'uuid',
        value: '4c4c4544-0042-3010-8053-b7c04f4e4432',
        firstSeen: at(1),
        lastSeen: at(1),
        origin: 'Agent',
      },
      { kind: 'mac', value: '00:1b:21:3c:9d:f8', firstSeen: at(1), lastSeen: at(1), origin: 'Agent' },
      { kind: 'name', value: 'pc1', firstSeen: at(1), lastSeen: at(1), origin: 'Agent' },
      { kind: 'ip', value: '10.0.0.1', firstSeen: at(2), lastSeen: at(2), origin: 'Service' },
      { kind: 'claimedIp', value: '10.0.0.1', firstSeen: at(1), lastSeen: at(1), origin: 'Agent' },
    ])
    expect(total).toBe(5)
    expect(await get(`${deviceId}/identifiers?limit=1&offset=1`)).toEqual({ items: [items[1]], total: 5 })
  })

  it('lists a serial number once, with its manufacturer if that was reported', async () => {
    const { submit, get } = await setUp()
    const serialsOf = async (identity: Seen) => {
      const { items } = await get(`${(await submit(agent(1, identity))).deviceId}/identifiers`)
      return (items as DeviceIdentifier[]).flatMap(({ kind, value }) =>
        /serial/i.test(kind) ? [`${kind} ${value}`] : [],
      )
    }
    expect(await serialsOf({ hostname: 'a', serialNumber: 'PF-2X9ABC' })).toEqual(['bareSerial PF-2X9ABC'])
    expect(await serialsOf({ hostname: 'b', serialNumber: 'PF3Y8DEF', manufacturer: 'LENOVO' })).toEqual([
      'serial PF3Y8DEF',
    ])
  })

  it('explains the match of each snapshot', proves('devices.matches'), async () => {
    const { submit, get } = await setUp()
    const made = await submit(agent(1, pc))
    const known = await submit(agent(2, { ...pc, hostname: 'other' }))
    const { items, total } = await get(`${made.deviceId}/matches`)
    expect(items).toEqual([
      {
        snapshotId: known.snapshotId,
        auditDate: at(2),
        source: 'Agent',
        decision: 'matched',
        matched: expect.arrayContaining([{ kind: 'uuid', value: '4c4c4544-0042-3010-8053-b7c04f4e4432' }]),
        against: expect.any(Array),
        confidence: expect.any(Number),
        review: null,
        rule: 'hardware',
        summary:
          'Matched by BIOS UUID 4c4c4544-0042-3010-8053-b7c04f4e4432, MAC 00:1b:21:3c:9d:f8 and address 10.0.0.1 (94 % confidence). Evidence against: different name (other, previously pc1).',
      },
      expect.objectContaining({ snapshotId: made.snapshotId, decision: 'new', matched: [] }),
    ])
    expect(total).toBe(2)
    expect(await get(`${made.deviceId}/matches?offset=1`)).toEqual({ items: [items[1]], total: 2 })
  })

  it('lists the changes of this device only', proves('devices.changes'), async () => {
    const { submit, get, edit } = await setUp()
    const { deviceId } = await submit(
      agent(1, { ...pc, software: [{ name: 'bash', version: '5.1', publisher: 'GNU' }] }),
    )
    await submit(snmp(1, '10.0.0.77', { hostname: 'another' }), 'Audit Service')
    await submit(agent(2, { ...pc, software: [{ name: 'bash', version: '5.2', publisher: 'GNU' }] }))
    await edit(deviceId, { assetTag: 'A' })
    const { items, total } = await get(`${deviceId}/changes`)
    expect(items).toMatchObject([
      { verb: 'Modified', entity: 'Device', field: 'assetTag', from: null, to: 'A', actor: 'Test app' },
      { verb: 'Modified', entity: 'Software', field: 'bash', from: '5.1', to: '5.2', deviceId },
      { verb: 'Added', entity: 'Device', to: 'pc1' },
    ])
    expect(total).toBe(3)
    expect(await get(`${deviceId}/changes?entity=Software`)).toMatchObject({ total: 1 })
    expect(await get(`${deviceId}/changes?verb=Added&limit=1`)).toMatchObject({ total: 1 })
  })

  it(
    'lists the ports of a network device with the connected devices',
    proves('devices.ports', 'devices.neighbors'),
    async () => {
      const { submit, get } = await setUp()
      const found = await submit(agent(1, pc))
      const phone = await submit(ping(1, '10.0.0.50'))
      const interfaces = [
        { name: 'Gi0/1', index: 1, operStatus: 'up' as const, speedBps: 1e9, alias: 'Desk 7' },
        { name: 'Gi0/2', index: 2, operStatus: 'down' as const },
      ]
      const neighbors = [
        { port: 'Gi0/1', protocol: 'forwarding' as const, macAddress: '00:1b:21:3c:9d:f8' },
        { port: 'Gi0/1', protocol: 'lldp' as const, ipAddress: '10.0.0.50', name: 'phone', remotePort: 'P1' },
        { port: 'Gi0/2', protocol: 'cdp' as const, name: 'elsewhere' },
      ]
      const network = { ipAddress: '10.0.0.254', interfaces, neighbors }
      const { deviceId } = await submit(snmp(2, '10.0.0.254', { hostname: 'sw1', type: 'network-device', network }))
      const known = [
        { ...neighbors[0], device: { id: found.deviceId, name: 'pc1' } },
        { ...neighbors[1], device: { id: phone.deviceId, name: '10.0.0.50' } },
        { ...neighbors[2], device: null },
      ]
      expect(await get(`${deviceId}/neighbors`)).toEqual({ items: known, total: 3 })
      expect(await get(`${deviceId}/neighbors?offset=2`)).toEqual({ items: [known[2]], total: 3 })
      const ports = [
        { ...interfaces[0], addresses: [], neighbors: known.slice(0, 2), neighborsTotal: 2 },
        { ...interfaces[1], addresses: [], neighbors: [known[2]], neighborsTotal: 1 },
      ]
      expect(await get(`${deviceId}/ports`)).toEqual({ items: ports, total: 2 })
      expect(await get(`${deviceId}/ports?limit=1&offset=1`)).toEqual({ items: [ports[1]], total: 2 })
    },
  )

  it('identifies a neighbor by its announced values, if they match one device only', async () => {
    const { submit, get } = await setUp()
    const known = {
      mac: await submit(snmp(1, '10.0.0.1', { hostname: 'by-mac', macAddresses: ['00:1b:54:aa:10:01'] })),
      loopback: await submit(snmp(1, '10.0.0.2', { hostname: 'by-loopback', ipAddresses: ['10.255.0.2'] })),
      name: await submit(snmp(1, '10.0.0.3', { hostname: 'By-Name.example.org', serialNumber: 'S3' })),
    }
    const twins = ['10.0.0.4', '10.0.0.5']
    for (const address of twins) await submit(snmp(1, address, { hostname: 'twin', serialNumber: `S ${address}` }))
    const lldp = { port: 'Gi0/1', protocol: 'lldp' as const }
    const neighbors = [
      { ...lldp, chassisId: '00:1b:54:aa:10:01', managementAddresses: ['10.255.0.2'] },
      { ...lldp, name: 'no-such', ipAddress: '10.9.9.9', managementAddresses: ['10.9.9.9', '10.255.0.2'] },
      { ...lldp, name: 'by-name.another.org' },
      { ...lldp, name: 'twin' },
      { ...lldp, managementAddresses: twins },
      { ...lldp, name: 'sw1' },
    ]
    const network = { ipAddress: '10.0.0.254', interfaces: [{ name: 'Gi0/1' }], neighbors }
    const { deviceId } = await submit(snmp(2, '10.0.0.254', { hostname: 'sw1', type: 'network-device', network }))
    const { items } = await get(`${deviceId}/neighbors`)
    const deviceOf = (id: string | null) => ({ device: id === null ? null : { id, name: expect.any(String) } })
    const ids = [known.mac.deviceId, known.loopback.deviceId, known.name.deviceId, null, null, null]
    expect(items).toMatchObject(ids.map(deviceOf))
  })

  it('lists a hundred neighbors of a port, and the others by port and protocol', async () => {
    const { submit, get, call } = await setUp()
    const neighborsAt = (port: string, count: number) =>
      Array.from({ length: count }, (_, at) => ({
        port,
        protocol: 'forwarding' as const,
        macAddress: `02:00:00:00:00:${at.toString(16).padStart(2, '0')}`,
        vlan: 20,
      }))
    const core = { port: 'Gi0/2', protocol: 'lldp' as const, name: 'core-1' }
    const network = {
      interfaces: [{ name: 'Gi0/1', vlan: 20, taggedVlans: '30-32' }, { name: 'Gi0/2' }],
      neighbors: [core, ...neighborsAt('Gi0/1', 120), ...neighborsAt('Gi0/2', 2)],
    }
    const { deviceId } = await submit(snmp(2, '10.0.0.254', { hostname: 'sw1', type: 'network-device', network }))
    const { items } = await get(`${deviceId}/ports`)
    const first = neighborsAt('Gi0/1', 100).map((neighbor) => ({ ...neighbor, device: null }))
    expect(items).toEqual([
      { name: 'Gi0/1', vlan: 20, taggedVlans: '30-32', addresses: [], neighbors: first, neighborsTotal: 120 },
      expect.objectContaining({ name: 'Gi0/2', neighborsTotal: 3 }),
    ])
    expect(await get(`${deviceId}/neighbors?port=Gi0/1&offset=118`)).toMatchObject({
      items: [{ macAddress: '02:00:00:00:00:76', vlan: 20 }, { macAddress: '02:00:00:00:00:77' }],
      total: 120,
    })
    expect(await get(`${deviceId}/neighbors?protocol=lldp`)).toEqual({ items: [{ ...core, device: null }], total: 1 })
    expect(await get(`${deviceId}/neighbors?port=Gi0/2&protocol=forwarding`)).toMatchObject({ total: 2 })
    expect((await call('GET', `/api/v1/devices/${deviceId}/neighbors?protocol=arp`)).status).toBe(400)
  })

  it('lists no ports and neighbors for other devices, and is 404 for unknown ones', async () => {
    const { submit, get, call } = await setUp()
    const { deviceId } = await submit(agent(1, { ...pc, network: { interfaces: [{ name: 'eth0' }] } }))
    for (const what of ['ports', 'neighbors']) expect(await get(`${deviceId}/${what}`)).toEqual({ items: [], total: 0 })
    for (const what of ['identifiers', 'matches', 'changes', 'ports', 'neighbors']) {
      for (const id of [newId(), 'no-id']) {
        expect((await call('GET', `/api/v1/devices/${id}/${what}`)).status, `${id} ${what}`).toBe(404)
      }
      expect((await call('GET', `/api/v1/devices/${deviceId}/${what}?deviceId=${deviceId}`)).status).toBe(400)
    }
  })
})
