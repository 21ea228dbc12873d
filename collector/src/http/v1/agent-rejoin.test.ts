import type { Agent } from '@rollcall/shared/api/agent.ts'
import type { JoinTokenMade } from '@rollcall/shared/api/join-token.ts'
import { parseJoinToken } from '@rollcall/shared/messages/join-token.ts'
import { productVersion } from '@rollcall/shared/version.ts'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { hashSecret } from '../../access/secrets/hash-secret.ts'
import { agent as observed } from '../../ingest/testing/observations.ts'
import { enrollmentTables } from '../../store/schema/enrollment.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { changesOf } from '../../testing/context.ts'
import { testApp } from '../testing/app.ts'

type Joined = { agentId: string; token: string }

describeOnEitherEngine('an agent that joins again', ({ open }) => {
  async function setUp() {
    const test = await testApp(await open())
    const { call } = test
    const join = ({ token }: JoinTokenMade, hostname: string) => {
      const { secret } = parseJoinToken(token) ?? {}
      return call('POST', '/api/agent/join', { token: null, json: { secret, hostname, version: productVersion } })
    }
    const made = async (path: string, json?: object) =>
      (await (await call('POST', path, json ? { json } : {})).json()) as JoinTokenMade
    const first = (await (await join(await made('/api/v1/join-tokens', { for: 'agent' }), 'pc-1')).json()) as Joined
    const where = `/api/v1/agents/${first.agentId}`
    const send = ({ agentId, token }: Joined) =>
      call('POST', '/api/agent/snapshots', { token, json: observed(0, { agentId, name: 'pc-1' }) })
    const self = ({ token }: Joined) => call('GET', '/api/agent/self', { token })
    const get = async () => (await (await call('GET', where)).json()) as Agent
    const rejoinToken = () => made(`${where}/join-token`)
    return { ...test, join, first, where, send, self, get, rejoinToken }
  }

  it('keeps id, name and device, and its previous token is refused though it was cached', async () => {
    const { ctx, call, join, first, where, send, self, get, rejoinToken } = await setUp()
    await call('PATCH', where, { json: { name: 'Reception' } })
    const { deviceId } = (await (await send(first)).json()) as { deviceId: string }
    const token = await rejoinToken()
    expect((await send(first)).status).toBe(201)

    const second = (await (await join(token, 'pc-1-new')).json()) as Joined
    expect(second.agentId).toBe(first.agentId)
    expect(await get()).toMatchObject({ name: 'Reception', hostname: 'pc-1-new', deviceId, status: 'Pending' })
    expect((await send(first)).status).toBe(401)
    expect((await self(first)).status).toBe(401)
    expect(await get()).toMatchObject({ status: 'Pending' })
    expect((await send(second)).status).toBe(201)
    expect(await get()).toMatchObject({ status: 'Active', deviceId })
    expect((await join(token, 'pc-2')).status).toBe(403)
    expect(await changesOf(ctx)).toContainEqual(
      expect.objectContaining({ entity: 'Agent', entityId: first.agentId, field: 'token', to: 'joined again' }),
    )
  })

  it('is refused with a cached token that another collector has ended', async () => {
    const { ctx, first, send, self } = await setUp()
    expect((await send(first)).status).toBe(201)
    await ctx.store.write(async (tx) => {
      const { agents } = tx.tables(enrollmentTables)
      await tx
        .update(agents)
        .set({ tokenHash: hashSecret('another') })
        .where(eq(agents.id, first.agentId))
    })
    expect((await send(first)).status).toBe(401)
    expect((await self(first)).status).toBe(401)
  })

  it('gets a token only from an Administrator, and none after it was deleted', async () => {
    const { call, join, where, rejoinToken } = await setUp()
    expect((await call('POST', `${where}/join-token`, { token: 'starter' })).status).toBe(403)
    const token = await rejoinToken()
    expect((await call('DELETE', where)).status).toBe(204)
    expect((await join(token, 'pc-1')).status).toBe(403)
    expect((await call('POST', `${where}/join-token`)).status).toBe(404)
  })
})
