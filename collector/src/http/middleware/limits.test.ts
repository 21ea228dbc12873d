import { newId } from '@rollcall/shared/ids.ts'
import { expect, it } from 'vitest'
import { proves } from '../../../../test/interface/proves.ts'
import { authTables } from '../../store/schema/access.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { setLimits } from '../../testing/limits.ts'
import { type TestCall, testApp } from '../testing/app.ts'

const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
const read = async (answer: Response) => (await answer.json()) as Record<string, unknown>

describeOnEitherEngine('the limits of an App registration', ({ open }) => {
  async function setUp() {
    const test = await testApp(await open())
    const { call } = test
    const created = await read(
      await call('POST', '/api/v1/app-registrations', { token: 'local', json: { name: 'CMDB' } }),
    )
    const [clientId, secret] = [String(created['clientId']), String(created['clientSecret'])]
    const requestToken = (fields: Record<string, string> = {}, sent: TestCall = {}) => {
      const body = { grant_type: 'client_credentials', client_id: clientId, client_secret: secret, ...fields }
      const path = '/api/oauth/token'
      return call('POST', path, { token: null, headers: form, body: new URLSearchParams(body).toString(), ...sent })
    }
    const token = String((await read(await requestToken()))['access_token'])
    const count = async () => (await read(await call('GET', '/api/v1/usage', { token: 'local' })))['transactions']
    return { ...test, registrationId: String(created['id']), clientId, secret, requestToken, token, count }
  }

  it('count each of its calls, including refused ones', proves('quota.counts', 'limits.quota'), async () => {
    const { call, token, count, registrationId } = await setUp()
    expect(await count()).toBe(1)
    const calls: [method: string, path: string, sent: TestCall, status: number][] = [
      ['GET', '/api/v1/devices', {}, 200],
      ['HEAD', '/api/v1/devices', {}, 200],
      ['GET', '/api/v1/devices?lmit=1', {}, 400],
      ['GET', '/api/v1/devices', { headers: { 'X-Site-Id': newId() } }, 403],
      ['POST', '/api/v1/segments', { json: {} }, 403],
      ['GET', `/api/v1/devices/${newId()}`, {}, 404],
      ['GET', '/api/v1/nothing', {}, 404],
      ['GET', '/api/nothing', {}, 404],
      ['GET', '/api/openapi.json', {}, 200],
      ['PUT', '/api/v1/devices', {}, 405],
      ['GET', '/api/oauth/token', {}, 405],
    ]
    for (const [index, [method, path, sent, status]] of calls.entries()) {
      expect((await call(method, path, { token, ...sent })).status, path).toBe(status)
      expect(await count(), path).toBe(index + 2)
    }
    await call('PATCH', `/api/v1/app-registrations/${registrationId}`, { token: 'local', json: { enabled: false } })
    expect((await call('GET', '/api/v1/devices', { token })).status).toBe(401)
    expect(await count()).toBe(calls.length + 2)
  })

  it(
    'count its token requests, including malformed ones, but none with a wrong secret',
    proves('quota.counts', 'limits.quota'),
    async () => {
      const { requestToken, clientId, secret, count, call } = await setUp()
      const basic = { Authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}` }
      const requests: [fields: Record<string, string>, sent: TestCall, status: number][] = [
        [{}, {}, 200],
        [{ grant_type: 'password' }, {}, 400],
        [{ scope: 'other' }, {}, 400],
        [{ client_secret: '' }, { headers: { ...form, ...basic }, body: 'grant_type=client_credentials' }, 200],
      ]
      for (const [index, [fields, sent, status]] of requests.entries()) {
        expect((await requestToken(fields, sent)).status).toBe(status)
        expect(await count()).toBe(index + 2)
      }
      const older = `grant_type=client_credentials&client_id=${clientId}&client_secret=${secret}&scope=api_client`
      expect(
        (await call('POST', '/identity-server/connect/token', { token: null, headers: form, body: older })).status,
      ).toBe(200)
      expect(await count()).toBe(6)
      const wrong = { Authorization: `Basic ${Buffer.from(`${clientId}:wrong`).toString('base64')}` }
      for (const answer of [
        await requestToken({ client_id: 'a'.repeat(20) }),
        await requestToken({ client_secret: 'wrong' }),
        await requestToken({}, { headers: { ...form, ...wrong }, body: 'grant_type=client_credentials' }),
        await call('POST', '/api/glpi-agent', { token: null, headers: wrong, body: '' }),
      ]) {
        expect(answer.status).toBe(401)
        expect(await count()).toBe(6)
      }
    },
  )

  it('are not used up by wrong secrets, which count against the address of the caller', async () => {
    const { ctx, call, requestToken, clientId, secret, count } = await setUp()
    await setLimits(ctx, { monthlyTransactions: 3, perMinute: 3 })
    const attacker = '198.51.100.7'
    const ways: (() => Promise<Response>)[] = [
      () => requestToken({ client_secret: 'wrong' }, { address: attacker }),
      () => requestToken({ client_secret: 'wrong', scope: 'api_client' }, { address: attacker }),
      () =>
        call('POST', '/identity-server/connect/token', {
          token: null,
          address: attacker,
          headers: { ...form, Authorization: `Basic ${Buffer.from(`${clientId}:wrong`).toString('base64')}` },
          body: 'grant_type=client_credentials&scope=api_client',
        }),
    ]
    for (let attempt = 0; attempt < 60; attempt += 1) expect((await ways[attempt % 3]?.())?.status).toBe(401)
    for (const way of ways) {
      const refused = await way()
      expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '900'])
    }
    expect(await count()).toBe(1)
    expect((await requestToken({ client_secret: secret }, { address: '192.0.2.9' })).status).toBe(200)
    // Even from the same address, such as a proxy: 256 random bits cannot be guessed.
    expect((await requestToken({ client_secret: secret }, { address: attacker })).status).toBe(200)
    expect(await count()).toBe(3)
  })

  it(
    'count no command of this machine, agent, Audit Service or unauthenticated call',
    proves('quota.exempt'),
    async () => {
      const { call, count } = await setUp()
      const calls: [method: string, path: string, sent: TestCall][] = [
        ['GET', '/api/v1/devices', { token: 'local' }],
        ['GET', '/api/v1/devices', { token: null }],
        ['GET', '/api/v1/devices', { token: 'unknown' }],
        ['POST', '/api/agent/snapshots', { token: 'unknown', json: {} }],
        ['POST', '/api/agent/join', { token: null, json: {} }],
        ['POST', '/api/audit-service/join', { token: null, json: {} }],
      ]
      for (const [method, path, sent] of calls) await call(method, path, sent)
      expect(await count()).toBe(1)
    },
  )

  it('count on the site of the call, and token requests on the current site', async () => {
    const { call, ctx, token, requestToken, registrationId, count } = await setUp()
    const second = newId()
    await ctx.store.write((tx) =>
      tx.insert(tx.tables(authTables).appRegistrationSites).values({ registrationId, siteId: second, position: 1 }),
    )
    const usageOf = async (siteId: string) => {
      const headers = { 'X-Site-Id': siteId.toUpperCase() }
      return (await read(await call('GET', '/api/v1/usage', { token, headers })))['transactions']
    }
    expect([await usageOf(second), await usageOf(second), await usageOf(ctx.siteId)]).toEqual([1, 2, 2])
    await call('GET', '/api/v1/devices', { token, headers: { 'X-Site-Id': newId() } })
    await requestToken()
    expect([await usageOf(second), await count()]).toEqual([3, 4])
  })

  it(
    'refuse calls with 429 from the end of the quota until the recharge',
    proves('quota.exhausted', 'limits.quota'),
    async () => {
      const { call, ctx, token, requestToken, advance, count } = await setUp()
      await setLimits(ctx, { monthlyTransactions: 3, rechargeDay: 21, timeZone: 'Europe/Berlin' })
      expect((await call('GET', '/api/v1/devices', { token })).status).toBe(200)
      expect((await call('GET', '/api/v1/devices', { token })).status).toBe(200)
      // From 08:00 UTC to midnight in Berlin.
      const seconds = 15 * 3600
      const refused = await call('GET', '/api/v1/devices', { token })
      expect(await read(refused)).toMatchObject({
        status: 429,
        code: 'quota_exhausted',
        type: '/problems/quota_exhausted',
        detail: expect.stringContaining(`"rollcall quota <calls> --site ${ctx.siteId}"`),
      })
      expect(refused.headers.get('Retry-After')).toBe(String(seconds))
      expect(refused.headers.get('RateLimit-Policy')).toBe(`"quota";q=3;w=${31 * 86_400 + 3600}`)
      expect(refused.headers.get('RateLimit')).toBe(`"quota";r=0;t=${seconds}`)
      for (const path of ['/api/v1/nothing', '/api/nothing', '/api/openapi.json', '/api/v1/segments']) {
        expect((await call('GET', path, { token })).status, path).toBe(429)
      }
      expect((await requestToken()).status).toBe(429)
      expect(await count()).toBe(9)
      advance(seconds - 1)
      expect((await call('GET', '/api/v1/devices', { token: 'reader' })).headers.get('Retry-After')).toBe('1')
      advance(1)
      const { token: _, ...later } = { token, status: (await requestToken()).status }
      expect(later.status).toBe(200)
      expect(await count()).toBe(1)
    },
  )

  it(
    'limit its calls per second and per minute',
    proves('quota.rateLimited', 'errors.429', 'limits.workload'),
    async () => {
      const { call, ctx, token, advance } = await setUp()
      await setLimits(ctx, { perSecond: 2, perMinute: 4 })
      advance(60)
      const get = (by = token) => call('GET', '/api/v1/tasks', { token: by })
      const statuses = await Promise.all([get(), get(), get()])
      expect(statuses.map(({ status }) => status).sort()).toEqual([200, 200, 429])
      const refused = await get()
      expect(await read(refused)).toMatchObject({ code: 'rate_limited', detail: expect.stringContaining('2 calls') })
      expect(refused.headers.get('Retry-After')).toBe('1')
      expect((await get('reader')).status).toBe(200)
      advance(1)
      const slower = await get()
      expect([slower.status, slower.headers.get('Retry-After')]).toEqual([429, '59'])
      expect(slower.headers.get('RateLimit-Policy')).toBe('"second";q=2;w=1, "minute";q=4;w=60')
      expect(slower.headers.get('RateLimit')).toBe('"second";r=1;t=1, "minute";r=0;t=59')
      advance(58.5)
      expect((await get()).headers.get('Retry-After')).toBe('1')
      advance(0.5)
      expect((await get()).status).toBe(200)
    },
  )

  it('are reported on every response to its calls, and on no other', proves('quota.headers'), async () => {
    const { call, ctx, token, requestToken } = await setUp()
    const rateLimitOf = (answer: Response) => [answer.headers.get('RateLimit-Policy'), answer.headers.get('RateLimit')]
    expect(rateLimitOf(await call('GET', '/api/v1/devices', { token }))).toEqual([null, null])
    await setLimits(ctx, { monthlyTransactions: 1000, perSecond: 20 })
    const policy = '"quota";q=1000;w=2592000, "second";q=20;w=1'
    const paths = ['devices', 'devices?x=1', 'nothing', 'usage', `segments/${newId()}`]
    for (const [index, path] of paths.entries()) {
      // To midnight of 1 December, UTC.
      const expected = [policy, `"quota";r=${997 - index};t=921600, "second";r=${19 - index};t=1`]
      expect(rateLimitOf(await call('GET', `/api/v1/${path}`, { token })), path).toEqual(expected)
    }
    expect(rateLimitOf(await requestToken())).toEqual([policy, '"quota";r=992;t=921600, "second";r=14;t=1'])
    expect(rateLimitOf(await call('GET', '/api/v1/devices', { token: null }))).toEqual([null, null])
    expect(rateLimitOf(await call('GET', '/api/v1/devices', { token: 'local' }))).toEqual([null, null])
  })

  it('are read at /api/v1/usage', proves('quota.usage'), async () => {
    const { call, ctx, token, registrationId } = await setUp()
    await setLimits(ctx, { monthlyTransactions: 1000, rechargeDay: 5, timeZone: 'Asia/Tokyo', perMinute: 60 })
    const usage = {
      transactions: 2,
      monthlyTransactions: 1000,
      remaining: 998,
      rechargeDay: 5,
      timeZone: 'Asia/Tokyo',
      periodStart: '2026-11-01T00:00:00.000Z',
      periodEnd: '2026-12-04T15:00:00.000Z',
      workload: { perSecond: 0, perMinute: 60 },
    }
    expect(await read(await call('GET', '/api/v1/usage', { token }))).toEqual(usage)
    const registrations = [{ registrationId, transactions: 2 }]
    expect(await read(await call('GET', '/api/v1/usage', { token: 'local' }))).toEqual({ ...usage, registrations })
  })
})
