import { afterAll, describe, expect, test } from 'vitest'
import { waitFor } from '../../harness/wait.ts'
import { endpoints } from '../../interface/client/endpoints.ts'
import { proves } from '../../interface/proves.ts'
import { bodyOf, formOf, problemOf, startWalk, tokenOf, unknownId } from './walk.ts'

const walk = await startWalk({ args: ['--no-agent'] })
const { client, anybody } = walk
afterAll(() => walk.up.stop())

test('plain HTTP is refused', proves('transport.https'), async () => {
  for (const path of ['/healthz', '/api/v1/devices', '/']) {
    const plain = await fetch(walk.up.facts.url.replace('https:', 'http:') + path)
    expect([plain.status, await plain.text()]).toEqual([400, expect.stringMatching(/^This port takes HTTPS only.*\n$/)])
  }
})

describe('the token endpoint', () => {
  const paths = endpoints.token.map((endpoint) => endpoint.replace('POST ', ''))

  const given = proves('token.oauthPath', 'token.identityPath', 'token.response', 'limits.token', 'auth.noRefresh')
  test.each(paths)('%s exchanges Client ID and Client secret for a token of one hour', given, async (path) => {
    const registration = await walk.register()
    const reply = await anybody.token({ ...formOf(registration), scope: 'api_client' }, path)
    const { access_token: token, ...rest } = bodyOf(reply)
    expect(rest).toEqual({ token_type: 'Bearer', expires_in: 3600 })
    expect(reply.headers['cache-control']).toBe('no-store')
    bodyOf(await anybody.as(token).devices.list())
  })

  test('scope is optional at the one path, and must be api_client at the other', proves('auth.scope'), async () => {
    const form = formOf(await walk.register())
    expect((await anybody.token(form, paths[0])).status).toBe(200)
    for (const [path, scope] of [
      [paths[1], {}],
      [paths[1], { scope: 'everything' }],
      [paths[0], { scope: 'everything' }],
    ] as const) {
      expect(bodyOf(await anybody.token({ ...form, ...scope }, path), 400)).toMatchObject({ error: 'invalid_scope' })
    }
  })

  test(
    'errors follow RFC 6749',
    proves('token.errors', 'token.basic', 'auth.grantType', 'auth.formOnly', 'auth.invalidClient'),
    async () => {
      const registration = await walk.register()
      const form = formOf(registration)
      const refusal = async (fields: Record<string, string>, status: number) =>
        bodyOf(await anybody.token({ ...form, ...fields }), status)
      expect(await refusal({ client_secret: 'wrong' }, 401)).toMatchObject({ error: 'invalid_client' })
      expect(await refusal({ client_id: 'nobody-has-this-name' }, 401)).toMatchObject({ error: 'invalid_client' })
      expect(await refusal({ grant_type: 'password' }, 400)).toMatchObject({ error: 'unsupported_grant_type' })
      expect(await refusal({ client_secret: '' }, 400)).toMatchObject({ error: 'invalid_request' })
      const json = await anybody.call('POST', '/api/oauth/token', { json: form })
      expect(bodyOf(json, 400)).toMatchObject({ error: 'invalid_request' })

      const basic = (secret: string) => ({
        Authorization: `Basic ${Buffer.from(`${registration.clientId}:${secret}`).toString('base64')}`,
      })
      const grant = { grant_type: 'client_credentials' }
      bodyOf(await anybody.token(grant, paths[0], basic(registration.clientSecret)))
      const refused = await anybody.token(grant, paths[0], basic('wrong'))
      expect([refused.status, refused.headers['www-authenticate']]).toEqual([401, 'Basic realm="rollcall"'])
    },
  )
})

