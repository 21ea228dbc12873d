import { softwareQuerySchema } from '@rollcall/shared/api/software.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { expect, it } from 'vitest'
import { proves } from '../../../../test/interface/proves.ts'
import { createIngest } from '../../ingest/accept/ingest.ts'
import { agent, at } from '../../ingest/testing/observations.ts'
import { listSoftware } from '../../software/catalog/list-software.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { testContext } from '../../testing/context.ts'
import { testApp } from '../testing/app.ts'

type Item = Record<string, unknown> & { id: string; name: string; version?: string }
type Installed = { name: string; version: string; installDate?: string; publisher?: string }
type Page = { items: Item[]; total: number }

describeOnEitherEngine('software over HTTP', ({ open }) => {
  async function setUp() {
    const store = await open()
    const test = await testApp(store)
    const { ctx, call } = test
    const ingest = createIngest(ctx)
    const submit = (minutes: number, n: number, software: Installed[]) =>
      ingest.submit({
        siteId: ctx.siteId,
        observation: agent(minutes, {
          hostname: `pc${n}`,
          agentId: `019a7c1e-3f60-7d3a-9b1e-${String(n).padStart(12, '0')}`,
          software: software.map((each) => ({ publisher: 'Vendor', ...each })),
        }),
        actor: `agent pc${n}`,
      })
    const vim = { name: 'vim', version: '9.0', installDate: '2026-01-02T03:04:05Z' }
    const { deviceId } = await submit(0, 1, [vim, { name: 'git', version: '2.40' }])
    await submit(0, 2, [{ ...vim, version: '9.1' }])
    const get = async (path: string) => (await call('GET', `/api/v1/${path}`)).json()
    const list = async (query = '') => (await get(`software${query}`)) as Page
    const idOf = async (version?: string) =>
      (await list(version === undefined ? '?groupBy=name' : '')).items.find(
        (item) => item.name === 'vim' && item.version === version,
      )?.id ?? ''
    const patch = (id: string, json: unknown, more: { token?: string; headers?: Record<string, string> } = {}) =>
      call('PATCH', `/api/v1/software/${id}`, { json, ...more })
    return { ...test, store, submit, vim, deviceId, get, list, idOf, patch }
  }

  it(
    'lists the catalog, by group and by part of a name',
    proves('software.list', 'software.list.groupBy', 'software.list.group', 'software.list.q', 'software.fields'),
    async () => {
      const { list, patch, idOf } = await setUp()
      const all = await list()
      expect(all).toEqual({
        total: 3,
        items: [
          ['git', '2.40'],
          ['vim', '9.0'],
          ['vim', '9.1'],
        ].map(([name, version]) => ({
          id: expect.any(String),
          name,
          version,
          publisher: 'Vendor',
          kind: 'product',
          softwareGroup: 'Regular',
          installations: 1,
          firstSeen: at(0),
        })),
      })
      expect(await list('?limit=1&offset=1')).toEqual({ total: 3, items: all.items.slice(1, 2) })
      const names = await list('?groupBy=name')
      const common = { publisher: 'Vendor', kind: 'product', softwareGroup: 'Regular', firstSeen: at(0) }
      expect(names.items.map(({ id: _, ...item }) => item)).toEqual([
        { name: 'git', ...common, installations: 1 },
        { name: 'vim', ...common, installations: 2 },
      ])
      expect((await list('?q=I')).total).toBe(3)
      expect(await list('?kind=product')).toEqual(all)
      expect((await list('?kind=update')).total).toBe(0)
      expect((await list('?q=VI&groupBy=name-version')).total).toBe(2)
      await patch(await idOf('9.1'), { softwareGroup: 'Required' })
      expect((await list('?softwareGroup=Required')).items.map(({ version }) => version)).toEqual(['9.1'])
      expect((await list('?softwareGroup=Forbidden')).total).toBe(0)
      expect((await list('?softwareGroup=Regular&q=vim')).items.map(({ version }) => version)).toEqual(['9.0'])
    },
  )

  it('filters by publisher, and lists the publishers', async () => {
    const { list, get, submit } = await setUp()
    const by = (name: string, publisher: string) => ({ name, version: '1', publisher })
    await submit(1, 3, [by('curl', 'Haxx'), by('wget', ''), by('ed', 'GNU'), by('sed', 'GNU')])
    expect((await list('?publisher=GNU')).items.map(({ name }) => name)).toEqual(['ed', 'sed'])
    expect((await list('?publisher=GNU&groupBy=name&q=s')).items.map(({ name }) => name)).toEqual(['sed'])
    expect((await list('?publisher=gnu')).total).toBe(0)
    const publishers = [
      { publisher: 'GNU', products: 2 },
      { publisher: 'Vendor', products: 2 },
      { publisher: 'Haxx', products: 1 },
    ]
    expect(await get('software/publishers')).toEqual({ items: publishers, total: 3 })
    expect(await get('software/publishers?limit=1&offset=2')).toEqual({ items: publishers.slice(2), total: 3 })
  })

  it('lists the devices that have a product', async () => {
    const { get, idOf, list } = await setUp()
    const names = async (softwareId: string) =>
      ((await get(`devices?softwareId=${softwareId}`)) as Page).items.map(({ name }) => name)
    const git = (await list('?q=git')).items[0]?.id ?? ''
    expect([await names(git), await names(await idOf('9.1')), await names(await idOf())]).toEqual([
      ['pc1'],
      ['pc2'],
      ['pc1', 'pc2'],
    ])
  })

  it.each(['groupBy=version', 'kind=KB', 'softwareGroup=Banned', 'softwaregroup=Regular', 'limit=0'])(
    'refuses to list by %s',
    async (query) => {
      const { call } = await setUp()
      expect((await call('GET', `/api/v1/software?${query}`)).status).toBe(400)
    },
  )

  it(
    'returns a product and a name group with their versions',
    proves('software.get', 'software.singleFields', 'software.versions', 'software.groupId'),
    async () => {
      const { get, idOf, call } = await setUp()
      const now = '2026-11-20T08:00:00.000Z'
      const versions = await Promise.all(
        ['9.0', '9.1'].map(async (version) => ({
          id: await idOf(version),
          name: 'vim',
          version,
          softwareGroup: 'Regular',
          installations: 1,
          firstSeen: now,
          lastSeen: now,
        })),
      )
      const nameId = await idOf()
      const common = { name: 'vim', publisher: 'Vendor', kind: 'product', softwareGroup: 'Regular', inScopeTagId: null }
      const seen = { firstSeen: now, lastSeen: now, nameId, versions }
      const id = await idOf('9.1')
      expect(await get(`software/${id}`)).toEqual({ id, version: '9.1', ...common, installations: 1, ...seen })
      const name = { id: nameId, ...common, ownGroup: 'Regular', installations: 2, ...seen }
      expect(await get(`software/${nameId}`)).toEqual(name)
      for (const path of [id, nameId]) {
        const etag = (await call('GET', `/api/v1/software/${path}`)).headers.get('ETag') ?? ''
        const again = await call('GET', `/api/v1/software/${path}`, { headers: { 'If-None-Match': etag } })
        expect(again.status).toBe(304)
      }
    },
  )

  it(
    'lists installations',
    proves('software.installations', 'software.installationFields', 'software.groupId'),
    async () => {
      const { get, idOf, deviceId } = await setUp()
      const first = {
        deviceId,
        deviceName: 'pc1',
        installedVersion: '9.0',
        productId: await idOf('9.0'),
        installDate: '2026-01-02T03:04:05.000Z',
        firstSeen: '2026-11-20T08:00:00.000Z',
        lastSeen: '2026-11-20T08:00:00.000Z',
      }
      expect(await get(`software/${await idOf('9.0')}/installations`)).toEqual({ items: [first], total: 1 })
      expect(await get(`software/${await idOf()}/installations?limit=1`)).toEqual({ items: [first], total: 2 })
      expect(await get(`software/${await idOf()}/installations?limit=1&offset=1`)).toMatchObject({
        items: [{ deviceName: 'pc2', installedVersion: '9.1' }],
        total: 2,
      })
    },
  )

  it(
    'sets softwareGroup, and logs it',
    proves('software.patch', 'state.software.group', 'events.changeLog', 'software.changeFields'),
    async () => {
      const { get, idOf, patch } = await setUp()
      const id = await idOf('9.0')
      let from = 'Regular'
      for (const to of ['Required', 'Forbidden', 'Regular']) {
        const answer = await patch(id, { softwareGroup: to })
        expect([answer.status, ((await answer.json()) as Item)['softwareGroup']]).toEqual([200, to])
        expect(answer.headers.get('ETag')).toMatch(/^"/)
        const { items } = (await get('software/change-history?limit=1&entity=Software')) as Page
        expect(items).toEqual([
          {
            id: expect.any(String),
            verb: 'Modified',
            entity: 'Software',
            entityId: id,
            deviceId: null,
            deviceName: null,
            subjectName: 'vim 9.0',
            subjectDeleted: false,
            field: 'softwareGroup',
            from,
            to,
            actor: 'Test app',
            editor: { kind: 'app', id: 'app' },
            timestamp: '2026-11-20T08:00:00.000Z',
            observedAt: null,
          },
        ])
        from = to
      }
    },
  )

  it('sets softwareGroup of all versions by the id of a name group', proves('software.groupId'), async () => {
    const { list, idOf, patch, submit, vim } = await setUp()
    expect((await patch(await idOf(), { softwareGroup: 'Forbidden' })).status).toBe(200)
    await submit(1, 3, [{ ...vim, version: '9.2' }])
    expect((await list('?softwareGroup=Forbidden')).items.map(({ version }) => version)).toEqual(['9.0', '9.1', '9.2'])
  })

  it(
    'refuses another value, field or caller, and changes nothing',
    proves('state.software.invalid', 'auth.privilege.administrator'),
    async () => {
      const { get, idOf, patch } = await setUp()
      const id = await idOf('9.0')
      const before = await get(`software/${id}`)
      const refused: [unknown, number, string?][] = [
        [{ softwareGroup: 'required' }, 400],
        [{ softwareGroup: 'Banned' }, 400],
        [{ softwareGroup: null }, 400],
        [{ softwareGroup: 'Required', name: 'x' }, 400],
        [{ softwareGroup: 'Required', inScopeTagId: newId() }, 400],
        [{ softwareGroup: 'Required' }, 403, 'reader'],
        [{ softwareGroup: 'Required' }, 403, 'starter'],
      ]
      for (const [json, status, token = 'administrator'] of refused) {
        expect((await patch(id, json, { token })).status, JSON.stringify(json)).toBe(status)
      }
      const stale = await patch(id, { softwareGroup: 'Required' }, { headers: { 'If-Match': '"stale"' } })
      expect(stale.status).toBe(412)
      expect(await get(`software/${id}`)).toEqual(before)
    },
  )

  it('returns no product of another site', async () => {
    const { store, call, idOf, patch, list } = await setUp()
    const id = await idOf('9.0')
    const stranger = await testContext(store)
    const { siteId } = stranger.ctx
    await createIngest(stranger.ctx).submit({
      siteId,
      observation: agent(0, { hostname: 'x', software: [{ name: 'vim', version: '9.0' }] }),
      actor: 'x',
    })
    expect((await list()).items.find((item) => item.id === id)).toMatchObject({ installations: 1 })
    const theirs = await listSoftware(stranger.ctx, softwareQuerySchema.parse({}))
    const theirNames = await listSoftware(stranger.ctx, softwareQuerySchema.parse({ groupBy: 'name' }))
    expect([theirs.total, theirNames.total]).toEqual([1, 1])
    for (const other of [newId(), 'no-id', theirs.items[0]?.id ?? '', theirNames.items[0]?.id ?? '']) {
      for (const path of [`software/${other}`, `software/${other}/installations`]) {
        expect((await call('GET', `/api/v1/${path}`)).status, path).toBe(404)
      }
      expect((await patch(other, { softwareGroup: 'Required' })).status).toBe(404)
    }
  })

  it(
    'lists the change history by each filter, newest first',
    proves('software.changeHistory', 'changeHistory.filters', 'events.verbs'),
    async () => {
      const { get, submit, vim, deviceId, idOf, patch, call, addAuditService, advance } = await setUp()
      advance(3600)
      await submit(60, 1, [{ ...vim, version: '9.5' }])
      await submit(60, 2, [
        { ...vim, version: '9.1' },
        { name: 'curl', version: '8' },
      ])
      const json = { name: 'Lab', type: 'address-list', auditServiceId: await addAuditService(), addresses: ['::1'] }
      await call('POST', '/api/v1/segments', { json })
      const history = async (query = '') => {
        const { items, total } = (await get(`software/change-history${query}`)) as Page
        return {
          total,
          lines: items.map((item) => [item['verb'], item['entity'], item['field'], item['from'], item['to']]),
        }
      }
      const upgraded = ['Modified', 'Software', 'vim', '9.0', '9.5']
      const removed = ['Deleted', 'Software', 'git', '2.40', null]
      const installed = ['Added', 'Software', 'curl', null, '8']
      const segment = ['Added', 'Segment', null, null, 'Lab']
      const devices = [2, 1].map((n) => ['Added', 'Device', null, null, `pc${n}`])
      const all = [segment, installed, upgraded, removed, ...devices]
      expect(await history()).toEqual({ total: 6, lines: all })
      expect(await history('?limit=2&offset=1')).toEqual({ total: 6, lines: all.slice(1, 3) })
      expect(await history('?verb=Modified')).toEqual({ total: 1, lines: [upgraded] })
      expect(await history('?verb=Deleted')).toEqual({ total: 1, lines: [removed] })
      expect(await history('?entity=Segment')).toEqual({ total: 1, lines: [segment] })
      expect(await history(`?deviceId=${deviceId}&entity=Software`)).toEqual({ total: 2, lines: [upgraded, removed] })
      expect(await history(`?from=${at(1)}`)).toEqual({ total: 4, lines: all.slice(0, 4) })
      expect(await history(`?to=${at(1)}&verb=Added`)).toEqual({ total: 2, lines: devices })
      const ofVim = await history(`?softwareId=${await idOf()}`)
      expect(ofVim).toEqual({ total: 1, lines: [upgraded] })
      expect(await history(`?softwareId=${await idOf('9.5')}&deviceId=${deviceId}&verb=Modified`)).toEqual(ofVim)
      expect(await history(`?softwareId=${await idOf('9.0')}`)).toEqual({ total: 0, lines: [] })
      await patch(await idOf('9.1'), { softwareGroup: 'Forbidden' })
      const classified = ['Modified', 'Software', 'softwareGroup', 'Regular', 'Forbidden']
      expect(await history(`?softwareId=${await idOf()}&limit=1`)).toEqual({ total: 2, lines: [classified] })
      for (const query of ['verb=added', 'from=yesterday', 'field=x', 'softwareId=vim']) {
        expect((await call('GET', `/api/v1/software/change-history?${query}`)).status, query).toBe(400)
      }
    },
  )

  it(
    'lists hardware and network changes as well as software, and the actor of an edit',
    proves('changeHistory.what'),
    async () => {
      const { get, call, ctx, addAuditService, advance } = await setUp()
      const ingest = createIngest(ctx)
      const submit = (minutes: number, gib: number, address: string, version: string) =>
        ingest.submit({
          siteId: ctx.siteId,
          observation: agent(minutes, {
            hostname: 'pc9',
            agentId: newId(),
            macAddresses: ['00:1b:21:00:00:09'],
            hardware: { memory: { totalBytes: gib * 2 ** 30 } },
            network: { ipAddress: address },
            software: [{ name: 'vim', version }],
          }),
          actor: 'agent pc9',
        })
      const { deviceId } = await submit(0, 8, '10.0.0.9', '9.0')
      advance(3600)
      await submit(60, 16, '10.0.0.10', '9.1')
      const json = { name: 'Lab', type: 'address-list', auditServiceId: await addAuditService(), addresses: ['::1'] }
      await call('POST', '/api/v1/segments', { json })
      const { items } = (await get(`software/change-history?from=${at(1)}`)) as Page
      const entries = items.map(({ entity, field, from, to, actor, deviceId }) => ({
        entity,
        field,
        from,
        to,
        actor,
        deviceId,
      }))
      const bySnapshot = { actor: 'agent pc9', deviceId }
      expect(entries[0]).toEqual({
        entity: 'Segment',
        field: null,
        from: null,
        to: 'Lab',
        actor: 'Test app',
        deviceId: null,
      })
      expect(entries).toContainEqual({ entity: 'Software', field: 'vim', from: '9.0', to: '9.1', ...bySnapshot })
      expect(entries).toContainEqual({
        entity: 'Network',
        field: 'ipAddress',
        from: '10.0.0.9',
        to: '10.0.0.10',
        ...bySnapshot,
      })
      const [before, after] = [8, 16].map((gib) => String(gib * 2 ** 30))
      expect(entries).toContainEqual({
        entity: 'Hardware',
        field: 'memory.totalBytes',
        from: before,
        to: after,
        ...bySnapshot,
      })
    },
  )

  it('lists devices that do not comply', proves('compliance.list'), async () => {
    const { get, idOf, patch, deviceId, call, submit } = await setUp()
    await submit(0, 3, [])
    await patch(await idOf(), { softwareGroup: 'Required' })
    await patch(await idOf('9.0'), { softwareGroup: 'Forbidden' })
    const missing = { missing: [{ productId: await idOf(), name: 'vim' }], forbidden: [], unknown: [] }
    const forbidden = {
      missing: [],
      forbidden: [{ productId: await idOf('9.0'), name: 'vim', version: '9.0' }],
      unknown: [],
    }
    expect(await get('compliance')).toEqual({
      total: 2,
      items: [
        { deviceId, deviceName: 'pc1', softwareReadAt: at(0), ...forbidden },
        { deviceId: expect.any(String), deviceName: 'pc3', softwareReadAt: at(0), ...missing },
      ],
    })
    expect(await get('compliance?kind=missing')).toMatchObject({ total: 1, items: [{ deviceName: 'pc3' }] })
    expect(await get(`compliance?productId=${await idOf('9.0')}`)).toMatchObject({ total: 1, items: [{ deviceId }] })
    expect(await get('compliance?limit=1&offset=1')).toMatchObject({ total: 2, items: [{ deviceName: 'pc3' }] })
    expect(await get(`compliance?deviceId=${deviceId}&kind=forbidden`)).toMatchObject({
      total: 1,
      items: [{ deviceId }],
    })
    expect(await get(`compliance?deviceId=${deviceId}&kind=missing`)).toEqual({ total: 0, items: [] })
    const summary = { computers: 3, inScope: 3, compliant: 1, unknown: 0, missing: 1, forbidden: 1, rules: 2 }
    expect(await get('compliance/summary')).toEqual(summary)
    const csv = await call('GET', '/api/v1/compliance?format=csv')
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="compliance.csv"')
    expect((await csv.text()).split('\r\n')).toEqual([
      'deviceId,deviceName,kind,productId,name,version,softwareReadAt',
      `${deviceId},pc1,forbidden,${await idOf('9.0')},vim,9.0,${at(0)}`,
      expect.stringMatching(/^[0-9a-f-]+,pc3,missing,[0-9a-f-]+,vim,,2026-/),
      '',
    ])
    for (const query of ['kind=Missing', 'productId=x', 'deviceId=x', 'device=x']) {
      expect((await call('GET', `/api/v1/compliance?${query}`)).status, query).toBe(400)
    }
  })
})
