import { gzipSync } from 'node:zlib'
import { newId } from '@rollcall/shared/ids.ts'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { joinAgent } from '../../enrollment/agents/join-agent.ts'
import { createJoinToken } from '../../enrollment/join-tokens/create-join-token.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { type BodyBudgetLimits, createBodyBudget } from '../agent/body-budget.ts'
import { readBytes } from '../agent/read-body.ts'
import { errorMapper } from '../answers/problem.ts'
import type { Environment } from '../environment.ts'
import { endlessBody, testApp } from '../testing/app.ts'

const json = { 'Content-Type': 'application/json' }

describeOnEitherEngine('a body', ({ open }) => {
  it.each([
    ['/api/agent/snapshots', 'none', 401],
    ['/api/v1/segments', 'none', 401],
    ['/api/v1/nothing', 'none', 401],
    ['/api/nothing', 'none', 404],
    ['/nothing', 'none', 404],
  ])('is not read at %s without a valid token', async (path, token, status) => {
    const { call } = await testApp(await open())
    const { stream, state } = endlessBody()
    const answer = await call('POST', path, { token, headers: json, body: stream })
    expect({ status: answer.status, ...state }).toEqual({ status, bytesRead: 0 })
  })

  it.each([
    ['/api/oauth/token', 'application/x-www-form-urlencoded'],
    ['/identity-server/connect/token', 'application/x-www-form-urlencoded'],
    ['/api/agent/join', 'application/json'],
    ['/api/agent/join/check', 'application/json'],
    ['/api/audit-service/join', 'application/json'],
  ])('is read at %s no further than 64 KiB', async (path, type) => {
    const { call } = await testApp(await open())
    const { stream, state } = endlessBody()
    const answer = await call('POST', path, { token: null, headers: { 'Content-Type': type }, body: stream })
    expect(answer.status).toBe(413)
    expect(state.bytesRead).toBeLessThanOrEqual(96 * 1024)
  })

  it('without bytes counts as absent where it is optional, also when it is chunked', async () => {
    const { call } = await testApp(await open())
    const path = '/api/v1/site/settings/snapshot-storage/test'
    const nothing = () => new ReadableStream<Uint8Array>({ start: (controller) => controller.close() })
    expect((await call('POST', path, { headers: json, body: nothing() })).status).toBe(200)
    expect((await call('POST', path, { headers: { ...json, 'Content-Length': '0' } })).status).toBe(200)
    expect((await call('POST', '/api/v1/tags', { headers: json, body: nothing() })).status).toBe(400)
  })

  it.each(['/api/agent/join', '/api/agent/join/check', '/api/audit-service/join'])(
    'at %s must be JSON, and well-formed',
    async (path) => {
      const { call } = await testApp(await open())
      const post = async (body: string, type?: string) => {
        const headers = type === undefined ? {} : { 'Content-Type': type }
        const answer = await call('POST', path, { token: null, headers, body })
        const { code } = (await answer.json()) as { code: string }
        return [answer.status, code]
      }
      expect(await post('{', 'application/json')).toEqual([400, 'malformed_json'])
      expect(await post('', 'application/json; charset=utf-8')).toEqual([400, 'malformed_json'])
      expect(await post('{}', 'application/json')).toEqual([400, 'validation_failed'])
      expect(await post('{}', 'text/plain')).toEqual([415, 'unsupported_media_type'])
      expect(await post('{}', 'application/x-www-form-urlencoded')).toEqual([415, 'unsupported_media_type'])
      expect(await post('{}')).toEqual([415, 'unsupported_media_type'])
    },
  )

  it('of an agent that has joined is read, plain or compressed', async () => {
    const { call, ctx } = await testApp(await open())
    const { secret } = await createJoinToken(ctx, { for: 'agent', uses: 1, ttlSeconds: 3600 })
    const { token, agentId } = await joinAgent(ctx, { secret, hostname: 'pc-1', version: '0.1.0' })
    const observation = JSON.stringify({
      schemaVersion: 1,
      id: newId(),
      type: 'computer',
      name: 'pc-1',
      depth: 'audit',
      source: 'Agent',
      observedAt: '2026-11-20T08:00:00Z',
      identity: { agentId, hostname: 'pc-1' },
      software: [{ name: 'vim', version: '9.1' }],
    })
    const post = (body: string | Uint8Array<ArrayBuffer>, headers: object = {}) =>
      call('POST', '/api/agent/snapshots', { token, headers: { ...json, ...headers }, body })
    const gzip = { 'Content-Encoding': 'gzip' }
    expect((await post(observation)).status).toBe(201)
    expect((await post(new Uint8Array(gzipSync(observation)), gzip)).status).toBe(200)
    expect((await post(observation, gzip)).status).toBe(400)
    expect((await post(observation, { 'Content-Encoding': 'br' })).status).toBe(415)
    expect((await post('{', {})).status).toBe(400)
  })
})

