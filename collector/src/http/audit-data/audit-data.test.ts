import { type AuditedDeviceList, fullDeviceDataSchema } from '@rollcall/shared/api/audit-data.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { expect, it } from 'vitest'
import { proves } from '../../../../test/interface/proves.ts'
import { createIngest } from '../../ingest/accept/ingest.ts'
import { agent, ping, type Seen, seen, snmp } from '../../ingest/testing/observations.ts'
import type { Store } from '../../store/store.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { testApp } from '../testing/app.ts'

const machines: Seen[] = [
  { hostname: 'alpha', serialNumber: 'SN-ALPHA-1', macAddresses: ['00:1b:21:00:00:01'], ipAddresses: ['10.0.0.9'] },
  { hostname: 'Bravo', serialNumber: 'SN-BRAVO-2', macAddresses: ['00:1b:21:00:00:02'], ipAddresses: ['10.0.0.10'] },
  { hostname: 'charlie', serialNumber: 'SN-CHARL-3', macAddresses: ['00:1b:21:00:00:03'], ipAddresses: ['10.0.0.100'] },
]

/** Creates three agents, audited one minute after the other, a switch read by SNMP, and a host that was only pinged. */
async function site(store: Store) {
  const app = await testApp(store)
  app.advance(600)
  const ingest = createIngest(app.ctx)
  const submit = (observation: Parameters<typeof ingest.submit>[0]['observation'], rest: object) =>
    ingest.submit({ siteId: app.ctx.siteId, observation, actor: 'test', ...rest })
  const ids: string[] = []
  for (const [minutes, machine] of machines.entries()) {
    const software = [{ name: 'vim', version: `9.${minutes}` }]
    const { deviceId } = await submit(agent(minutes, { ...machine, agentId: newId(), software }), { agentId: newId() })
    ids.push(deviceId)
  }
  const auditServiceId = await app.addAuditService()
  const hardware = { system: { manufacturer: 'Cisco', model: 'C9300', objectId: '1.3.6.1.4.1.9.1.2494' } }
  const probes = [{ probe: 'snmp', outcome: 'ok' as const, detail: 'read by SNMPv2c' }]
  const read = snmp(3, '10.0.1.1', {
    hostname: 'sw-1',
    type: 'network-device',
    hardware,
    probes,
    dnsName: 'sw-1.example',
  })
  const { deviceId: switchId } = await submit(read, { auditServiceId })
  await submit(ping(4, '10.0.2.1'), { auditServiceId })
  const path = `/api/audit-data/sites/${app.ctx.siteId}`
  const list = async (json: object): Promise<AuditedDeviceList> =>
    (await app.call('POST', path, { json })).json() as never
  const form = (body: string) =>
    app.call('POST', path, { body, headers: { 'Content-Type': 'application/x-www-form-urlencoded' } })
  const names = async (json: object) => (await list({ ...json, columns: ['name'] })).data.map(({ name }) => name)
  return { ...app, ids, switchId, auditServiceId, path, list, names, form }
}