describe('every other call', () => {
  test(
    'needs a bearer token, with the scheme in any case',
    proves('convention.bearer', 'auth.schemeCase', 'errors.401', 'callers.www'),
    async () => {
      const token = await tokenOf(anybody, await walk.register())
      for (const scheme of ['Bearer', 'bearer', 'BEARER']) bodyOf(await anybody.as(`${scheme} ${token}`).devices.list())
      const without = await anybody.devices.list()
      problemOf(without, 401, 'invalid_token')
      expect(without.headers['www-authenticate']).toBe('Bearer')
      const wrong = await anybody.as('not-a-token').devices.list()
      problemOf(wrong, 401, 'invalid_token')
      expect(wrong.headers['www-authenticate']).toContain('error="invalid_token"')
    },
  )

  test(
    'needs the capability of the operation',
    proves('auth.403', 'errors.403', 'auth.privilege.administrator', 'auth.privilege.scan', 'callers.capabilities'),
    async () => {
      const reader = await walk.callerWith({ capabilities: [] })
      for (const list of [reader.devices.list, reader.segments.list, reader.software.list, reader.tags.list]) {
        bodyOf(await list())
      }
      const refused = [
        reader.software.update(unknownId, { softwareGroup: 'Required' }),
        reader.segments.create({}),
        reader.segments.update(unknownId, {}),
        reader.segments.remove(unknownId),
        reader.segments.scan(unknownId),
        reader.tags.create({ name: 'Not mine' }),
        reader.devices.update(unknownId, {}),
        reader.devices.remove(unknownId),
        reader.snapshots.remove(unknownId),
        reader.registrations.list(),
      ]
      for (const reply of refused) problemOf(await reply, 403, 'insufficient_privilege')
      const starter = await walk.callerWith({ capabilities: ['StartAuditsOrScans'] })
      problemOf(await starter.segments.scan(unknownId), 404, 'not_found')
      const editor = await walk.callerWith({ capabilities: ['EditInventory'] })
      problemOf(await editor.devices.remove(unknownId), 404, 'not_found')
      problemOf(await editor.segments.scan(unknownId), 403, 'insufficient_privilege')
    },
  )

  test('acts on a site of its caller', proves('service.sites', 'sites.choose', 'sites.crud'), async () => {
    const branch = bodyOf(await client.sites.create({ name: 'Branch' }), 201)
    expect(bodyOf(await client.sites.update(branch.id, { name: 'South' })).name).toBe('South')
    expect(bodyOf(await client.sites.list()).items.map(({ name }) => name)).toContain('South')
    const there = { 'X-Site-Id': branch.id }
    const device = bodyOf(await client.devices.create({ name: 'here', serialNumber: 'HERE-1' }), 201)
    expect(bodyOf(await client.devices.list({}, there))).toEqual({ items: [], total: 0 })
    problemOf(await client.devices.get(device.id, { headers: there }), 404, 'not_found')
    const stranger = await walk.callerWith({ siteIds: [branch.id] })
    problemOf(await stranger.devices.get(device.id), 404, 'not_found')
    const elsewhere = { 'X-Site-Id': walk.up.facts.siteId }
    problemOf(await stranger.devices.list({}, elsewhere), 403, 'insufficient_privilege')
  })
})

describe('an App registration', () => {
  test(
    'has a Client ID of 20 characters, and a secret that is returned once',
    proves(
      'registration.fields',
      'limits.clientId',
      'registrations.list',
      'registrations.create',
      'registrations.patch',
      'registrations.delete',
    ),
    async () => {
      const { clientSecret, ...shown } = await walk.register({ name: 'CMDB', expiresAt: '2031-01-01T01:00:00+01:00' })
      expect(shown.clientId).toHaveLength(20)
      expect(shown).toMatchObject({ enabled: true, expiresAt: '2031-01-01T00:00:00.000Z' })
      const read = await client.registrations.get(shown.id)
      expect(bodyOf(read)).toEqual(shown)
      expect(read.text).not.toContain(clientSecret)
      expect(bodyOf(await client.registrations.list({ limit: 1000 })).items).toContainEqual(shown)
      const updated = bodyOf(await client.registrations.update(shown.id, { name: 'Old CMDB', expiresAt: null }))
      expect(updated).toEqual({ ...shown, name: 'Old CMDB', expiresAt: null })
      expect((await client.registrations.remove(shown.id)).status).toBe(204)
      problemOf(await client.registrations.get(shown.id), 404, 'not_found')
    },
  )

  test(
    'that is disabled, deleted or expired is refused',
    proves(
      'state.registration.disabled',
      'state.registration.expired',
      'auth.401',
      'auth.preconditions',
      'callers.atOnce',
    ),
    async () => {
      const ends: ((id: string) => Promise<unknown>)[] = [
        (id) => client.registrations.update(id, { enabled: false }),
        (id) => client.registrations.remove(id),
        (id) => client.registrations.update(id, { expiresAt: new Date(Date.now() + 300).toISOString() }),
      ]
      for (const end of ends) {
        const registration = await walk.register()
        const caller = anybody.as(await tokenOf(anybody, registration))
        bodyOf(await caller.devices.list())
        await end(registration.id)
        const refused = async () => (await caller.devices.list()).status === 401
        await waitFor(refused, { what: 'the token to be refused' })
        problemOf(await caller.devices.list(), 401, 'invalid_token')
        expect(bodyOf(await anybody.token(formOf(registration)), 401)).toMatchObject({ error: 'invalid_client' })
      }
    },
  )
})

