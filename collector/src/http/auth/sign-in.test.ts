import { problemSchema } from '@rollcall/shared/api/problem.ts'
import { twoFactorSetUpSchema } from '@rollcall/shared/api/sign-in.ts'
import { meSchema } from '@rollcall/shared/api/user.ts'
import { expect, it, vi } from 'vitest'
import { deviceCookieName } from '../../access/sign-in/device-cookie.ts'
import { countAttempt } from '../../access/sign-in/limit-attempts.ts'
import { deleteEndedSessions } from '../../access/sign-in/sessions.ts'
import { totp } from '../../access/testing/totp.ts'
import { ensureAdministrator } from '../../access/users/ensure-administrator.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { changesOf, timeOf } from '../../testing/context.ts'
import { testApp } from '../testing/app.ts'
import { somePassword, testBrowser } from '../testing/browser.ts'

describeOnEitherEngine('sign-in', ({ open }) => {
  async function firstStart() {
    const app = await testApp(await open())
    const { username, password = '' } = await ensureAdministrator(app.ctx, app.ctx.siteId)
    return { app, browser: testBrowser(app), username, password }
  }
  /** Signs in and changes the password. */
  async function signedIn() {
    const { app, browser, username, password: currentPassword } = await firstStart()
    await browser.signIn(username, currentPassword)
    const password = somePassword()
    await browser.send('POST', '/api/auth/change-password', { json: { currentPassword, newPassword: password } })
    const set = (path: string, json: object = { password }, from = browser) =>
      from.send('POST', `/api/auth/${path}`, { json })
    return { app, browser, username, password, set }
  }
  const codeOf = async (answer: Response) => problemSchema.parse(await answer.json()).code

  it('with the password of the first start starts a session that requires another password', async () => {
    const { app, browser, username, password } = await firstStart()
    const answer = await browser.signIn(username.toUpperCase(), password)
    expect([answer.status, await answer.json()]).toEqual([200, { twoFactorRedirect: false }])
    expect(answer.headers.getSetCookie().sort()).toEqual([
      expect.stringMatching(
        /^__Host-rollcall\.device=[\w.-]+; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
      expect.stringMatching(
        /^__Host-rollcall\.session_token=[^;]+; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ])
    const other = testBrowser(app)
    await other.signIn(username, password)
    const me = meSchema.parse(await (await browser.send('GET', '/api/v1/me')).json())
    expect(me).toMatchObject({ username: 'admin', capabilities: ['Administrator'], mustChangePassword: true })
    const refused = await browser.send('GET', '/api/v1/devices')
    expect([refused.status, await codeOf(refused)]).toEqual([403, 'password_change_required'])

    const change = (newPassword: string, currentPassword = password) =>
      browser.send('POST', '/api/auth/change-password', { json: { currentPassword, newPassword } })
    expect((await change('eleven char')).status).toBe(400)
    expect(problemSchema.parse(await (await change(password)).json())).toMatchObject({
      errors: [{ path: '/newPassword' }],
    })
    expect(problemSchema.parse(await (await change('a password of twelve', 'wrong')).json())).toMatchObject({
      errors: [{ path: '/currentPassword' }],
    })
    expect((await change('a password of twelve')).status).toBe(204)
    const devices = await browser.send('GET', '/api/v1/devices')
    const headers = ['X-Content-Type-Options', 'Cache-Control'].map((name) => devices.headers.get(name))
    expect([devices.status, ...headers]).toEqual([200, 'nosniff', 'no-store'])
    expect((await app.call('GET', '/api/v1/devices')).headers.get('Cache-Control')).toBe('private, no-cache')
    expect((await other.send('GET', '/api/v1/me')).status).toBe(401)
    expect((await testBrowser(app).signIn(username, password)).status).toBe(401)
    expect((await changesOf(app.ctx)).at(-1)).toMatchObject({ actor: 'admin', entity: 'User', field: 'password' })

    expect((await browser.send('POST', '/api/auth/sign-out')).status).toBe(204)
    expect([browser.isSignedIn(), (await browser.send('GET', '/api/v1/me')).status]).toEqual([false, 401])
  })

  it('gives the same response for an unknown or disabled user, a wrong password and an invalid name', async () => {
    const { app, username, browser } = await signedIn()
    const json = { username: 'ada', name: 'Ada' }
    const made = (await (await app.call('POST', '/api/v1/users', { json })).json()) as { id: string; password: string }
    await app.call('PATCH', `/api/v1/users/${made.id}`, { json: { enabled: false } })
    const attempts = [
      [username, 'wrong'],
      ['nobody', 'wrong'],
      ['ada', made.password],
      ["' or 1=1 --", 'wrong'],
    ] as const
    const answers = await Promise.all(attempts.map(([name, password]) => testBrowser(app).signIn(name, password)))
    const responses = await Promise.all(
      answers.map(async (answer) => ({ ...((await answer.json()) as object), requestId: '' })),
    )
    expect(new Set(responses.map((each) => JSON.stringify(each))).size).toBe(1)
    expect(responses[0]).toMatchObject({ status: 401, code: 'invalid_credentials' })
    expect((await browser.send('GET', '/api/v1/me')).status).toBe(200)
  })

  it('works in a browser with an earlier sign-in while others use up the attempts on the name', async () => {
    const { app, browser, username, password, set } = await signedIn()
    await browser.send('POST', '/api/auth/sign-out')
    const useUp = async () => {
      for (let attempt = 0; attempt < 70; attempt += 1) await countAttempt(app.ctx, { username, address: '192.0.2.1' })
      for (let attempt = 0; attempt < 50; attempt += 1)
        await countAttempt(app.ctx, { username, address: `192.0.2.${2 + (attempt % 5)}` })
    }
    await useUp()
    const stranger = testBrowser(app)
    expect((await stranger.signIn(username, password)).status).toBe(429)

    expect((await browser.signIn(username.toUpperCase(), password)).status).toBe(200)
    expect((await set('change-password', { currentPassword: password, newPassword: somePassword() })).status).toBe(204)
    await useUp()
    expect((await set('two-factor/enable')).status).toBe(400)
    // Guessing without a limit is not possible, neither on this name nor on others.
    const statuses: number[] = []
    for (let attempt = 0; attempt < 11; attempt += 1) statuses.push((await browser.signIn(username, 'wrong')).status)
    expect(statuses).toEqual([...Array(10).fill(401), 429])
    expect((await browser.signIn('ada', 'wrong')).status).toBe(429)
  })

  it('ignores a device cookie that was altered or belongs to another user', async () => {
    const { app, browser, username, password } = await signedIn()
    const [name, device, signature] = (browser.cookies.get(deviceCookieName) ?? '').split('.')
    for (let attempt = 0; attempt < 10; attempt += 1) await testBrowser(app).signIn(username, 'wrong')
    const altered = [
      `${name}.${device}x.${signature}`,
      `${name}.${device}`,
      `${Buffer.from('ada').toString('base64url')}.${device}.${signature}`,
      '..',
    ]
    for (const cookie of altered) {
      const forger = testBrowser(app)
      forger.cookies.set(deviceCookieName, cookie)
      expect((await forger.signIn(username, password)).status, cookie).toBe(429)
    }
  })

  it('counts attempts on a name across restarts, and returns how long to wait', async () => {
    const store = await open()
    const app = await testApp(store)
    const { username, password = '' } = await ensureAdministrator(app.ctx, app.ctx.siteId)
    const attempt = (name: string, with_ = 'wrong', address = '192.0.2.1') =>
      app.call('POST', '/api/auth/sign-in/username', {
        token: null,
        address,
        headers: { 'Sec-Fetch-Site': 'same-origin' },
        json: { username: name, password: with_ },
      })
    const statuses = await Promise.all(Array.from({ length: 12 }, () => attempt(username)))
    expect(statuses.map(({ status }) => status).sort()).toEqual([...Array(10).fill(401), 429, 429])
    const refused = await attempt(username, password)
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '900'])
    // A caller elsewhere is not locked out.
    expect((await attempt(username, password, '192.0.2.99')).status).toBe(200)

    const restarted = await testApp(store)
    expect((await testBrowser(restarted).signIn(username, password)).status).toBe(429)
    app.advance(901)
    expect((await attempt(username, password)).status).toBe(200)
    expect((await attempt(username)).status).toBe(401)
  })

  it('is refused from foreign pages, as are changes with the cookie, but a token works from anywhere', async () => {
    const { app, browser, username, password } = await signedIn()
    const foreign: Record<string, string>[] = [
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site', Origin: 'https://collector.example' },
      { 'Sec-Fetch-Site': 'none' },
    ]
    const json = { name: 'tag' }
    for (const headers of foreign) {
      const change = await browser.send('POST', '/api/v1/tags', { json, headers })
      expect([change.status, await codeOf(change)]).toEqual([403, 'cross_origin'])
      const signIn = await browser.send('POST', '/api/auth/sign-in/username', { json: { username, password }, headers })
      expect([signIn.status, await codeOf(signIn)]).toEqual([403, 'cross_origin'])
      expect((await browser.send('GET', '/api/v1/tags', { headers })).status).toBe(200)
    }
    const Cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
    const byOrigin = (headers: Record<string, string>) =>
      app.call('POST', '/api/v1/tags', { token: null, headers: { Cookie, ...headers }, json })
    expect((await byOrigin({})).status).toBe(403)
    expect((await byOrigin({ Origin: 'https://other.example' })).status).toBe(403)
    expect((await byOrigin({ Origin: 'null' })).status).toBe(403)
    expect((await byOrigin({ Origin: 'https://collector.example' })).status).toBe(201)
    const byToken = { headers: { Cookie, 'Sec-Fetch-Site': 'cross-site' }, json: { name: 'other' } }
    expect((await app.call('POST', '/api/v1/tags', { ...byToken, token: 'reader' })).status).toBe(403)
    expect((await app.call('POST', '/api/v1/tags', byToken)).status).toBe(201)
    expect((await app.call('GET', '/api/v1/tags', { token: 'unknown', headers: { Cookie } })).status).toBe(401)
    expect((await changesOf(app.ctx)).filter(({ entity }) => entity === 'Tag').map(({ actor }) => actor)).toEqual([
      'admin',
      'Test app',
    ])
  })

  it('requires a code of the app or a backup code, each valid once, if a second factor is on', async () => {
    const { app, username, password, set } = await signedIn()
    expect((await set('two-factor/enable', { password: 'wrong' })).status).toBe(400)
    const setUp = twoFactorSetUpSchema.parse(await (await set('two-factor/enable')).json())
    expect(setUp.totpUri).toMatch(/^otpauth:\/\/totp\/Rollcall%3Aadmin\?secret=[A-Z2-7]+&issuer=Rollcall/)
    expect((await set('two-factor/verify-totp', { code: '000000' })).status).toBe(401)
    const code = () => totp(setUp.key, Date.now())
    expect((await set('two-factor/verify-totp', { code: code() })).status).toBe(204)

    const byCode = async (kind: 'totp' | 'backup-code', given: string) => {
      const browser = testBrowser(app)
      expect(await (await browser.signIn(username, password)).json()).toEqual({ twoFactorRedirect: true })
      expect((await browser.send('GET', '/api/v1/me')).status).toBe(401)
      const answer = await set(`two-factor/verify-${kind}`, { code: given }, browser)
      return { status: answer.status, me: (await browser.send('GET', '/api/v1/me')).status }
    }
    const spent = code()
    expect(await byCode('totp', spent)).toEqual({ status: 204, me: 200 })
    expect(await byCode('totp', spent)).toEqual({ status: 401, me: 401 })
    const [backup = ''] = setUp.backupCodes
    expect(await byCode('backup-code', backup)).toEqual({ status: 204, me: 200 })
    expect(await byCode('backup-code', backup)).toEqual({ status: 401, me: 401 })

    const guesser = testBrowser(app)
    await guesser.signIn(username, password)
    const guesses = []
    for (let guess = 0; guess < 7; guess += 1) {
      guesses.push(await set('two-factor/verify-totp', { code: '000000' }, guesser))
    }
    expect(guesses.map(({ status }) => status)).toEqual(Array(7).fill(401))
    expect((await set('two-factor/verify-totp', { code: code() }, guesser)).status).toBe(401)
    await guesser.signIn(username, password)
    for (let guess = 0; guess < 5; guess += 1) await set('two-factor/verify-totp', { code: '000000' }, guesser)
    const locked = await set('two-factor/verify-totp', { code: code() }, guesser)
    expect([locked.status, locked.headers.get('Retry-After')]).toEqual([429, '900'])

    expect((await set('two-factor/disable')).status).toBe(204)
    expect(await (await testBrowser(app).signIn(username, password)).json()).toEqual({ twoFactorRedirect: false })
    const lines = (await changesOf(app.ctx)).filter(({ field }) => field === 'second factor')
    expect(lines.map(({ actor, to }) => [actor, to])).toEqual([
      ['admin', 'on'],
      ['admin', 'off'],
    ])
    // Each of the many sign-ins costs a password hash.
  })

  it('lasts for 12 hours without use and 7 days in total, also across restarts', async () => {
    const { app, browser } = await (async () => {
      const store = await open()
      const app = await testApp(store)
      vi.useFakeTimers({ toFake: ['Date'], now: app.ctx.clock.now() })
      const { username, password = '' } = await ensureAdministrator(app.ctx, app.ctx.siteId)
      const browser = testBrowser(app)
      await browser.signIn(username, password)
      vi.useRealTimers()
      return { app, browser }
    })()
    const hour = 3600
    const status = async () => (await browser.send('GET', '/api/v1/me')).status
    for (let hours = 0; hours < 7 * 24 - 11; hours += 11) {
      expect(await status()).toBe(200)
      app.advance(11 * hour)
    }
    expect(await status()).toBe(200)
    app.advance(11 * hour)
    expect(await status()).toBe(401)
    await deleteEndedSessions(app.ctx, timeOf(app.ctx))

    vi.useFakeTimers({ toFake: ['Date'], now: app.ctx.clock.now() })
    const made = await app.call('POST', '/api/v1/users', { json: { username: 'ada', name: 'Ada' } })
    const { password } = (await made.json()) as { password: string }
    await browser.signIn('ada', password)
    vi.useRealTimers()
    app.advance(12 * hour - 1)
    expect(await status()).toBe(200)
    app.advance(12 * hour)
    expect(await status()).toBe(401)
  })

  it('exposes no other route of better-auth, limits bodies, and is closed during maintenance', async () => {
    const { app, browser, username, password } = await firstStart()
    await browser.signIn(username, password)
    for (const [method, path] of [
      ['POST', 'sign-up/email'],
      ['POST', 'sign-in/email'],
      ['POST', 'sign-in/social'],
      ['POST', 'update-user'],
      ['POST', 'delete-user'],
      ['GET', 'get-session'],
      ['GET', 'list-sessions'],
      ['POST', 'two-factor/send-otp'],
      ['POST', 'is-username-available'],
      ['GET', 'ok'],
      ['GET', 'error'],
    ] as const) {
      const answer = await browser.send(method, `/api/auth/${path}`, method === 'POST' ? { json: {} } : {})
      expect([answer.status, path]).toEqual([404, path])
    }
    const large = { username, password, more: 'x'.repeat(70_000) }
    expect((await browser.send('POST', '/api/auth/sign-in/username', { json: large })).status).toBe(413)
    const odd = { username, password, callbackURL: 'https://elsewhere.example' }
    expect((await browser.send('POST', '/api/auth/sign-in/username', { json: odd })).status).toBe(400)
    app.setPhase('updating')
    expect((await browser.signIn(username, password)).status).toBe(503)
  })
})
