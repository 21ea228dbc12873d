import { createHash } from 'node:crypto'
import { newId } from '@rollcall/shared/ids.ts'
import { expect, it } from 'vitest'
import { proves } from '../../../../test/interface/proves.ts'
import { issueToken } from '../../access/registrations/issue-token.ts'
import { authTables } from '../../store/schema/access.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { changesOf } from '../../testing/context.ts'
import { testApp } from '../testing/app.ts'
import { newCaller, twoSites } from '../testing/caller.ts'

type Json = Record<string, unknown>
const read = async (answer: Response) => (await answer.json()) as Json
const codeOf = async (answer: Response) => [answer.status, (await read(answer))['code']]

describeOnEitherEngine('/api/v1/app-registrations', ({ open }) => {
  it(
    'returns a registration with its ETag, and never its secret again',
    proves('registrations.list', 'registrations.create', 'registration.fields'),
    async () => {
      const app = await testApp(await open())
      const json = { name: 'CMDB', capabilities: ['EditInventory', 'StartAuditsOrScans', 'EditInventory'] }
      const made = await app.call('POST', '/api/v1/app-registrations', { json })
      const { clientSecret, ...registration } = await read(made)
      expect([made.status, made.headers.get('Cache-Control')]).toEqual([201, 'no-store'])
      expect(registration).toEqual({
        id: expect.any(String),
        clientId: expect.stringMatching(/^[a-z2-9]{20}$/),
        name: 'CMDB',
        enabled: true,
        expiresAt: null,
        capabilities: ['StartAuditsOrScans', 'EditInventory'],
        siteIds: [app.ctx.siteId],
        createdAt: '2026-11-20T08:00:00.000Z',
      })
      const path = made.headers.get('Location') ?? ''
      const found = await app.call('GET', path)
      expect(await read(found)).toEqual(registration)
      const etag = found.headers.get('ETag') ?? ''
      expect(etag).toBe(made.headers.get('ETag'))
      expect((await app.call('GET', path, { headers: { 'If-None-Match': etag } })).status).toBe(304)
      const list = await app.call('GET', '/api/v1/app-registrations')
      expect(await read(list)).toEqual({ items: [registration], total: 1 })
      expect(clientSecret).toMatch(/^[\w-]{43}$/)
    },
  )

  it('stores only hashes of secrets and tokens, of 256 bits each', proves('callers.hashed'), async () => {
    const app = await testApp(await open())
    const { client, token } = await newCaller(app)
    const rows = await app.ctx.store.read(async (db) => {
      const { appRegistrations, appRegistrationSecrets, accessTokens } = db.tables(authTables)
      const tables = [appRegistrations, appRegistrationSecrets, accessTokens]
      return (await Promise.all(tables.map((table) => db.select().from(table)))).flat()
    })
    expect(rows).toHaveLength(3)
    for (const secret of [client.clientSecret, token]) {
      expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
      expect(JSON.stringify(rows)).not.toContain(secret)
      expect(JSON.stringify(rows)).toContain(createHash('sha256').update(secret).digest('hex'))
    }
  })

  it('changes the fields of a PATCH, and logs each', proves('registrations.patch'), async () => {
    const app = await testApp(await open())
    const { registration, path } = await newCaller(app)
    const patch = {
      name: 'CMDB',
      enabled: false,
      expiresAt: '2027-01-01T01:00:00+01:00',
      capabilities: ['EditInventory', 'StartAuditsOrScans'],
    }
    const answer = await app.call('PATCH', path, { json: patch })
    const changed = {
      ...registration,
      ...patch,
      expiresAt: '2027-01-01T00:00:00.000Z',
      capabilities: ['StartAuditsOrScans', 'EditInventory'],
    }
    expect([answer.status, await read(answer)]).toEqual([200, changed])
    const found = await app.call('GET', path)
    expect(await read(found)).toEqual(changed)
    expect(found.headers.get('ETag')).toBe(answer.headers.get('ETag'))
    const log = (await changesOf(app.ctx)).filter(({ verb }) => verb === 'Modified')
    expect(log.map(({ field, from, to }) => [field, from, to])).toEqual([
      ['name', 'caller', 'CMDB'],
      ['enabled', 'true', 'false'],
      ['expiresAt', null, '2027-01-01T00:00:00.000Z'],
      ['capabilities', '', 'StartAuditsOrScans, EditInventory'],
    ])
    expect(log[0]).toMatchObject({ entity: 'App registration', entityId: registration.id, actor: 'Test app' })
    const merge = { headers: { 'Content-Type': 'application/merge-patch+json' }, body: '{"expiresAt":null}' }
    expect(await read(await app.call('PATCH', path, merge))).toMatchObject({ name: 'CMDB', expiresAt: null })
    expect((await app.call('PATCH', path, { json: { expiresAt: null } })).status).toBe(200)
    expect((await changesOf(app.ctx)).filter(({ verb }) => verb === 'Modified')).toHaveLength(5)
  })

  it.each([
    ['a field that cannot be set', { clientId: 'a'.repeat(20) }, '/clientId'],
    ['a name that is none', { name: ' ' }, '/name'],
    ['a capability that is none', { capabilities: ['Root'] }, '/capabilities/0'],
    ['no site', { siteIds: [] }, '/siteIds'],
    ['a site of others', { siteIds: [newId()] }, '/siteIds/0'],
    ['a time without offset', { expiresAt: '2027-01-01T00:00:00' }, '/expiresAt'],
  ])('refuses a whole PATCH with %s', async (_, fault, place) => {
    const app = await testApp(await open())
    const { registration, path } = await newCaller(app)
    const answer = await app.call('PATCH', path, { json: { enabled: false, ...fault } })
    expect([answer.status, await read(answer)]).toMatchObject([400, { errors: [{ path: place }] }])
    expect(await read(await app.call('GET', path))).toEqual(registration)
  })

  it.each([
    ['disabled', 'PATCH', { enabled: false }],
    ['expired', 'PATCH', { expiresAt: '2026-11-20T07:00:00Z' }],
    ['deleted', 'DELETE', undefined],
  ])(
    'ends a registration at once when it is %s',
    proves('callers.atOnce', 'registrations.delete', 'auth.401', 'state.registration.disabled'),
    async (_, method, json) => {
      const app = await testApp(await open())
      const { path, token, client } = await newCaller(app)
      const use = () => app.call('GET', '/api/v1/devices', { token })
      expect((await use()).status).toBe(200)
      const ended = await app.call(method, path, json ? { json } : {})
      expect([ended.status, await ended.text()]).toEqual(json ? [200, expect.any(String)] : [204, ''])
      const refused = await use()
      expect([refused.status, refused.headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer error="invalid_token"'])
      await expect(issueToken(app.ctx, client)).rejects.toMatchObject({ code: 'invalid_client' })
      if (json) return
      expect(await codeOf(await app.call('GET', path))).toEqual([404, 'not_found'])
      expect(await codeOf(await app.call('DELETE', path))).toEqual([404, 'not_found'])
      expect((await changesOf(app.ctx)).at(-1)).toMatchObject({ verb: 'Deleted', from: 'caller', field: null })
    },
  )

  it('accepts a token again once its registration is enabled', async () => {
    const app = await testApp(await open())
    const { path, token } = await newCaller(app)
    for (const [enabled, status] of [
      [false, 401],
      [true, 200],
    ] as const) {
      await app.call('PATCH', path, { json: { enabled } })
      expect((await app.call('GET', '/api/v1/devices', { token })).status).toBe(status)
    }
  })

  it('checks If-Match', proves('general.ifMatch'), async () => {
    const app = await testApp(await open())
    const { registration, path } = await newCaller(app)
    const seen = { 'If-Match': (await app.call('GET', path)).headers.get('ETag') ?? '' }
    expect((await app.call('PATCH', path, { headers: seen, json: { name: 'first' } })).status).toBe(200)
    for (const [method, sent] of [
      ['PATCH', { json: { name: 'second' } }],
      ['DELETE', {}],
    ] as const) {
      expect(await codeOf(await app.call(method, path, { headers: seen, ...sent }))).toEqual([
        412,
        'precondition_failed',
      ])
    }
    expect(await read(await app.call('GET', path))).toEqual({ ...registration, name: 'first' })
  })

  it('is for Administrators, and for registrations of their current site', proves('auth.403'), async () => {
    const app = await testApp(await open())
    const { one, both, branchId } = await twoSites(app)
    const reader = await newCaller(app)
    for (const [method, sent] of [
      ['GET', {}],
      ['PATCH', { json: {} }],
      ['DELETE', {}],
    ] as const) {
      expect((await app.call(method, one.path, { token: reader.token, ...sent })).status).toBe(403)
      const atBranch = { token: both.token, headers: { 'X-Site-Id': branchId }, ...sent }
      expect((await app.call(method, one.path, atBranch)).status, method).toBe(404)
    }
    const list = await app.call('GET', '/api/v1/app-registrations', {
      token: both.token,
      headers: { 'X-Site-Id': branchId },
    })
    expect(await read(list)).toMatchObject({ total: 1, items: [{ name: 'both' }] })
  })
})

describeOnEitherEngine('a registration of several sites', ({ open }) => {
  async function setUp() {
    const app = await testApp(await open())
    const sites = await twoSites(app)
    const patch = (token: string, json: object, path = sites.both.path) => app.call('PATCH', path, { token, json })
    return { app, ...sites, patch }
  }

  it('is changed and deleted only by callers bound to all its sites', async () => {
    const { app, one, both, siteId, branchId, patch } = await setUp()
    const before = await read(await app.call('GET', both.path))
    for (const json of [
      { name: 'mine' },
      { enabled: false },
      { expiresAt: '2027-01-01T00:00:00Z' },
      { capabilities: [] },
      { siteIds: [siteId] },
      { siteIds: [branchId, siteId] },
      { siteIds: [branchId], enabled: false },
    ]) {
      expect(await codeOf(await patch(one.token, json)), JSON.stringify(json)).toEqual([403, 'insufficient_privilege'])
    }
    expect(await codeOf(await app.call('DELETE', both.path, { token: one.token }))).toEqual([
      403,
      'insufficient_privilege',
    ])
    expect(await read(await app.call('GET', both.path))).toEqual(before)
    expect((await patch(one.token, { name: 'both' })).status).toBe(200)
  })

  it('can be removed from a site by the Administrator of that site', async () => {
    const { app, one, both, siteId, branchId, patch } = await setUp()
    const answer = await patch(one.token, { siteIds: [branchId] })
    expect([answer.status, await read(answer)]).toMatchObject([200, { siteIds: [branchId] }])
    expect((await app.call('GET', both.path, { token: one.token })).status).toBe(404)
    const asBoth = (headers = {}) => app.call('GET', '/api/v1/sites', { token: both.token, headers })
    expect(await read(await asBoth())).toMatchObject({ items: [{ id: branchId }] })
    expect((await asBoth({ 'X-Site-Id': siteId })).status).toBe(403)
    const rows = (await changesOf(app.ctx)).filter(({ actor }) => actor === 'one')
    const row = { entityId: both.registration.id, field: 'siteIds', from: `${siteId}, ${branchId}`, to: branchId }
    expect(rows).toMatchObject([
      { ...row, siteId },
      { ...row, siteId: branchId },
    ])
  })

  it('is bound in the given order by callers bound to all its sites, and never to a foreign site', async () => {
    const { app, one, both, siteId, branchId, patch } = await setUp()
    const bound = await patch(both.token, { siteIds: [branchId, siteId, branchId] }, one.path)
    expect(await read(bound)).toMatchObject({ siteIds: [branchId, siteId] })
    const sites = await app.call('GET', '/api/v1/sites', { token: one.token })
    expect(await read(sites)).toMatchObject({ total: 2 })
    const third = await newCaller(app, { capabilities: ['Administrator'] })
    const taken = await patch(third.token, { siteIds: [siteId, branchId] }, third.path)
    expect([taken.status, await read(taken)]).toMatchObject([400, { errors: [{ path: '/siteIds/1' }] }])
  })
})
