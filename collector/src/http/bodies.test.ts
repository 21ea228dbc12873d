import { gzipSync } from 'node:zlib'
import { newId } from '@rollcall/shared/ids.ts'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { createJoinToken } from '../enrolment/create-join-token.ts'
import { joinAgent } from '../enrolment/join-agent.ts'
import { describeOnBothEngines } from '../store/test-stores.ts'
import { type BodyBudget, createBodyBudget } from './agent/body-budget.ts'
import { readSnapshotBody } from './agent/read-body.ts'
import type { Environment } from './environment.ts'
import { errorMapper } from './problem.ts'
import { endlessBody, testApp } from './test-app.ts'

const json = { 'Content-Type': 'application/json' }

describeOnBothEngines('a body', ({ open }) => {
  it.each([
    ['/api/agent/snapshots', 'none', 401],
    ['/api/v1/segments', 'none', 401],
    ['/api/v1/nothing', 'none', 401],
    ['/api/nothing', 'none', 404],
    ['/nothing', 'none', 404],
  ])('is not read at %s from who has no right token', async (path, token, status) => {
    const { call } = await testApp(await open())
    const { stream, state } = endlessBody()
    const answer = await call('POST', path, { token, headers: json, body: stream })
    expect({ status: answer.status, ...state }).toEqual({ status, bytesRead: 0 })
  })

  it.each([
    ['/api/oauth/token', 'application/x-www-form-urlencoded'],
    ['/identity-server/connect/token', 'application/x-www-form-urlencoded'],
    ['/api/agent/join', 'application/json'],
    ['/api/audit-service/join', 'application/json'],
  ])('is read at %s no further than 64 KiB', async (path, type) => {
    const { call } = await testApp(await open())
    const { stream, state } = endlessBody()
    const answer = await call('POST', path, { token: null, headers: { 'Content-Type': type }, body: stream })
    expect(answer.status).toBe(413)
    expect(state.bytesRead).toBeLessThanOrEqual(96 * 1024)
  })

  it('of no bytes is none where it may be left out, also when only its end tells that', async () => {
    const { call } = await testApp(await open())
    const path = '/api/v1/site/settings/snapshot-storage/test'
    const nothing = () => new ReadableStream<Uint8Array>({ start: (controller) => controller.close() })
    expect((await call('POST', path, { headers: json, body: nothing() })).status).toBe(200)
    expect((await call('POST', path, { headers: { ...json, 'Content-Length': '0' } })).status).toBe(200)
    expect((await call('POST', '/api/v1/tags', { headers: json, body: nothing() })).status).toBe(400)
  })

  it.each(['/api/agent/join', '/api/audit-service/join'])('at %s must be JSON, and well-formed', async (path) => {
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
  })

  it('of an agent that has joined is read, plain or gzip', async () => {
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

describe('snapshot bodies', () => {
  const calls = (budget: BodyBudget) => {
    const app = new Hono<Environment>()
    app.post('/', async (c) => {
      const share = budget.open()
      try {
        return c.text(String((await readSnapshotBody(c, share)).length))
      } finally {
        if (c.req.query('hold') === undefined) share.release()
      }
    })
    app.onError(errorMapper({ error: () => undefined } as never))
    return (body: Uint8Array<ArrayBuffer> | ReadableStream, query = '', headers = {}) =>
      app.request(`/${query}`, {
        method: 'POST',
        headers: { ...json, ...headers },
        body,
        duplex: 'half',
      } as RequestInit)
  }
  const zeros = (bytes: number) => new Uint8Array(bytes)
  const zipped = (bytes: number) => new Uint8Array(gzipSync(zeros(bytes)))

  it('fit into one budget together, and who does not is told when to come back', async () => {
    const post = calls(createBodyBudget(100_000))
    expect(await (await post(zeros(60_000), '?hold')).text()).toBe('60000')
    const refused = await post(zeros(60_000))
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '5'])
    expect(await refused.json()).toMatchObject({ code: 'rate_limited' })
    // What was refused holds nothing.
    expect((await post(zeros(39_000))).status).toBe(200)
    expect((await post(zeros(39_000))).status).toBe(200)
  })

  it('count unpacked, and a bomb is unpacked no further than the budget', async () => {
    const post = calls(createBodyBudget(1_000_000))
    const gzip = { 'Content-Encoding': 'gzip' }
    expect(await (await post(zipped(900_000), '', gzip)).text()).toBe('900000')
    expect((await post(zipped(50_000_000), '', gzip)).status).toBe(429)
    expect(await (await post(zipped(900_000), '', gzip)).text()).toBe('900000')
  })

  it('count the same where they say how small they are', async () => {
    const post = calls(createBodyBudget(1_000_000))
    const send = async (body: Uint8Array<ArrayBuffer>) => {
      const answer = await post(body, '', { 'Content-Encoding': 'gzip', 'Content-Length': `${body.length}` })
      return [answer.status, answer.status === 200 ? await answer.text() : '']
    }
    expect(await send(zipped(10_000))).toEqual([200, '10000'])
    expect(await send(zipped(900_000))).toEqual([200, '900000'])
    expect(await send(zipped(20_000_000))).toEqual([429, ''])
    expect(await send(zipped(10_000).subarray(0, -9))).toEqual([400, ''])
    expect(await send(zeros(100))).toEqual([400, ''])
    expect(await send(zipped(900_000))).toEqual([200, '900000'])
  })

  it('count with what each of their parts takes, however small it is', async () => {
    const post = calls(createBodyBudget(1_000_000))
    const { stream, state } = endlessBody(new Uint8Array(1))
    expect((await post(stream)).status).toBe(429)
    expect(state.bytesRead).toBeLessThan(10_000)
  })

  it('are refused beyond 64 MiB, whatever is left of the budget', async () => {
    const post = calls(createBodyBudget(1_000_000_000))
    expect((await post(zipped(65 * 1024 * 1024), '', { 'Content-Encoding': 'gzip' })).status).toBe(413)
    const { stream, state } = endlessBody()
    const declared = { 'Content-Length': String(65 * 1024 * 1024) }
    expect((await post(stream, '', declared)).status).toBe(413)
    expect(state.bytesRead).toBe(0)
  })
})
