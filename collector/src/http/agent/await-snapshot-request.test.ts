import type { Agent } from '@rollcall/shared/api/agent.ts'
import type { JoinTokenMade } from '@rollcall/shared/api/join-token.ts'
import { parseJoinToken } from '@rollcall/shared/messages/join-token.ts'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { waitFor } from '../../../../test/harness/wait.ts'
import { hashSecret } from '../../access/secrets/hash-secret.ts'
import { agent as observed } from '../../ingest/testing/observations.ts'
import { enrollmentTables } from '../../store/schema/enrollment.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { changesOf } from '../../testing/context.ts'
import { testAgent } from '../testing/agent.ts'
import { testApp } from '../testing/app.ts'

type Wanted = { snapshotWanted: boolean; intervalMinutes?: number; jitterMinutes?: number }
const settingsPath = '/api/v1/site/settings'

describeOnEitherEngine('a request for a snapshot', ({ open }) => {
  async function setUp() {
    const test = await testApp(await open())
    const { call, waitingAgents } = test
    const agent = await testAgent(call, 'pc-1')
    const { agentId, token } = agent
    const path = `/api/v1/agents/${agentId}`
    const ask = (signal?: AbortSignal) => call('GET', '/api/agent/wanted', { token, ...(signal && { signal }) })
    const answer = async (response: Response | Promise<Response>) => (await (await response).json()) as Wanted
    /** Waits until that many agents wait. */
    const waiting = (count: number) => waitFor(() => waitingAgents.count() === count, { what: 'waiting agents' })
    const get = async () => (await (await call('GET', path)).json()) as Agent
    const send = () => agent.send(observed(0, { agentId, name: 'pc-1' }))
    return { ...test, agent, path, ask, answer, waiting, get, send }
  }

  it('ends the wait of its agent at once, and the next delivery fulfils it', async () => {
    const { call, ctx, path, ask, answer, waiting, get, send } = await setUp()
    const asked = ask()
    await waiting(1)
    const requested = await call('POST', `${path}/snapshot`, { token: 'starter' })
    expect(requested.status).toBe(202)
    expect(await requested.json()).toMatchObject({ snapshotRequestedAt: '2026-11-20T08:00:00.000Z' })
    expect(await answer(asked)).toEqual({ snapshotWanted: true })
    await waiting(0)
    // Until the snapshot has arrived, each call is answered so.
    expect(await answer(ask())).toEqual({ snapshotWanted: true })
    expect((await send())[0]).toBe(201)
    expect(await get()).toMatchObject({ snapshotRequestedAt: null })
    const next = ask()
    await waiting(1)
    await call('POST', `${path}/snapshot`)
    expect(await answer(next)).toEqual({ snapshotWanted: true })
    expect(await changesOf(ctx)).toContainEqual(
      expect.objectContaining({ entity: 'Agent', field: 'snapshot', to: 'requested' }),
    )
  })

  it('shows when the snapshot is expected: within a minute of an agent that waits, otherwise at its next run', async () => {
    const { call, advance, path, ask, waiting, get, send } = await setUp()
    expect(await get()).toMatchObject({ watching: false, nextSnapshotBy: null })
    await send()
    expect(await get()).toMatchObject({ watching: false, nextSnapshotBy: '2026-11-20T10:00:00.000Z' })
    await call('PATCH', settingsPath, { json: { agents: { intervalMinutes: 360, jitterMinutes: 30 } } })
    expect(await get()).toMatchObject({ nextSnapshotBy: '2026-11-20T15:00:00.000Z' })
    const asked = ask()
    await waiting(1)
    await waitFor(async () => (await get()).watching, { what: 'the record that the agent waits' })
    advance(60)
    const requested = (await (await call('POST', `${path}/snapshot`)).json()) as Agent
    expect(requested).toMatchObject({ watching: true, nextSnapshotBy: '2026-11-20T08:02:00.000Z' })
    await asked
    advance(700)
    expect(await get()).toMatchObject({ watching: false, nextSnapshotBy: '2026-11-20T15:00:00.000Z' })
  })

  it('is found within seconds when it was made at another collector', async () => {
    const { ctx, agent, ask, answer, waiting } = await setUp()
    const asked = ask()
    await waiting(1)
    await ctx.store.write(async (tx) => {
      const { agents } = tx.tables(enrollmentTables)
      await tx.update(agents).set({ snapshotWantedAt: '2026-11-20T08:00:00.000Z' }).where(eq(agents.id, agent.agentId))
    })
    expect(await answer(asked)).toEqual({ snapshotWanted: true })
  })

  it('is fulfilled by a refused snapshot too, which would be refused again', async () => {
    const { call, agent, path, get } = await setUp()
    await call('POST', `${path}/snapshot`)
    const [status] = await agent.sendBody(Buffer.from('{}'), {})
    expect(status).toBe(400)
    expect(await get()).toMatchObject({ snapshotRequestedAt: null, problems: ['refused'] })
  })

  it('needs the capability, and an agent of the site', async () => {
    const { call, path } = await setUp()
    expect((await call('POST', `${path}/snapshot`, { token: 'reader' })).status).toBe(403)
    await call('DELETE', path)
    expect((await call('POST', `${path}/snapshot`)).status).toBe(404)
  })
})

