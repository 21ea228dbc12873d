import type { Agent } from '@rollcall/shared/api/agent.ts'
import type { JoinTokenMade } from '@rollcall/shared/api/join-token.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { parseJoinToken } from '@rollcall/shared/messages/join-token.ts'
import { productVersion } from '@rollcall/shared/version.ts'
import { expect, it } from 'vitest'
import { proves } from '../../../../test/interface/proves.ts'
import { agent as observed } from '../../ingest/testing/observations.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { changesOf } from '../../testing/context.ts'
import { testApp } from '../testing/app.ts'

const path = '/api/v1/agents'
const tokens = '/api/v1/join-tokens'

describeOnEitherEngine('/api/v1/agents', ({ open }) => {
  async function setUp() {
    const test = await testApp(await open())
    const { call } = test
    const makeToken = async (fields: object = {}) =>
      (await (await call('POST', tokens, { json: { for: 'agent', ...fields } })).json()) as JoinTokenMade
    const join = ({ token }: JoinTokenMade, hostname: string) => {
      const { secret } = parseJoinToken(token) ?? {}
      return call('POST', '/api/agent/join', { token: null, json: { secret, hostname, version: productVersion } })
    }
    const joined = async (token: JoinTokenMade, hostname: string) =>
      (await (await join(token, hostname)).json()) as { agentId: string; token: string }
    const get = async <T>(where: string) => (await (await call('GET', where)).json()) as T
    const send = ({ agentId, token }: { agentId: string; token: string }, headers = {}) =>
      call('POST', '/api/agent/snapshots', { token, headers, json: observed(0, { agentId, name: 'pc-1' }) })
    return { ...test, makeToken, join, joined, get, send }
  }

  it('are listed by host name, read, and deleted at once', proves('agents.crud'), async () => {
    const { call, ctx, makeToken, joined, get, send, advance } = await setUp()
    const token = await makeToken({ uses: 2, tag: 'office' })
    const [second, first] = [await joined(token, 'pc-2'), await joined(token, 'pc-1')]
    const shown = (id: string, hostname: string): Agent => ({
      id,
      name: hostname,
      hostname,
      siteId: ctx.siteId,
      status: 'Pending',
      replacedBy: null,
      version: productVersion,
      upgradeAvailable: false,
      platform: null,
      osName: null,
      problems: [],
      refusal: null,
      truncated: [],
      clockAheadSeconds: 0,
      lastSeen: null,
      deviceId: null,
      watching: false,
      snapshotRequestedAt: null,
      nextSnapshotBy: null,
      autoTag: 'office',
      joinedAt: '2026-11-20T08:00:00.000Z',
    })
    const [one, two] = [shown(first.agentId, 'pc-1'), shown(second.agentId, 'pc-2')]
    expect(await get(path)).toEqual({ items: [one, two], total: 2 })
    expect(await get(`${path}?limit=1&offset=1`)).toEqual({ items: [two], total: 2 })
    const where = `${path}/${first.agentId}`
    const { deviceId } = (await (await send(first)).json()) as { deviceId: string }
    const active = {
      ...one,
      status: 'Active',
      lastSeen: '2026-11-20T08:00:00.000Z',
      deviceId,
      nextSnapshotBy: '2026-11-20T10:00:00.000Z',
    }
    expect(await get(where)).toEqual(active)
    await send(first, { 'User-Agent': 'rollcall-agent/0.0.1' })
    expect(await get(where)).toEqual({ ...active, status: 'Outdated', version: '0.0.1', upgradeAvailable: true })
    advance(3 * 3600 + 1)
    expect(await get(where)).toMatchObject({ status: 'Inactive' })

    expect((await call('DELETE', where, { token: 'starter' })).status).toBe(403)
    expect((await call('DELETE', where, { headers: { 'If-Match': '"stale"' } })).status).toBe(412)
    expect((await call('DELETE', where)).status).toBe(204)
    expect((await send(first)).status).toBe(401)
    for (const method of ['GET', 'DELETE']) expect((await call(method, where)).status).toBe(404)
    expect((await call('GET', `/api/v1/devices/${deviceId}`)).status).toBe(200)
    expect(await changesOf(ctx)).toContainEqual(
      expect.objectContaining({ verb: 'Deleted', entity: 'Agent', entityId: first.agentId, from: 'pc-1' }),
    )
  })

  it(
    'join with tokens of many uses, an expiration date and a tag, which can be revoked',
    proves('agents.joinTokens'),
    async () => {
      const { call, ctx, makeToken, join, get, advance } = await setUp()
      const made = await makeToken({ uses: 2, ttlSeconds: 7200, tag: 'office' })
      advance(1)
      const other = await makeToken({ for: 'audit-service' })
      const shown = {
        id: made.id,
        for: 'agent',
        siteId: ctx.siteId,
        usesLeft: 2,
        expiresAt: '2026-11-20T10:00:00.000Z',
        tag: 'office',
        auditServiceId: null,
        agentId: null,
        createdAt: '2026-11-20T08:00:00.000Z',
        createdBy: 'Test app',
      }
      expect(await get(tokens)).toMatchObject({ items: [{ id: other.id, usesLeft: 1 }, shown], total: 2 })
      expect(await get(`${tokens}?for=agent`)).toEqual({ items: [shown], total: 1 })
      const { secret } = parseJoinToken(made.token) ?? {}
      expect(JSON.stringify(await get(tokens))).not.toContain(secret)
      expect((await call('GET', tokens, { token: 'starter' })).status).toBe(403)
      expect((await join(made, 'pc-1')).status).toBe(201)
      const where = `${tokens}/${made.id}`
      expect(await get(where)).toEqual({ ...shown, usesLeft: 1 })
      expect((await call('DELETE', where, { token: 'starter' })).status).toBe(403)
      expect((await call('DELETE', where, { headers: { 'If-Match': '"stale"' } })).status).toBe(412)
      expect((await call('DELETE', where)).status).toBe(204)
      expect((await join(made, 'pc-2')).status).toBe(403)
      expect((await call('DELETE', `${tokens}/${newId()}`)).status).toBe(404)
      advance(3600)
      expect(await get(tokens)).toEqual({ items: [], total: 0 })
      expect((await call('GET', `${tokens}/${other.id}`)).status).toBe(404)
      const log = (await changesOf(ctx)).filter(({ entityId }) => entityId === made.id)
      expect(log.map(({ verb, entity }) => `${verb} ${entity}`)).toEqual(['Added Join token', 'Deleted Join token'])
    },
  )
})