describe('limits', () => {
  /** A registration of a site of its own, and what an Administrator sets there. */
  async function limited(name: string) {
    const site = bodyOf(await client.sites.create({ name }), 201)
    const registration = await walk.register({ name, siteIds: [site.id] })
    const set = (settings: Record<string, unknown>) => client.settings.update(settings, { 'X-Site-Id': site.id })
    return { registration, caller: anybody.as(await tokenOf(anybody, registration)), set }
  }

  test(
    'every call counts against the monthly quota, including token requests and refused calls',
    proves('limits.quota', 'quota.counts', 'quota.exhausted', 'quota.usage', 'quota.headers'),
    async () => {
      const { registration, caller, set } = await limited('Counted')
      const before = bodyOf(await caller.usage()).transactions
      await tokenOf(anybody, registration)
      problemOf(await caller.tags.create({ name: 'x' }), 403, 'insufficient_privilege')
      problemOf(await caller.devices.get(unknownId), 404, 'not_found')
      const { transactions } = bodyOf(await caller.usage())
      expect(transactions).toBe(before + 4)

      bodyOf(await set({ quota: { monthlyTransactions: transactions + 2 } }))
      const last = await caller.devices.list()
      expect(last.headers['ratelimit-policy']).toMatch(new RegExp(`"quota";q=${transactions + 2};`))
      expect(last.headers['ratelimit']).toMatch(/"quota";r=0;/)
      const over = await caller.devices.list()
      problemOf(over, 429, 'quota_exhausted')
      expect(Number(over.headers['retry-after'])).toBeGreaterThan(30)
      expect((await anybody.token(formOf(registration))).status).toBe(429)
    },
  )

  test('workload limits apply in addition', proves('limits.workload', 'errors.429', 'quota.rateLimited'), async () => {
    const { caller, set } = await limited('Hurried')
    bodyOf(await set({ workload: { perMinute: 3 } }))
    const replies = []
    for (let count = 0; count < 6; count += 1) replies.push(await caller.devices.list())
    const refused = replies.find(({ status }) => status === 429)
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
    if (refused) problemOf(refused, 429, 'rate_limited')
  })
})

test('every call gets 503 with Retry-After 30 during an update', proves('errors.503', 'maintenance.on'), async () => {
  expect((await walk.up.cli('maintenance', 'on')).code).toBe(0)
  const calls = [client.devices.list(), anybody.token({}), client.older.fullWithoutPrefix(unknownId)]
  for (const reply of await Promise.all(calls)) {
    expect([reply.status, reply.headers['content-type'], reply.headers['retry-after']]).toEqual([
      503,
      'application/json',
      '30',
    ])
    expect(reply.body).toEqual({ status: 'upgrade_in_progress', message: expect.any(String) })
  }
  const health = [await anybody.call('GET', '/healthz'), await anybody.call('GET', '/readyz')]
  expect(health.map(({ status }) => status)).toEqual([200, 503])
  expect((await walk.up.cli('maintenance', 'off')).code).toBe(0)
  bodyOf(await client.devices.list())
})

test('every endpoint of this part was called', () => {
  const administration = endpoints.administration.filter((endpoint) =>
    /app-registrations|\/sites\b|usage/.test(endpoint),
  )
  expect(walk.missed([...endpoints.token, ...administration])).toEqual([])
})
