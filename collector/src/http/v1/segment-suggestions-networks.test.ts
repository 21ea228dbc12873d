import type { SegmentSuggestion } from '@rollcall/shared/api/segment-suggestion.ts'
import type { AttachedNetwork } from '@rollcall/shared/messages/attached-network.ts'
import { productVersion } from '@rollcall/shared/version.ts'
import { expect, it } from 'vitest'
import { createIngest } from '../../ingest/accept/ingest.ts'
import { ping } from '../../ingest/testing/observations.ts'
import { recordHeartbeat } from '../../scanning/audit-services/record-heartbeat.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { testApp } from '../testing/app.ts'

const path = '/api/v1/segments/suggestions'
const macOf = (last: number) => `00:1b:21:00:00:0${last}`
const attached = (cidr: string, macAddress = macOf(1)): AttachedNetwork => {
  const [address = '', length] = cidr.split('/')
  return { interfaceName: 'eth0', macAddress, address, prefixLength: Number(length) }
}

describeOnEitherEngine(`networks of Audit Services in ${path}`, ({ open }) => {
  async function setUp() {
    const test = await testApp(await open())
    const { ctx, call } = test
    const [hq, branch] = [await test.addAuditService(), await test.addAuditService()]
    const reports = (id: string, ...networks: AttachedNetwork[]) =>
      recordHeartbeat(ctx, id, {
        ...{ version: productVersion, hostname: 'h', capabilities: [], runningTasks: [], spoolBytes: 0 },
        networks,
      })
    let segments = 0
    const segmentOf = async (auditServiceId: string, ...addresses: string[]) => {
      const json = { name: `Segment ${++segments}`, type: 'address-list', auditServiceId, addresses }
      return ((await (await call('POST', '/api/v1/segments', { json })).json()) as { id: string }).id
    }
    const ingest = createIngest(ctx)
    /** Scans a segment that finds one host. */
    const finds = async (segmentId: string, address: string, macAddress: string) => {
      const observation = ping(0, address, macAddress)
      return (await ingest.submit({ siteId: ctx.siteId, observation, actor: 'test', segmentId })).deviceId
    }
    const list = async (query = '') =>
      (await (await call('GET', `${path}${query}`)).json()) as { items: SegmentSuggestion[]; total: number }
    /** Suggested networks with the Audit Service of each. */
    const networks = async () =>
      (await list()).items.map(({ network, auditService }) => `${network} ${auditService?.id === hq ? 'hq' : 'branch'}`)
    return { ...test, hq, branch, reports, segmentOf, finds, list, networks }
  }

  it('are listed from the first heartbeat on, with the Audit Service and its address', async () => {
    const { hq, reports, list } = await setUp()
    expect(await list()).toEqual({ items: [], total: 0 })
    await reports(hq, attached('192.0.2.2/31'), attached('2001:db8::5/120'), attached('10.9.0.5/22'))
    const { items, total } = await list()
    expect([items.map(({ network }) => network), total]).toEqual([['10.9.0.0/22', '192.0.2.2/31', '2001:db8::/120'], 3])
    expect(items[0]).toEqual({
      address: '10.9.0.5',
      network: '10.9.0.0/22',
      auditService: { id: hq, name: expect.any(String), interfaceName: 'eth0' },
      name: null,
      description: null,
      device: null,
      seenBy: [],
    })
    expect(await list('?limit=1&offset=1')).toEqual({ items: items.slice(1, 2), total })
    await reports(hq, attached('10.10.0.5/24'))
    expect((await list()).items.map(({ network }) => network)).toEqual(['10.10.0.0/24'])
  })

  it('are no larger than a scan takes', async () => {
    const { hq, reports, networks, segmentOf } = await setUp()
    await reports(hq, attached('10.9.3.5/8'), attached('2001:db8::5/64'), attached('10.9.200.5/9'))
    expect(await networks()).toEqual(['10.9.0.0/16 hq'])
    await segmentOf(hq, '10.9.0.0/16')
    expect(await networks()).toEqual([])
  })

  it('disappear when segments contain all their hosts, and return when one no longer does', async () => {
    const { call, hq, reports, networks, segmentOf } = await setUp()
    await reports(hq, attached('10.9.0.5/23'))
    await segmentOf(hq, '10.9.0.0/24', '10.9.1.1-10.9.1.99')
    expect(await networks()).toEqual(['10.9.0.0/23 hq'])
    const rest = await segmentOf(hq, '10.9.1.100-10.9.1.254', 'printer.example.org')
    expect(await networks()).toEqual([])
    await call('DELETE', `/api/v1/segments/${rest}`)
    expect(await networks()).toEqual(['10.9.0.0/23 hq'])
  })

  it('of equal addresses at two branches are two, and a segment of one does not hide the other', async () => {
    const { hq, branch, reports, networks, segmentOf, finds } = await setUp()
    await reports(hq, attached('192.168.1.5/24', macOf(1)))
    await reports(branch, attached('192.168.1.6/24', macOf(2)))
    expect(await networks()).toEqual(['192.168.1.0/24 hq', '192.168.1.0/24 branch'])
    const segment = await segmentOf(hq, '192.168.1.0/24')
    // Another machine with that address.
    await finds(segment, '192.168.1.6', macOf(3))
    expect(await networks()).toEqual(['192.168.1.0/24 branch'])
    await segmentOf(branch, '192.168.1.0/24')
    expect(await networks()).toEqual([])
  })

  it('with two Audit Services are covered by a segment of one once it has found the other', async () => {
    const { hq, branch, reports, networks, segmentOf, finds } = await setUp()
    await reports(hq, attached('192.168.1.5/24', macOf(1)))
    await reports(branch, attached('192.168.1.6/24', macOf(2)))
    const segment = await segmentOf(hq, '192.168.1.0/24')
    expect(await networks()).toEqual(['192.168.1.0/24 branch'])
    await finds(segment, '192.168.1.6', macOf(2))
    expect(await networks()).toEqual([])
  })

  it('are covered by a segment of an Audit Service that reaches them through a router', async () => {
    const { hq, branch, reports, networks, segmentOf } = await setUp()
    await reports(hq, attached('10.1.0.5/24'))
    await reports(branch, attached('10.2.0.5/24'))
    await segmentOf(hq, '10.2.0.0/24')
    expect(await networks()).toEqual(['10.1.0.0/24 hq'])
  })

  it('are left out while their first address is on the Ignore List', async () => {
    const { call, hq, reports, networks } = await setUp()
    await reports(hq, attached('10.9.0.5/24'), attached('10.8.7.5/21'), attached('2001:db8::5/120'))
    const ignore = async (pattern: string) => {
      const answer = await call('POST', '/api/v1/ignore-list', { json: { kind: 'ip', pattern } })
      return ((await answer.json()) as { id: string }).id
    }
    // The service's own machine.
    await ignore('10.8.7.5')
    const entry = await ignore('10.9.0.*')
    await ignore('10.8.0.0')
    await ignore('2001:db8::')
    expect(await networks()).toEqual([])
    await call('DELETE', `/api/v1/ignore-list/${entry}`)
    expect(await networks()).toEqual(['10.9.0.0/24 hq'])
  })

  it('end with their Audit Service', async () => {
    const { call, hq, branch, reports, networks } = await setUp()
    await reports(hq, attached('10.9.0.5/24'))
    await reports(branch, attached('10.8.0.5/24'))
    expect((await call('DELETE', `/api/v1/audit-services/${hq}`)).status).toBe(204)
    expect(await networks()).toEqual(['10.8.0.0/24 branch'])
  })
})
