import { expect, it, vi } from 'vitest'
import { ensureAdministrator } from '../../access/users/ensure-administrator.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { testApp } from '../testing/app.ts'
import { testBrowser } from '../testing/browser.ts'

/** Returns the status and the headers that a browser obeys. */
const headersOf = ({ status, headers }: Response) => [
  status,
  headers.get('X-Content-Type-Options'),
  headers.get('Cache-Control'),
]

describeOnEitherEngine('a response of the API', ({ open }) => {
  it('is marked as data that must be revalidated, whatever the result', async () => {
    const { call, ctx, setPhase } = await testApp(await open())
    const site = `/api/v1/sites/${ctx.siteId}`
    const { headers } = await call('GET', site)
    const calls = {
      found: await call('GET', site),
      'head alone': await call('HEAD', site),
      'nothing else than before': await call('GET', site, { headers: { 'If-None-Match': headers.get('ETag') ?? '' } }),
      'nobody known': await call('GET', site, { token: 'unknown' }),
      'no agent': await call('POST', '/api/agent/snapshots', { token: 'unknown' }),
      'not permitted': await call('POST', '/api/v1/tags', { token: 'reader', json: { name: 'a' } }),
      'not there': await call('GET', '/api/nothing'),
      'no such method': await call('PUT', '/api/v1/devices', { json: {} }),
      'not JSON': await call('POST', '/api/v1/tags', { body: '{', headers: { 'Content-Type': 'application/json' } }),
      'too large': await call('POST', '/api/agent/join', { token: null, json: { secret: 'a'.repeat(100_000) } }),
      page: await call('GET', '/api/docs'),
      'the older family': await call('GET', '/audit-data/nothing'),
    }
    const seen = Object.fromEntries(Object.entries(calls).map(([name, answer]) => [name, headersOf(answer)]))
    const asData = (status: number) => [status, 'nosniff', 'private, no-cache']
    expect(seen).toEqual({
      found: asData(200),
      'head alone': asData(200),
      'nothing else than before': asData(304),
      'nobody known': asData(401),
      'no agent': asData(401),
      'not permitted': asData(403),
      'not there': asData(404),
      'no such method': asData(405),
      'not JSON': asData(400),
      'too large': asData(413),
      page: asData(200),
      'the older family': asData(404),
    })
    vi.spyOn(ctx.store, 'read').mockRejectedValueOnce(new Error('a defect'))
    expect(headersOf(await call('GET', site))).toEqual(asData(500))
    setPhase('updating')
    expect(headersOf(await call('GET', site))).toEqual(asData(503))
  })

  it('is cached or not stored at all if its route says so', async () => {
    const { call } = await testApp(await open())
    const asset = await call('GET', '/api/docs/swagger-ui.css')
    expect(headersOf(asset)).toEqual([200, 'nosniff', 'public, max-age=86400'])
    const stream = await call('GET', '/api/v1/events')
    expect(headersOf(stream)).toEqual([200, 'nosniff', 'no-store'])
    await stream.body?.cancel()
  })

  it('is not stored in the browser of a signed-in user', async () => {
    const app = await testApp(await open())
    const { username, password = '' } = await ensureAdministrator(app.ctx, app.ctx.siteId)
    const browser = testBrowser(app)
    const headersFor = async (method: string, path: string, headers = {}) =>
      headersOf(await browser.send(method, path, { headers }))
    expect(await headersFor('GET', '/api/v1/me')).toEqual([401, 'nosniff', 'private, no-cache'])
    expect(headersOf(await browser.signIn(username, password))).toEqual([200, 'nosniff', 'no-store'])
    expect(await headersFor('GET', '/api/v1/me')).toEqual([200, 'nosniff', 'no-store'])
    expect(await headersFor('GET', '/api/v1/devices')).toEqual([403, 'nosniff', 'no-store'])
    expect(await headersFor('GET', '/api/nothing')).toEqual([404, 'nosniff', 'no-store'])
    expect(await headersFor('GET', '/api/docs/swagger-ui.css')).toEqual([200, 'nosniff', 'public, max-age=86400'])
    expect(await headersFor('POST', '/api/auth/sign-out')).toEqual([204, 'nosniff', 'no-store'])
  })
})