describeOnEitherEngine('an agent that waits for requests', ({ open }) => {
  async function setUp() {
    const test = await testApp(await open())
    const { call, waitingAgents } = test
    const agent = await testAgent(call, 'pc-1')
    const ask = (token = agent.token) => call('GET', '/api/agent/wanted', { token })
    const waiting = (count: number) => waitFor(() => waitingAgents.count() === count, { what: 'waiting agents' })
    return { ...test, agent, ask, waiting, path: `/api/v1/agents/${agent.agentId}` }
  }

  it('counts as waiting until it left, although this is written later', async () => {
    const { ctx, agent, waitingAgents, advance } = await setUp()
    const tokenHash = hashSecret(agent.token)
    const record = { id: agent.agentId, siteId: ctx.siteId, hostname: 'pc-1', autoTag: null, tokenHash }
    waitingAgents.enter(record)?.leave()
    advance(700)
    const watchedAt = async () => {
      const rows = await ctx.store.read((db) => db.select().from(db.tables(enrollmentTables).agents))
      return rows.find(({ id }) => id === agent.agentId)?.watchedAt
    }
    expect(await waitFor(watchedAt, { what: 'the time in the record' })).toBe('2026-11-20T08:00:00.000Z')
  })

  it('has one place: its second call ends the first', async () => {
    const { ask, waiting, waitingAgents } = await setUp()
    const first = ask()
    await waiting(1)
    const second = ask()
    expect(await (await first).json()).toEqual({ snapshotWanted: false })
    expect(waitingAgents.count()).toBe(1)
    waitingAgents.close()
    expect(await (await second).json()).toEqual({ snapshotWanted: false })
    await waiting(0)
  })

  it('is refused without a token, and with one of nobody', async () => {
    const { call, ask } = await setUp()
    expect((await call('GET', '/api/agent/wanted', { token: null })).status).toBe(401)
    expect((await ask('x'.repeat(40))).status).toBe(401)
    expect((await call('GET', '/api/agent/wanted')).status).toBe(401)
  })

  it('gets 401 at once when it is deleted, and when another machine joins under its id', async () => {
    const { call, agent, ask, waiting, path } = await setUp()
    const first = ask()
    await waiting(1)
    const made = (await (await call('POST', `${path}/join-token`)).json()) as JoinTokenMade
    const { secret } = parseJoinToken(made.token) ?? {}
    const json = { secret, hostname: 'pc-2', version: '0.1.0' }
    const joined = (await (await call('POST', '/api/agent/join', { token: null, json })).json()) as { token: string }
    expect((await first).status).toBe(401)
    expect((await ask()).status).toBe(401)
    const second = ask(joined.token)
    await waiting(1)
    await call('DELETE', `/api/v1/agents/${agent.agentId}`)
    expect((await second).status).toBe(401)
    expect((await ask(joined.token)).status).toBe(401)
    await waiting(0)
  })

  it('gets 401 within seconds when another collector ends its token', async () => {
    const { ctx, agent, ask, waiting } = await setUp()
    const asked = ask()
    await waiting(1)
    await ctx.store.write(async (tx) => {
      const { agents } = tx.tables(enrollmentTables)
      await tx
        .update(agents)
        .set({ tokenHash: hashSecret('another') })
        .where(eq(agents.id, agent.agentId))
    })
    expect((await asked).status).toBe(401)
  })

  it('leaves its place when it disconnects', async () => {
    const { call, agent, waiting } = await setUp()
    const gone = new AbortController()
    const asked = call('GET', '/api/agent/wanted', { token: agent.token, signal: gone.signal })
    await waiting(1)
    gone.abort()
    await asked
    await waiting(0)
  })

  it('is asked to slow down when it calls without pause', async () => {
    const { ask, waitingAgents } = await setUp()
    waitingAgents.close()
    const answers: Response[] = []
    for (let index = 0; index < 20; index += 1) answers.push(await ask())
    const slowedDown = answers.filter(({ status }) => status === 429)
    expect(slowedDown.length).toBeGreaterThan(10)
    expect(slowedDown[0]?.headers.get('Retry-After')).toBe('5')
  })
})
