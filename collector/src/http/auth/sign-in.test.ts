import { problemSchema } from '@rollcall/shared/api/problem.ts'
import { meSchema } from '@rollcall/shared/api/user.ts'
import { expect, it } from 'vitest'
import { describeOnBothEngines } from '../../store/test-stores.ts'
import { ensureAdministrator } from '../../users/ensure-administrator.ts'
import { testApp } from '../test-app.ts'
import { somePassword, testBrowser } from '../test-browser.ts'

describeOnBothEngines('signing in', ({ open }) => {
  async function firstStart() {
    const app = await testApp(await open())
    const { username, password = '' } = await ensureAdministrator(app.ctx, app.ctx.siteId)
    return { app, browser: testBrowser(app), username, password }
  }
  const codeOf = async (answer: Response) => problemSchema.parse(await answer.json()).code

  it('with the password of the first start leads to a session, and to another password first', async () => {
    const { browser, username, password } = await firstStart()
    const answer = await browser.signIn(username, password)
    expect([answer.status, await answer.json()]).toEqual([200, { twoFactorRedirect: false }])
    const [cookie = ''] = answer.headers.getSetCookie()
    expect(cookie).toMatch(
      /^__Host-rollcall\.session_token=[^;]+; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    const me = meSchema.parse(await (await browser.send('GET', '/api/v1/me')).json())
    expect(me).toMatchObject({ username: 'admin', capabilities: ['Administrator'], mustChangePassword: true })
    const refused = await browser.send('GET', '/api/v1/devices')
    expect([refused.status, await codeOf(refused)]).toEqual([403, 'password_change_required'])

    const newPassword = somePassword()
    const json = { currentPassword: password, newPassword }
    expect((await browser.send('POST', '/api/auth/change-password', { json })).status).toBe(204)
    expect((await browser.send('GET', '/api/v1/devices')).status).toBe(200)
  })
})
