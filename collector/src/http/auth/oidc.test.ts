import { meSchema } from '@rollcall/shared/api/user.ts'
import { expect, it, onTestFinished } from 'vitest'
import { countAttempt } from '../../access/sign-in/limit-attempts.ts'
import { startIssuer } from '../../access/testing/issuer-server.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { changesOf } from '../../testing/context.ts'
import { testApp } from '../testing/app.ts'
import { testBrowser } from '../testing/browser.ts'

const ada = { sub: 'ada-1', preferred_username: 'Ada', name: 'Ada Lovelace', email: 'ada@example.com' }

describeOnEitherEngine('single sign-on', ({ open }) => {
  async function setUp(fields: object = {}) {
    const app = await testApp(await open())
    const issuer = await startIssuer()
    onTestFinished(() => issuer.close())
    const operators = { value: 'operators', capabilities: ['StartAuditsOrScans'], siteIds: [app.ctx.siteId] }
    const oidc = {
      issuer: issuer.issuer,
      clientId: issuer.clientId,
      clientSecret: issuer.clientSecret,
      label: 'Office',
      grants: [operators, { value: 'chiefs', role: 'Administrator', siteIds: [app.ctx.siteId] }],
      makeUsers: true,
      ...fields,
    }
    const patch = (json: object) => app.call('PATCH', '/api/v1/sign-in-settings', { json })
    expect((await patch({ oidc })).status).toBe(200)
    const browser = testBrowser(app)
    const begin = async () => {
      const answer = await browser.send('POST', '/api/auth/sign-in/oidc', { json: { returnTo: '/devices' } })
      return ((await answer.json()) as { url: string }).url
    }
    const comeBack = ({ pathname, search }: URL, as = browser) =>
      as.send('GET', `${pathname}${search}`, { headers: { 'Sec-Fetch-Site': 'cross-site' } })
    const signIn = async (claims: object) => comeBack(issuer.authorize(await begin(), { ...claims }))
    const me = async () => meSchema.parse(await (await browser.send('GET', '/api/v1/me')).json())
    return { app, issuer, patch, browser, begin, comeBack, signIn, me }
  }

  it('creates a user with a granting claim, and applies its grants at each sign-in', async () => {
    const { app, signIn, me, browser } = await setUp()
    const answer = await signIn({ ...ada, groups: ['staff', 'operators'] })
    expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/devices'])
    expect(await me()).toMatchObject({
      username: 'ada',
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      capabilities: ['StartAuditsOrScans'],
      mustChangePassword: false,
      signsInBy: 'oidc',
      sites: [{ id: app.ctx.siteId }],
    })
    await signIn({ ...ada, name: 'Ada King', groups: 'chiefs' })
    expect(await me()).toMatchObject({ name: 'Ada King', role: 'Administrator', capabilities: ['Administrator'] })
    const settings = await (await app.call('GET', '/api/v1/sign-in-settings')).json()
    expect(settings).toMatchObject({ oidc: { grants: [{ role: 'Operator' }, { role: 'Administrator' }] } })
    const lines = (await changesOf(app.ctx)).filter(({ entity }) => entity === 'User')
    expect(lines.map(({ actor, verb, field, to }) => [actor, verb, field, to])).toEqual([
      ['Sign-in by the issuer', 'Added', null, 'ada'],
      ['Sign-in by the issuer', 'Modified', 'name', 'Ada King'],
      ['Sign-in by the issuer', 'Modified', 'capabilities', 'Administrator'],
    ])
    const json = { currentPassword: 'whatever', newPassword: 'a password of twelve' }
    expect((await browser.send('POST', '/api/auth/change-password', { json })).status).toBe(409)
  })

  it('refuses a user without a grant, a disabled user, and an unknown one if users are not created', async () => {
    const { app, signIn, browser, patch } = await setUp()
    const refused = async (claims: object) => {
      const answer = await signIn(claims)
      expect(answer.headers.get('Location')).toMatch(/^\/sign-in\?error=/)
      expect(browser.isSignedIn()).toBe(false)
    }
    await refused({ ...ada, groups: ['staff'] })
    await refused({ ...ada })
    await patch({ oidc: { makeUsers: false } })
    await refused({ ...ada, groups: ['operators'] })
    await patch({ oidc: { makeUsers: true } })
    await signIn({ ...ada, groups: ['operators'] })
    const { items } = (await (await app.call('GET', '/api/v1/users')).json()) as { items: { id: string }[] }
    await app.call('PATCH', `/api/v1/users/${items[0]?.id}`, { json: { enabled: false } })
    expect((await browser.send('GET', '/api/v1/me')).status).toBe(401)
    browser.cookies.clear()
    await refused({ ...ada, groups: ['operators'] })
  })

  it('refuses a token of another key, client, issuer, time or sign-in, and a code of another browser', async () => {
    const { app, issuer, signIn, browser, begin, comeBack } = await setUp()
    const claims = { ...ada, groups: ['operators'] }
    const hour = 3600
    const now = Math.floor(Date.now() / 1000)
    for (const forged of [
      { claims: { aud: 'another' } },
      { claims: { iss: 'https://issuer.example' } },
      { claims: { nonce: 'another' } },
      { claims: { iat: now - 2 * hour, exp: now - hour } },
      { key: issuer.otherKey() },
    ]) {
      Object.assign(issuer.forged, { claims: {}, key: undefined }, forged)
      const answer = await signIn(claims)
      expect(answer.headers.get('Location'), JSON.stringify(forged)).toMatch(/^\/sign-in\?error=/)
    }
    Object.assign(issuer.forged, { claims: {}, key: undefined })
    const back = issuer.authorize(await begin(), claims)
    const stranger = await comeBack(back, testBrowser(app))
    expect(stranger.headers.get('Location')).toMatch(/^\/sign-in\?error=/)
    expect(browser.isSignedIn()).toBe(false)
    expect(issuer.refusals).toEqual([])
    expect((await signIn(claims)).headers.get('Location')).toBe('/devices')
  })

  it('counts failed sign-ins of an address, and not the successful ones', async () => {
    const { app, browser, signIn } = await setUp()
    for (let attempt = 0; attempt < 58; attempt += 1) await countAttempt(app.ctx, { address: '192.0.2.1' })
    const claims = { ...ada, groups: ['operators'] }
    for (let person = 0; person < 3; person += 1) {
      // Each person uses a browser of their own.
      browser.cookies.clear()
      expect((await signIn(claims)).headers.get('Location')).toBe('/devices')
    }
    browser.cookies.clear()
    await signIn({ ...ada })
    expect(await countAttempt(app.ctx, { address: '192.0.2.1' })).toBeUndefined()
    expect(await countAttempt(app.ctx, { address: '192.0.2.1' })).toBeGreaterThan(0)
  })

  it('redirects to an error page if the issuer is unreachable or no longer configured', async () => {
    const { issuer, patch, browser, begin, comeBack } = await setUp()
    const back = issuer.authorize(await begin(), { ...ada, groups: ['operators'] })
    await patch({ oidc: { issuer: 'http://127.0.0.1:1', clientSecret: 'another' } })
    expect((await comeBack(back)).headers.get('Location')).toBe('/sign-in?error=issuer_unusable')
    await patch({ oidc: null })
    const answer = await comeBack(back)
    expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/sign-in?error=not_found'])
    expect(browser.isSignedIn()).toBe(false)
  })

  it('never takes over a user with the same name, or with the same subject at another issuer', async () => {
    const { app, issuer, signIn, me, patch, browser, comeBack, begin } = await setUp()
    await app.call('POST', '/api/v1/users', { json: { username: 'ada', name: 'The first Ada' } })
    await signIn({ ...ada, groups: ['operators'] })
    const { id, username } = await me()
    expect(username).toMatch(/^oidc-[0-9a-f]{12}$/)
    const another = await startIssuer()
    onTestFinished(() => another.close())
    const { issuer: url, clientSecret } = another
    await patch({ oidc: { issuer: url, clientSecret } })
    browser.cookies.clear()
    await comeBack(another.authorize(await begin(), { ...ada, groups: ['operators'] }))
    expect((await me()).id).not.toBe(id)
    expect(issuer.issuer).not.toBe(url)
  })

  it('is announced and tested, and its secret is never returned or sent to another issuer', async () => {
    const { app, issuer, patch, browser } = await setUp()
    const options = async () => (await browser.send('GET', '/api/auth/options')).json()
    expect(await options()).toEqual({ oidc: { label: 'Office' } })
    const test = async (json: object) => (await app.call('POST', '/api/v1/sign-in-settings/test', { json })).json()
    expect(await test({})).toEqual({
      ok: true,
      detail: `${issuer.issuer} answers and signs with RS256.`,
      redirectUri: 'https://collector.example/api/auth/callback/oidc',
    })
    expect(await test({ oidc: { issuer: 'http://127.0.0.1:1' } })).toMatchObject({ ok: false })
    const settings = await app.call('GET', '/api/v1/sign-in-settings')
    const shown = await settings.text()
    expect(shown).not.toContain(issuer.clientSecret)
    expect(JSON.parse(shown)).toMatchObject({ oidc: { clientSecretSet: true } })
    expect(await (await patch({ oidc: { issuer: 'https://issuer.example' } })).json()).toMatchObject({
      oidc: { clientSecretSet: false },
    })
    expect((await patch({ oidc: { issuer: 'http://issuer.example' } })).status).toBe(400)
    for (const returnTo of ['//evil.example', '/\t/evil.example', '/x%5Cy']) {
      expect((await browser.send('POST', '/api/auth/sign-in/oidc', { json: { returnTo } })).status).toBe(400)
    }
    await patch({ oidc: null })
    expect(await options()).toEqual({ oidc: null })
    expect((await browser.send('POST', '/api/auth/sign-in/oidc', { json: {} })).status).toBe(404)
  })
})