describeOnEitherEngine('the older listing', ({ open }) => {
  it(
    'has every field of a record, newest audit first, and only audited devices',
    proves(
      'older.list',
      'older.list.json',
      'older.recordFields',
      'older.order',
      'older.auditedOnly',
      'older.defaultColumns',
    ),
    async () => {
      const { list, ids, switchId, auditServiceId, ctx } = await site(await open())
      const { data, nextOffset } = await list({})
      expect(nextOffset).toBeNull()
      expect(data.map(({ id }) => id)).toEqual([switchId, ids[2], ids[1], ids[0]])
      expect(data[0]).toEqual({
        id: switchId,
        auditId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        legacyAuditId: expect.stringMatching(/^\d+$/),
        tags: [],
        auditDate: '2026-11-20T08:03:00.000Z',
        siteId: ctx.siteId,
        deviceTypeId: 3,
        deviceSubTypeId: null,
        auditServiceId,
        auditedBy: 'Service',
        isAgent: false,
        lastAuditTaskId: null,
        lastAuditTaskStatus: '',
        lastAuditTaskDate: null,
        schedulerName: '',
        nextAuditDate: null,
        credentialsId: null,
        schedulerIds: [],
        name: 'sw-1',
        data: {
          network: { ipAddress: '10.0.1.1', macAddress: null, dnsName: 'sw-1.example' },
          hardware: { manufacturer: 'Cisco', model: 'C9300', serialNumber: null, assetTag: null },
        },
        software: null,
        customData: null,
        lastSegmentId: null,
        lastSeenDate: '2026-11-20T08:03:00.000Z',
        modifierInfo: { clientType: 3, title: 'test', userId: auditServiceId },
        modified: '2026-11-20T08:10:00.000Z',
      })
      expect(data[1]).toMatchObject({ isAgent: true, auditServiceId: null, auditedBy: 'Agent', deviceTypeId: 1 })
    },
  )

  it('names the last editor of a record', async () => {
    const { list, ctx, ids } = await site(await open())
    const renamed = agent(5, { ...machines[0], hostname: 'alpha-2' })
    const caller = { kind: 'app' as const, id: 'r1' }
    await createIngest(ctx).submit({ siteId: ctx.siteId, observation: renamed, actor: 'Import app', caller })
    const { data } = await list({ filter: [{ column: 'id', operator: 'eq', value: ids[0] }] })
    expect(data).toMatchObject([
      { name: 'alpha-2', modifierInfo: { clientType: 2, title: 'Import app', userId: 'r1' } },
    ])
  })

  it('numbers audits in ascending order', proves('older.legacyAuditId'), async () => {
    const { list } = await site(await open())
    const numbers = (await list({ sorting: { column: 'legacyAuditId' } })).data.map(({ legacyAuditId }) =>
      BigInt(legacyAuditId ?? ''),
    )
    expect(new Set(numbers).size).toBe(4)
    expect(numbers).toEqual(numbers.toSorted((a, b) => (a < b ? -1 : 1)))
    const filter = [{ column: 'legacyAuditId', operator: 'eq', value: String(numbers[2]) }]
    expect((await list({ filter })).data).toHaveLength(1)
  })

  it('sorts by any column, ascending and descending', proves('older.list.sorting'), async () => {
    const { names } = await site(await open())
    const by = (column: string, isDesc = false) => names({ sorting: { column, isDesc } })
    expect(await by('name')).toEqual(['alpha', 'Bravo', 'charlie', 'sw-1'])
    expect(await by('name', true)).toEqual(['sw-1', 'charlie', 'Bravo', 'alpha'])
    expect(await by('data.network.ipAddress')).toEqual(['alpha', 'Bravo', 'charlie', 'sw-1'])
    expect(await by('auditDate')).toEqual(['alpha', 'Bravo', 'charlie', 'sw-1'])
    expect((await by('isAgent', true)).at(-1)).toBe('sw-1')
    expect((await by('auditedBy', true))[0]).toBe('sw-1')
  })

  it('filters by every operator, joined by AND', proves('older.filter', 'older.columnNames'), async () => {
    const { names, ids } = await site(await open())
    const by = (column: string, operator: string, value?: unknown) =>
      names({ filter: [{ column, operator, value }], sorting: { column: 'name' } })
    expect(await by('name', 'eq', 'bravo')).toEqual(['Bravo'])
    expect(await by('name', 'ne', 'BRAVO')).toEqual(['alpha', 'charlie', 'sw-1'])
    expect(await by('name', 'contains', 'A')).toEqual(['alpha', 'Bravo', 'charlie'])
    expect(await by('name', 'contains', '%')).toEqual([])
    expect(await by('name', 'startsWith', 'B')).toEqual(['Bravo'])
    expect(await by('name', 'gt', 'Bravo')).toEqual(['charlie', 'sw-1'])
    expect(await by('name', 'ge', 'Bravo')).toEqual(['Bravo', 'charlie', 'sw-1'])
    expect(await by('data.network.ipAddress', 'lt', '10.0.0.100')).toEqual(['alpha', 'Bravo'])
    expect(await by('data.network.ipAddress', 'le', '10.0.0.100')).toEqual(['alpha', 'Bravo', 'charlie'])
    expect(await by('data.hardware.serialNumber', 'isNull')).toEqual(['sw-1'])
    expect(await by('data.hardware.serialNumber', 'isNull', false)).toEqual(['alpha', 'Bravo', 'charlie'])
    expect(await by('data.hardware.manufacturer', 'ne', 'Cisco')).toEqual(['alpha', 'Bravo', 'charlie'])
    expect(await by('data.hardware.manufacturer', 'ge', 'cisco')).toEqual(['sw-1'])
    expect(await by('data.hardware.manufacturer', 'lt', 'cisco')).toEqual([])
    expect(await by('isAgent', 'eq', true)).toEqual(['alpha', 'Bravo', 'charlie'])
    expect(await by('isAgent', 'ne', true)).toEqual(['sw-1'])
    expect(await by('deviceTypeId', 'eq', 3)).toEqual(['sw-1'])
    expect(await by('deviceTypeId', 'gt', 3_000_000_000)).toEqual([])
    expect(await by('deviceSubTypeId', 'lt', 999_999_999_999_999)).toEqual([])
    expect(await by('auditDate', 'ge', '2026-11-20T09:02:00+01:00')).toEqual(['charlie', 'sw-1'])
    expect(await by('id', 'eq', ids[0])).toEqual(['alpha'])
    const both = [
      { column: 'isAgent', operator: 'eq', value: true },
      { column: 'name', operator: 'contains', value: 'r' },
    ]
    expect(await names({ filter: both, sorting: { column: 'name' } })).toEqual(['Bravo', 'charlie'])
    for (const filter of [null, []]) expect(await names({ filter })).toHaveLength(4)
  })

  it('returns the requested columns and the id', proves('older.list.columns'), async () => {
    const { list, ids } = await site(await open())
    const filter = [{ column: 'name', operator: 'eq', value: 'alpha' }]
    const shown = async (...columns: string[]) => (await list({ filter, columns })).data[0]
    const id = ids[0]
    expect(await shown('name')).toEqual({ id, name: 'alpha' })
    expect(await shown('data.network.ipAddress')).toEqual({ id, data: { network: { ipAddress: '10.0.0.9' } } })
    expect(await shown('data.hardware')).toMatchObject({ id, data: { hardware: { serialNumber: 'SN-ALPHA-1' } } })
    expect(await shown('software', 'customData')).toEqual({
      id,
      software: [{ name: 'vim', version: '9.0' }],
      customData: {},
    })
  })

  it('pages until nextOffset is null', proves('older.paging'), async () => {
    const { list } = await site(await open())
    const first = await list({ limit: 3 })
    expect([first.data.length, first.nextOffset]).toEqual([3, 3])
    const last = await list({ limit: 3, offset: 3 })
    expect([last.data.length, last.nextOffset]).toEqual([1, null])
    expect((await list({ limit: 4 })).nextOffset).toBeNull()
  })

  it('accepts a form with nested brackets', proves('older.list.form', 'older.formNesting'), async () => {
    const { form } = await site(await open())
    const names = async (body: string) => {
      const answer = await form(body)
      expect(answer.status, await answer.clone().text()).toBe(200)
      return ((await answer.json()) as AuditedDeviceList).data.map(({ name }) => name)
    }
    const sorted = 'sorting[column]=name&sorting[isDesc]=true'
    expect(await names(`${sorted}&offset=1&columns[]=name&filter=`)).toEqual(['charlie', 'Bravo', 'alpha'])
    const filter = 'filter[0][column]=isAgent&filter[0][operator]=eq&filter[0][value]=false'
    expect(await names(`${filter}&${sorted}`)).toEqual(['sw-1'])
    expect(await names('')).toHaveLength(4)
  })

  it('names invalid fields', proves('older.foreignSite'), async () => {
    const { call, form, path } = await site(await open())
    const refused = async (json: object) => {
      const answer = await call('POST', path, { json })
      const { errors } = (await answer.json()) as { errors: { path: string }[] }
      return [answer.status, ...errors.map(({ path }) => path)]
    }
    const condition = (column: string, operator: string, value?: unknown) =>
      refused({ filter: [{ column, operator, value }] })
    expect(await condition('colour', 'eq', 'x')).toEqual([400, '/filter/0/column'])
    expect(await condition('tags', 'eq', 'x')).toEqual([400, '/filter/0/column'])
    expect(await condition('name', 'like', 'x')).toEqual([400, '/filter/0/operator'])
    expect(await condition('name', 'eq')).toEqual([400, '/filter/0/value'])
    expect(await condition('auditDate', 'gt', 'yesterday')).toEqual([400, '/filter/0/value'])
    expect(await condition('auditDate', 'contains', '2026')).toEqual([400, '/filter/0/operator'])
    expect(await condition('isAgent', 'gt', true)).toEqual([400, '/filter/0/operator'])
    expect(await condition('deviceTypeId', 'eq', 'x')).toEqual([400, '/filter/0/value'])
    expect(await condition('data.network.ipAddress', 'gt', 'x')).toEqual([400, '/filter/0/value'])
    expect(await refused({ sorting: { column: 'colour' } })).toEqual([400, '/sorting/column'])
    expect(await refused({ columns: ['name', 'colour'] })).toEqual([400, '/columns/1'])
    expect(await refused({ offset: -1 })).toEqual([400, '/offset'])
    expect(await refused({ limit: 1001 })).toEqual([400, '/limit'])
    expect(await refused({ page: 1 })).toEqual([400, '/page'])
    expect((await form('__proto__[a]=1')).status).toBe(400)
    expect((await form('sorting[column]=constructor')).status).toBe(400)
    expect((await call('POST', path, { body: 'x', headers: { 'Content-Type': 'text/plain' } })).status).toBe(415)
    expect((await call('POST', `/api/audit-data/sites/${newId()}`, { json: {} })).status).toBe(403)
    expect((await call('POST', '/api/audit-data/sites/none', { json: {} })).status).toBe(404)
    expect((await call('POST', path, { json: {}, token: null })).status).toBe(401)
  })
})

