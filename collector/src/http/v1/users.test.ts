import { problemSchema } from '@rollcall/shared/api/problem.ts'
import { createdUserSchema, oneTimePasswordAnswerSchema, userSessionListSchema } from '@rollcall/shared/api/user.ts'
import { expect, it, vi } from 'vitest'
import { proves } from '../../../../test/interface/proves.ts'
import { countAttempt } from '../../access/sign-in/limit-attempts.ts'
import { ensureAdministrator } from '../../access/users/ensure-administrator.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { changesOf } from '../../testing/context.ts'
import { testApp } from '../testing/app.ts'
import { somePassword, testBrowser } from '../testing/browser.ts'
import { twoSites } from '../testing/caller.ts'

type TestApp = Awaited<ReturnType<typeof testApp>>

describeOnEitherEngine('users', ({ open }) => {
  async function newUser(app: TestApp, fields: object = {}) {
    const answer = await app.call('POST', '/api/v1/users', { json: { username: 'ada', name: 'Ada', ...fields } })
    expect(answer.status).toBe(201)
    const { password: oneTime, ...user } = createdUserSchema.parse(await answer.json())
    const browser = testBrowser(app)
    await browser.signIn(user.username, oneTime)
    const password = somePassword()
    const json = { currentPassword: oneTime, newPassword: password }
    expect((await browser.send('POST', '/api/auth/change-password', { json })).status).toBe(204)
    return { user, browser, password, path: `/api/v1/users/${user.id}` }
  }
  const codeOf = async (answer: Response) => problemSchema.parse(await answer.json()).code

  it.each([
    ['Viewer', []],
    ['Operator', ['StartAuditsOrScans']],
    ['Editor', ['StartAuditsOrScans', 'EditInventory']],
    ['Administrator', ['Administrator']],
  ])('the role %s is a named set of capabilities', async (role, capabilities) => {
    const app = await testApp(await open())
    const another = { username: 'grace', name: 'Grace', role: 'Administrator' }
    expect((await app.call('POST', '/api/v1/users', { json: another })).status).toBe(201)
    const { user, path } = await newUser(app, { role })
    expect(user).toMatchObject({ role, capabilities })
    const custom = await app.call('PATCH', path, { json: { capabilities: ['EditInventory'] } })
    expect(await custom.json()).toMatchObject({ role: 'Custom', capabilities: ['EditInventory'] })
    const again = await app.call('PATCH', path, { json: { role } })
    expect(await again.json()).toMatchObject({ role, capabilities })
    expect(await (await app.call('GET', path)).json()).toMatchObject({ role, capabilities })
  })

  it.each([
    ['an unknown role', { role: 'Root' }],
    ['a role that contradicts the capabilities', { role: 'Viewer', capabilities: ['EditInventory'] }],
    ['the role Custom without capabilities', { role: 'Custom' }],
  ])('are refused with %s', async (_, fault) => {
    const app = await testApp(await open())
    const made = await app.call('POST', '/api/v1/users', { json: { username: 'ada', name: 'Ada', ...fault } })
    expect(problemSchema.parse(await made.json())).toMatchObject({ status: 400, errors: [{ path: '/role' }] })
    const { path } = await newUser(app)
    expect((await app.call('PATCH', path, { json: fault })).status).toBe(400)
  })

  it('know whom to ask for more rights, and choose how times are shown', async () => {
    const app = await testApp(await open())
    const { browser } = await newUser(app, { role: 'Viewer' })
    const people = [
      { username: 'grace', name: 'Grace Hopper', role: 'Administrator' },
      { username: 'alan', name: 'Alan Turing', role: 'Administrator' },
      { username: 'edith', name: 'Edith Clarke', role: 'Editor' },
    ]
    for (const json of people) expect((await app.call('POST', '/api/v1/users', { json })).status).toBe(201)
    const gone = await app.call('POST', '/api/v1/users', {
      json: { username: 'gone', name: 'Gone', role: 'Administrator' },
    })
    const { id } = createdUserSchema.parse(await gone.json())
    expect((await app.call('PATCH', `/api/v1/users/${id}`, { json: { enabled: false } })).status).toBe(200)
    const display = { dateFormat: 'iso', timeZone: 'Europe/Berlin' }
    expect((await app.call('PATCH', '/api/v1/site/settings', { json: { display } })).status).toBe(200)
    const me = async () => (await browser.send('GET', '/api/v1/me')).json()
    expect(await me()).toMatchObject({
      role: 'Viewer',
      dateFormat: null,
      timeZone: null,
      sites: [{ id: app.ctx.siteId, administrators: ['Alan Turing', 'Grace Hopper'], display }],
    })
    const chosen = { dateFormat: 'en-GB', timeZone: 'Asia/Tokyo' }
    const changed = await browser.send('PATCH', '/api/v1/me', { json: chosen })
    expect(await changed.json()).toMatchObject({ ...chosen, name: 'Ada' })
    expect((await browser.send('PATCH', '/api/v1/me', { json: { timeZone: null } })).status).toBe(200)
    expect(await me()).toMatchObject({ dateFormat: 'en-GB', timeZone: null })
    for (const json of [{ timeZone: 'Mars/Olympus' }, { timeZone: '+01:00' }, { dateFormat: 'tlh' }]) {
      expect((await browser.send('PATCH', '/api/v1/me', { json })).status).toBe(400)
    }
  })

  it('are created with a one-time password, listed, changed and deleted by an Administrator, and logged', async () => {
    const app = await testApp(await open())
    const { user, browser, path } = await newUser(app, { username: ' Ada ', email: 'ada@example.com' })
    expect(user).toMatchObject({ username: 'ada', siteIds: [app.ctx.siteId], enabled: true, mustChangePassword: true })
    const list = await (await app.call('GET', '/api/v1/users')).json()
    expect(list).toMatchObject({
      total: 1,
      items: [{ ...user, mustChangePassword: false, lastSignInAt: expect.any(String) }],
    })
    expect(JSON.stringify(list)).not.toMatch(/"password":|hash/i)
    const again = await app.call('POST', '/api/v1/users', { json: { username: 'ADA', name: 'Other' } })
    expect([again.status, await codeOf(again)]).toEqual([409, 'name_taken'])

    const etag = (await app.call('GET', path)).headers.get('ETag') ?? ''
    const json = { name: 'Ada King', capabilities: ['EditInventory'] }
    expect((await app.call('PATCH', path, { json, headers: { 'If-Match': etag } })).status).toBe(200)
    expect((await app.call('PATCH', path, { json: { name: 'x' }, headers: { 'If-Match': etag } })).status).toBe(412)
    expect((await browser.send('POST', '/api/v1/tags', { json: { name: 'x' } })).status).toBe(403)
    expect((await browser.send('PATCH', '/api/v1/me', { json: { name: 'Ada' } })).status).toBe(200)
    expect((await browser.send('PATCH', '/api/v1/me', { json: { capabilities: ['Administrator'] } })).status).toBe(400)
    expect((await browser.send('GET', '/api/v1/users')).status).toBe(403)

    expect((await app.call('DELETE', path)).status).toBe(204)
    expect((await browser.send('GET', '/api/v1/me')).status).toBe(401)
    const lines = (await changesOf(app.ctx)).filter(({ entity }) => entity === 'User')
    expect(lines.map(({ actor, verb, field, from, to }) => [actor, verb, field, from, to])).toEqual([
      ['Test app', 'Added', null, null, 'ada'],
      ['ada', 'Modified', 'password', null, 'changed'],
      ['Test app', 'Modified', 'name', 'Ada', 'Ada King'],
      ['Test app', 'Modified', 'capabilities', '', 'EditInventory'],
      ['ada', 'Modified', 'name', 'Ada King', 'Ada'],
      ['Test app', 'Deleted', null, 'ada', null],
    ])
  })

  it('are signed out at once when disabled, and lose access to removed sites', proves('sites.choose'), async () => {
    const app = await testApp(await open())
    const { both, one, siteId, branchId } = await twoSites(app)
    const made = await app.call('POST', '/api/v1/users', {
      token: both.token,
      json: { username: 'ada', name: 'Ada', siteIds: [siteId, branchId] },
    })
    const { id, password } = createdUserSchema.parse(await made.json())
    const path = `/api/v1/users/${id}`
    const browser = testBrowser(app)
    await browser.signIn('ada', password)
    const json = { currentPassword: password, newPassword: somePassword() }
    await browser.send('POST', '/api/auth/change-password', { json })
    const atBranch = async () =>
      (await browser.send('GET', '/api/v1/devices', { headers: { 'X-Site-Id': branchId } })).status
    expect(await atBranch()).toBe(200)
    expect((await app.call('PATCH', path, { token: one.token, json: { name: 'x' } })).status).toBe(403)
    expect((await app.call('DELETE', path, { token: one.token })).status).toBe(403)
    const stranger = { username: 'bea', name: 'Bea', siteIds: [branchId] }
    expect((await app.call('POST', '/api/v1/users', { token: one.token, json: stranger })).status).toBe(400)
    await app.call('PATCH', path, { token: both.token, json: { siteIds: [siteId] } })
    expect(await atBranch()).toBe(403)
    expect((await browser.send('GET', '/api/v1/devices')).status).toBe(200)
    await app.call('PATCH', path, { token: both.token, json: { enabled: false } })
    expect((await browser.send('GET', '/api/v1/devices')).status).toBe(401)
    await app.call('PATCH', path, { token: both.token, json: { enabled: true } })
    expect((await browser.send('GET', '/api/v1/devices')).status).toBe(401)
  })

  it('of two sites cannot be changed by an Administrator of one of them, on any route', async () => {
    const app = await testApp(await open())
    const { both, one, siteId, branchId } = await twoSites(app)
    const json = { username: 'ada', name: 'Ada', siteIds: [siteId, branchId] }
    const made = await app.call('POST', '/api/v1/users', { token: both.token, json })
    const { id, password } = createdUserSchema.parse(await made.json())
    const browser = testBrowser(app)
    await browser.signIn('ada', password)
    const sessions = await app.call('GET', `/api/v1/users/${id}/sessions`, { token: both.token })
    const [session] = userSessionListSchema.parse(await sessions.json()).items
    const { paths } = (await (await app.call('GET', '/api/openapi.json')).json()) as { paths: Record<string, object> }
    const routes = Object.entries(paths).flatMap(([path, methods]) =>
      path.startsWith('/api/v1/users/{id}') ? Object.keys(methods).map((method) => ({ method, path })) : [],
    )
    expect(routes.length).toBeGreaterThan(6)
    for (const { method, path } of routes) {
      if (method === 'get' && path === '/api/v1/users/{id}') continue
      const place = path.replace('{id}', id).replace('{sessionId}', session?.id ?? '')
      const sent = { token: one.token, ...(method === 'patch' ? { json: { name: 'x' } } : {}) }
      const answer = await app.call(method.toUpperCase(), place, sent)
      expect([answer.status, await codeOf(answer)], `${method} ${path}`).toEqual([403, 'insufficient_privilege'])
    }
    const ended = await app.call('DELETE', `/api/v1/users/${id}/sessions/${session?.id}`, { token: both.token })
    expect(ended.status).toBe(204)
  })

  it('receive events while their session lasts, which an open page does not extend', async () => {
    const app = await testApp(await open())
    const { browser, path } = await newUser(app)
    const opened = vi.spyOn(app.streams, 'open')
    const stream = await browser.send('GET', '/api/v1/events')
    expect(stream.status).toBe(200)
    const isPermitted = async () => opened.mock.lastCall?.[0].isPermitted()
    expect(await isPermitted()).toBe(true)
    await app.call('PATCH', path, { json: { enabled: false } })
    expect(await isPermitted()).toBe(false)
    await stream.body?.cancel()
  })

  it('always include one enabled Administrator', async () => {
    const app = await testApp(await open())
    await ensureAdministrator(app.ctx, app.ctx.siteId)
    const { items } = (await (await app.call('GET', '/api/v1/users')).json()) as { items: { id: string }[] }
    const path = `/api/v1/users/${items[0]?.id}`
    const attempts = () =>
      Promise.all([
        app.call('PATCH', path, { json: { enabled: false } }),
        app.call('PATCH', path, { json: { capabilities: [] } }),
        app.call('DELETE', path),
      ])
    for (const answer of await attempts()) {
      expect([answer.status, await codeOf(answer)]).toEqual([409, 'last_administrator'])
    }
    const second = await newUser(app, { capabilities: ['Administrator'] })
    const both = await Promise.all([app.call('DELETE', path), app.call('DELETE', second.path)])
    expect(both.map(({ status }) => status).sort()).toEqual([204, 409])
  })

  it('get another password if locked out, or sign in without a lost second factor', async () => {
    const app = await testApp(await open())
    const { browser, path, password } = await newUser(app)
    const attempt = { username: 'ada', address: '192.0.2.1' }
    for (let attempts = 0; attempts < 10; attempts += 1) await countAttempt(app.ctx, attempt)
    expect((await testBrowser(app).signIn('ada', password)).status).toBe(429)
    const reset = await app.call('POST', `${path}/reset-password`)
    const oneTime = oneTimePasswordAnswerSchema.parse(await reset.json()).password
    expect((await browser.send('GET', '/api/v1/me')).status).toBe(401)
    expect((await browser.signIn('ada', oneTime)).status).toBe(200)
    expect(await (await browser.send('GET', '/api/v1/me')).json()).toMatchObject({ mustChangePassword: true })
    expect((await app.call('POST', `${path}/reset-two-factor`)).status).toBe(204)
    expect((await browser.send('GET', '/api/v1/me')).status).toBe(401)
  })

  it('list their sessions, and end others', async () => {
    const app = await testApp(await open())
    const { browser, path, password } = await newUser(app)
    const other = testBrowser(app)
    await other.signIn('ada', password)
    const list = async (answer: Response) => userSessionListSchema.parse(await answer.json())
    const own = await list(await browser.send('GET', '/api/v1/me/sessions'))
    expect(own.items.map(({ isCurrent }) => isCurrent).sort()).toEqual([false, true])
    expect(own.items[0]).toMatchObject({ ipAddress: '192.0.2.1', userAgent: 'Test browser' })
    const elsewhere = own.items.find(({ isCurrent }) => !isCurrent)
    expect((await browser.send('DELETE', `/api/v1/me/sessions/${elsewhere?.id}`)).status).toBe(204)
    expect((await other.send('GET', '/api/v1/me')).status).toBe(401)
    expect((await browser.send('DELETE', `/api/v1/me/sessions/${elsewhere?.id}`)).status).toBe(404)
    const [left] = (await list(await app.call('GET', `${path}/sessions`))).items
    expect((await app.call('DELETE', `${path}/sessions/${left?.id}`)).status).toBe(204)
    expect((await browser.send('GET', '/api/v1/me')).status).toBe(401)
    expect((await app.call('GET', '/api/v1/me')).status).toBe(404)
  })

  it('are bound to a site that they create, and do not count for the quota', async () => {
    const app = await testApp(await open())
    const { browser } = await newUser(app, { capabilities: ['Administrator'] })
    const settings = { quota: { monthlyTransactions: 1 } }
    expect((await browser.send('PATCH', '/api/v1/site/settings', { json: settings })).status).toBe(200)
    const made = await browser.send('POST', '/api/v1/sites', { json: { name: 'Branch' } })
    const { id } = (await made.json()) as { id: string }
    for (let call = 0; call < 3; call += 1) {
      const answer = await browser.send('GET', '/api/v1/devices', { headers: { 'X-Site-Id': id } })
      expect([answer.status, answer.headers.get('RateLimit')]).toEqual([200, null])
    }
  })
})
