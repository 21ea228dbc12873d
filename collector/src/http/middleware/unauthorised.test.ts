import { expect, it } from 'vitest'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { testApp } from '../testing/app.ts'

describeOnEitherEngine('401', ({ open }) => {
  it.each([
    [undefined, 'Bearer'],
    ['Basic YTpi', 'Bearer'],
    ['Digest username="a"', 'Bearer'],
    ['Bearer', 'Bearer error="invalid_token"'],
    ['bEaReR unknown', 'Bearer error="invalid_token"'],
    ['Bearer two tokens', 'Bearer error="invalid_token"'],
  ])('for Authorization %s on the API has %s', async (authorization, expected) => {
    const { call } = await testApp(await open())
    const headers = authorization === undefined ? {} : { Authorization: authorization }
    for (const [method, path] of [
      ['GET', '/api/v1/devices'],
      ['POST', '/api/agent/snapshots'],
    ] as const) {
      const answer = await call(method, path, { token: null, headers })
      expect([answer.status, answer.headers.get('WWW-Authenticate')], path).toEqual([401, expected])
    }
  })

  it.each([
    [undefined, null],
    ['Basic YTpi', 'Basic realm="rollcall"'],
    ['basic !', 'Basic realm="rollcall"'],
    ['Bearer unknown', null],
  ])('for Authorization %s at the token endpoint has %s', async (authorization, expected) => {
    const { call } = await testApp(await open())
    const byBasic = /^basic/i.test(authorization ?? '')
    const inBody = byBasic ? '' : '&client_id=a&client_secret=b'
    const answer = await call('POST', '/api/oauth/token', {
      token: null,
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        ...(authorization === undefined ? {} : { Authorization: authorization }),
      },
      body: `grant_type=client_credentials${inBody}`,
    })
    expect([answer.status, answer.headers.get('WWW-Authenticate')]).toEqual([401, expected])
    expect(await answer.json()).toMatchObject({ error: 'invalid_client' })
  })
})