describe('large bodies', () => {
  const limits = {
    bytesMax: 200_000,
    siteBytesMax: 150_000,
    senderBytesMax: 100_000,
    smallReserveBytes: 20_000,
    smallBytesMax: 10_000,
  }
  const calls = (change: Partial<BodyBudgetLimits> = {}) => {
    const budget = createBodyBudget({ ...limits, ...change })
    const app = new Hono<Environment>()
    app.post('/:site/:sender', async (c) => {
      const { site, sender } = c.req.param()
      const share = budget.open({ siteId: site, id: sender, name: `agent ${sender}` })
      try {
        return c.text(String((await readBytes(c, share)).length))
      } finally {
        if (c.req.query('hold') === undefined) share.release()
      }
    })
    app.onError(errorMapper({ error: () => undefined } as never))
    return (path: string, body: Uint8Array<ArrayBuffer> | ReadableStream, headers = {}) =>
      app.request(path, { method: 'POST', headers: { ...json, ...headers }, body, duplex: 'half' } as RequestInit)
  }
  const zeros = (bytes: number) => new Uint8Array(bytes)

  it('of one sender fit into its share together, or get Retry-After', async () => {
    const post = calls()
    expect(await (await post('/a/1?hold', zeros(60_000))).text()).toBe('60000')
    const refused = await post('/a/1', zeros(60_000))
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '5'])
    expect(await refused.json()).toMatchObject({ code: 'rate_limited', detail: expect.stringContaining('agent 1') })
    // A refused body holds no memory.
    expect((await post('/a/1', zeros(39_000))).status).toBe(200)
    expect((await post('/a/1', zeros(39_000))).status).toBe(200)
  })

  it('of one sender leave room for its site, and those of one site for other sites', async () => {
    const post = calls()
    expect((await post('/a/1?hold', zeros(90_000))).status).toBe(200)
    expect((await post('/a/2?hold', zeros(50_000))).status).toBe(200)
    expect((await post('/a/3', zeros(30_000))).status).toBe(429)
    expect((await post('/b/4', zeros(30_000))).status).toBe(200)
  })

  it('leave room for small ones, whatever their number', async () => {
    const post = calls({ siteBytesMax: 1_000_000 })
    for (const sender of [1, 2]) expect((await post(`/a/${sender}?hold`, zeros(85_000))).status).toBe(200)
    expect((await post('/b/3', zeros(20_000))).status).toBe(429)
    expect((await post('/b/4', zeros(9_000))).status).toBe(200)
  })

  it('count with the overhead of each part, however small it is', async () => {
    const { stream, state } = endlessBody(new Uint8Array(1))
    expect((await calls()('/a/1', stream)).status).toBe(429)
    expect(state.bytesRead).toBeLessThan(10_000)
  })

  it('are refused beyond 64 MiB, whatever is left of the budget', async () => {
    const post = calls({ bytesMax: 1e9, siteBytesMax: 1e9, senderBytesMax: 1e9 })
    const { stream, state } = endlessBody()
    const declared = { 'Content-Length': String(65 * 1024 * 1024) }
    expect((await post('/a/1', stream, declared)).status).toBe(413)
    expect(state.bytesRead).toBe(0)
    expect((await post('/a/1', endlessBody(new Uint8Array(1024 * 1024)).stream)).status).toBe(413)
  })
})