describeOnEitherEngine('full device data', ({ open }) => {
  it(
    'has every field, with and without the prefix',
    proves('older.full', 'older.full.noPrefix', 'older.fullFields'),
    async () => {
      const { call, switchId, auditServiceId, ids } = await site(await open())
      const path = `/audit-data/full-data/${switchId}`
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
      const answer = await call('GET', `/api${path}`, { headers })
      expect(answer.status).toBe(200)
      const full: unknown = await answer.json()
      expect(fullDeviceDataSchema.parse(full)).toEqual(full)
      expect(full).toMatchObject({
        id: switchId,
        name: 'sw-1',
        networkAddress: '10.0.1.1',
        macAddress: '',
        hypervisorPlatform: null,
        dnsName: 'sw-1.example',
        ipv4Address: '10.0.1.1',
        resolvedIpv4Address: '10.0.1.1',
        manufacturer: 'Cisco',
        snmpVersion: 'v2c',
        snmpSysObjectId: '1.3.6.1.4.1.9.1.2494',
        auditEnableStatus: 2,
        auditAgentData: null,
        auditStatus: { dnsCheck: 1, agent: 0, deviceType: 1, testConnection: 1, trustedConnection: 3, accessError: 1 },
        deviceTypeId: 3,
        modifierInfo: { clientType: 3, userId: auditServiceId },
      })
      expect(await (await call('GET', path, { headers: { 'Content-Type': 'application/json' } })).json()).toEqual(full)
      const ofAgent: unknown = await (await call('GET', `/api/audit-data/full-data/${ids[0]}`)).json()
      expect(ofAgent).toMatchObject({ auditStatus: { testConnection: 3 }, snmpVersion: null })
      expect((await call('GET', `/api/audit-data/full-data/${newId()}`)).status).toBe(404)
      expect((await call('GET', '/api/audit-data/full-data/none')).status).toBe(404)
      expect((await call('GET', path, { token: null })).status).toBe(401)
    },
  )

  it('is 404 for a device that was never audited', async () => {
    const { call, ctx } = await testApp(await open())
    const observation = seen(0, { source: 'Service', depth: 'discovery', type: 'unknown', ipAddresses: ['10.0.0.1'] })
    const { deviceId } = await createIngest(ctx).submit({ siteId: ctx.siteId, observation, actor: 'test' })
    expect((await call('GET', `/api/audit-data/full-data/${deviceId}`)).status).toBe(404)
  })

  it('codes describe each number', proves('older.codes'), async () => {
    const { call } = await testApp(await open())
    const codes: unknown = await (await call('GET', '/api/audit-data/codes')).json()
    expect(codes).toMatchObject({
      deviceTypes: expect.arrayContaining([
        { id: 1, name: 'computer' },
        { id: 11, name: 'unknown' },
      ]),
      auditEnableStatus: [
        { id: 0, name: 'unknown' },
        { id: 1, name: 'enabled' },
        { id: 2, name: 'not possible' },
        { id: 3, name: 'ignored' },
      ],
      clientType: [
        { id: 1, name: 'user' },
        { id: 2, name: 'app' },
        { id: 3, name: 'Audit Service' },
        { id: 4, name: 'agent' },
        { id: 5, name: 'system' },
      ],
    })
  })
})
