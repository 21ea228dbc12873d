import type { SegmentSuggestion } from '@rollcall/shared/api/segment-suggestion.ts'
import { expect, it } from 'vitest'
import { createIngest } from '../../ingest/accept/ingest.ts'
import { ping, snmp } from '../../ingest/testing/observations.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { testApp } from '../testing/app.ts'

const path = '/api/v1/segments/suggestions'

describeOnEitherEngine(`GET ${path}`, ({ open }) => {
  async function setUp() {
    const test = await testApp(await open())
    const { ctx, call } = test
    const auditServiceId = await test.addAuditService()
    const ingest = createIngest(ctx)
    const store = async (observation: ReturnType<typeof ping>, segmentId?: string) => {
      const delivery = { siteId: ctx.siteId, observation, actor: 'test', ...(segmentId ? { segmentId } : {}) }
      return (await ingest.submit(delivery)).deviceId
    }
    /** Audits a switch at the address that reports these neighbors. */
    const meets = (minutes: number, address: string, neighbors: object[]) => {
      const interfaces = [{ name: 'vlan9', addresses: [{ address: '10.9.0.1', prefixLength: 24 }] }]
      const met = neighbors.map((each) => ({ port: 'Gi1', protocol: 'lldp' as const, ...each }))
      const network = { ipAddress: address, interfaces, neighbors: met }
      return store(
        snmp(minutes, address, { type: 'network-device', name: `sw-${address}`, serialNumber: address, network }),
      )
    }
    const segment = async (fields: object) => {
      const json = { name: 'Lab', type: 'address-list', auditServiceId, ...fields }
      return ((await (await call('POST', '/api/v1/segments', { json })).json()) as { id: string }).id
    }
    const list = async (query = '') =>
      (await (await call('GET', `${path}${query}`)).json()) as { items: SegmentSuggestion[]; total: number }
    const addresses = async () => (await list()).items.map(({ address }) => address)
    return { ...test, store, meets, segment, list, addresses }
  }

  it('lists neighbors that are in no segment, with their observers and a proposed segment', async () => {
    const { meets, store, segment, list } = await setUp()
    await segment({ addresses: ['10.0.0.0/24'] })
    const edge = { protocol: 'cdp', name: 'edge-7', description: 'Cisco IOS', ipAddress: '10.9.0.20' }
    const first = await meets(0, '10.0.0.1', [edge, { ipAddress: '10.0.0.2' }, { ipAddress: '2001:db8::1' }])
    const second = await meets(0, '10.0.0.2', [{ port: 'Te2', ipAddress: '10.9.0.20' }, { ipAddress: '10.9.0.3' }])
    const known = await store(ping(0, '10.9.0.3'))
    const seen = (id: string, name: string, port: string, protocol: string) => ({
      device: { id, name },
      port,
      protocol,
    })
    const seenBy = [seen(first, 'sw-10.0.0.1', 'Gi1', 'cdp'), seen(second, 'sw-10.0.0.2', 'Te2', 'lldp')]
    seenBy.sort((a, b) => (a.device.id < b.device.id ? -1 : 1))
    const { items, total } = await list()
    expect(total).toBe(3)
    expect(items.map(({ address, network, device }) => [address, network, device])).toEqual([
      ['10.9.0.3', '10.9.0.0/24', { id: known, name: '10.9.0.3' }],
      ['10.9.0.20', '10.9.0.0/24', null],
      ['2001:db8::1', null, null],
    ])
    expect(items[1]).toMatchObject({ name: 'edge-7', description: 'Cisco IOS', seenBy })
    expect(await list('?limit=1&offset=1')).toEqual({ items: items.slice(1, 2), total })
  })

  it('leaves out addresses and names on the Ignore List while they are on it', async () => {
    const { call, meets, addresses } = await setUp()
    await meets(0, '10.0.0.1', [
      { ipAddress: '10.9.0.20', name: 'edge-7' },
      { ipAddress: '10.9.0.21', name: 'Guest-AP' },
      { ipAddress: '2001:db8::1' },
    ])
    const ignore = async (json: object) => {
      const answer = await call('POST', '/api/v1/ignore-list', { json })
      return `/api/v1/ignore-list/${((await answer.json()) as { id: string }).id}`
    }
    const entry = await ignore({ kind: 'ip', pattern: '2001:DB8:0::1' })
    await ignore({ kind: 'name', pattern: 'guest-*' })
    await ignore({ kind: 'serial', pattern: '10.9.0.20' })
    expect(await addresses()).toEqual(['10.9.0.20'])
    expect((await call('DELETE', entry)).status).toBe(204)
    expect(await addresses()).toEqual(['10.9.0.20', '2001:db8::1'])
  })

  it('drops neighbors that a segment covers, or that no device reports any more', async () => {
    const { call, meets, store, segment, addresses } = await setUp()
    const one = await meets(0, '10.0.0.1', [
      { ipAddress: '10.9.0.20' },
      { ipAddress: '10.9.0.21' },
      { ipAddress: '10.9.0.22' },
    ])
    expect(await addresses()).toEqual(['10.9.0.20', '10.9.0.21', '10.9.0.22'])
    await segment({ addresses: ['10.9.0.20'] })
    expect(await addresses()).toEqual(['10.9.0.21', '10.9.0.22'])
    const named = await segment({ name: 'Named', addresses: ['edge.example.org'] })
    await store(ping(1, '10.9.0.21'), named)
    expect(await addresses()).toEqual(['10.9.0.22'])
    await meets(2, '10.0.0.1', [{ ipAddress: '10.9.0.23' }])
    expect(await addresses()).toEqual(['10.9.0.23'])
    expect((await call('DELETE', `/api/v1/devices/${one}`)).status).toBe(204)
    expect(await addresses()).toEqual([])
  })
})
