import { expect, it } from 'vitest'
import { proves } from '../../../../test/interface/proves.ts'
import { joinAgent } from '../../enrollment/agents/join-agent.ts'
import { createJoinToken } from '../../enrollment/join-tokens/create-join-token.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { testApp } from '../testing/app.ts'

const apiCalls = [
  ['GET', '/api/v1/devices'],
  ['POST', '/api/v1/segments'],
  ['GET', '/api/v1/nothing'],
  ['GET', '/api/nothing'],
  ['GET', '/api'],
  ['OPTIONS', '/api/v1/devices'],
  ['GET', '/api/openapi.json'],
  ['POST', '/api/oauth/token'],
  ['POST', '/identity-server/connect/token'],
  ['POST', '/api/audit-data/sites/x'],
  ['GET', '/api/audit-data/full-data/x'],
  ['GET', '/audit-data/full-data/x'],
  ['POST', '/api/audit-service/join'],
] as const

const body = {
  status: 'upgrade_in_progress',
  message: expect.stringMatching(/./),
}

async function expectClosed(answer: Response, what: string): Promise<void> {
  const { status, headers } = answer
  expect([status, headers.get('Content-Type'), headers.get('Retry-After')], what).toEqual([
    503,
    'application/json',
    '30',
  ])
  expect(await answer.json(), what).toEqual(body)
  expect(headers.get('X-Request-Id'), what).toMatch(/^[0-9a-f-]{36}$/)
}

describeOnEitherEngine('while the API is closed', ({ open }) => {
  const readBoth = async (test: Awaited<ReturnType<typeof testApp>>) => {
    const [health, readiness] = [await test.call('GET', '/healthz'), await test.call('GET', '/readyz')]
    return [health.status, readiness.status, await readiness.json()]
  }

  it(
    'every call gets the 503 of the interface during migrations',
    proves('maintenance.migrations', 'errors.503'),
    async () => {
      const test = await testApp(await open())
      test.setPhase('updating')
      for (const [method, path] of apiCalls) await expectClosed(await test.call(method, path), `${method} ${path}`)
      await expectClosed(await test.call('GET', '/local/api/v1/devices', { token: 'local' }), 'local')
      expect(await readBoth(test)).toEqual([200, 503, { status: 'updating' }])
    },
  )

  it(
    'every call gets the same 503 during maintenance, and agents keep their snapshots',
    proves('maintenance.on', 'errors.503'),
    async () => {
      const test = await testApp(await open())
      const { secret } = await createJoinToken(test.ctx, { for: 'agent', uses: 1, ttlSeconds: 3600 })
      const { token } = await joinAgent(test.ctx, { secret, hostname: 'pc-1', version: '0.1.0' })
      const set = (on: boolean) => test.call('POST', '/local/maintenance', { token: 'local', json: { on } })
      expect(await (await set(true)).json()).toEqual({ on: true })
      for (const [method, path] of apiCalls) {
        for (const caller of ['administrator', 'local', 'unknown', null]) {
          await expectClosed(await test.call(method, path, { token: caller }), `${method} ${path}`)
        }
      }
      await expectClosed(await test.call('POST', '/api/agent/snapshots', { token, json: {} }), 'agent')
      expect(await readBoth(test)).toEqual([200, 503, { status: 'maintenance' }])
      await set(false)
      expect((await test.call('GET', '/api/v1/devices')).status).toBe(200)
      expect(await readBoth(test)).toEqual([200, 200, { status: 'ready', store: 'ok', disk: 'ok', nats: 'ok' }])
    },
  )
})

describeOnEitherEngine('the local path', ({ open }) => {
  it('serves the API to commands of this machine, also in maintenance, and 404 to others', async () => {
    const { call } = await testApp(await open())
    await call('POST', '/local/maintenance', { token: 'local', json: { on: true } })
    const listed = await call('GET', '/local/api/v1/segments?limit=1', { token: 'local' })
    expect([listed.status, await listed.json()]).toEqual([200, { items: [], total: 0 }])
    const refused = await call('POST', '/local/api/v1/segments', { token: 'local', json: { name: '' } })
    const problem = (await refused.json()) as { code: string; requestId: string }
    expect([refused.status, problem.code]).toEqual([400, 'validation_failed'])
    expect(refused.headers.get('X-Request-Id')).toBe(problem.requestId)
    for (const token of ['administrator', 'unknown', null]) {
      for (const [method, path] of [
        ['GET', '/local/maintenance'],
        ['POST', '/local/maintenance'],
        ['GET', '/local/api/v1/segments'],
      ] as const) {
        const answer = await call(method, path, { token, ...(method === 'POST' ? { json: { on: false } } : {}) })
        expect(answer.status, `${method} ${path}`).toBe(404)
      }
    }
    expect(await (await call('GET', '/local/maintenance', { token: 'local' })).json()).toEqual({ on: true })
  })

  it('accepts only on and off', async () => {
    const { call } = await testApp(await open())
    for (const json of [{}, { on: 'yes' }, { on: true, off: true }, [], null]) {
      expect((await call('POST', '/local/maintenance', { token: 'local', json })).status).toBe(400)
    }
    expect(await (await call('GET', '/local/maintenance', { token: 'local' })).json()).toEqual({ on: false })
  })
})
