import type { AgentSchedule } from '@rollcall/shared/messages/agent-schedule.ts'
import { optional } from '@rollcall/shared/optional.ts'
import { expect, it } from 'vitest'
import { agent as observed } from '../../ingest/testing/observations.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { changesOf } from '../../testing/context.ts'
import { testAgent } from '../testing/agent.ts'
import { testApp } from '../testing/app.ts'

const path = '/api/v1/site/settings'

describeOnEitherEngine('the schedule of a site', ({ open }) => {
  async function setUp() {
    const test = await testApp(await open())
    const { call } = test
    const agent = await testAgent(call, 'pc-1')
    const change = (agents: object) => call('PATCH', path, { json: { agents } })
    let turn = 0
    const send = async (observation = observed(turn++, { agentId: agent.agentId, name: 'pc-1' })) => {
      const [status, body] = await agent.send(observation)
      const { intervalMinutes, jitterMinutes } = body as AgentSchedule
      return [status, optional({ intervalMinutes, jitterMinutes })]
    }
    return { ...test, agent, change, send }
  }

  it('is in the answer to each delivery, also of an unchanged, repeated or ignored snapshot', async () => {
    const { call, ctx, agent, change, send } = await setUp()
    expect(await send()).toEqual([201, {}])
    expect((await change({ intervalMinutes: 15, jitterMinutes: 10 })).status).toBe(200)
    const schedule = { intervalMinutes: 15, jitterMinutes: 10 }
    expect(await send()).toEqual([201, schedule])
    const again = observed(9, { agentId: agent.agentId, name: 'pc-1' })
    expect(await send(again)).toEqual([201, schedule])
    expect(await send(again)).toEqual([200, schedule])
    await change({ jitterMinutes: null })
    expect(await send()).toEqual([201, { intervalMinutes: 15 }])
    await change({ intervalMinutes: null, jitterMinutes: 0 })
    expect(await send()).toEqual([201, { jitterMinutes: 0 }])
    await call('POST', '/api/v1/ignore-list', { json: { kind: 'name', pattern: 'pc-1' } })
    expect(await send()).toEqual([200, { jitterMinutes: 0 }])
    expect(await changesOf(ctx)).toContainEqual(
      expect.objectContaining({ entity: 'Site settings', field: 'agents.intervalMinutes', from: null, to: '15' }),
    )
  })

  it('decides how long an agent without a contact is Active', async () => {
    const { call, agent, advance, change, send } = await setUp()
    const status = async () =>
      ((await (await call('GET', `/api/v1/agents/${agent.agentId}`)).json()) as { status: string }).status
    const listed = async (wanted: string) =>
      ((await (await call('GET', `/api/v1/agents?status=${wanted}`)).json()) as { total: number }).total
    await send()
    advance(3 * 3600 + 1)
    expect([await status(), await listed('Active'), await listed('Inactive')]).toEqual(['Inactive', 0, 1])
    await change({ intervalMinutes: 360 })
    expect([await status(), await listed('Active'), await listed('Inactive')]).toEqual(['Active', 1, 0])
    advance(15 * 3600)
    expect(await status()).toBe('Inactive')
    await change({ intervalMinutes: 5 })
    await send()
    advance(15 * 60)
    expect(await status()).toBe('Active')
    advance(1)
    expect([await status(), await listed('Active'), await listed('Inactive')]).toEqual(['Inactive', 0, 1])
    const { statuses } = (await (await call('GET', '/api/v1/agents/summary')).json()) as { statuses: object[] }
    expect(statuses).toEqual(
      expect.arrayContaining([
        { status: 'Active', agents: 0 },
        { status: 'Inactive', agents: 1 },
      ]),
    )
  })

  it('and the data that agents leave out are in the answer to a join too', async () => {
    const { call, ctx, change } = await setUp()
    expect((await change({ leaveOut: 'accounts', intervalMinutes: 15 })).status).toBe(200)
    const added = await testAgent(call, 'pc-2')
    expect(added.joined).toMatchObject({ leaveOut: 'accounts', intervalMinutes: 15 })
    const [, body] = await added.send(observed(1, { agentId: added.agentId, name: 'pc-2' }))
    expect(body).toMatchObject({ leaveOut: 'accounts' })
    expect(await changesOf(ctx)).toContainEqual(
      expect.objectContaining({ entity: 'Site settings', field: 'agents.leaveOut', from: null, to: 'accounts' }),
    )
    await change({ leaveOut: null })
    expect((await testAgent(call, 'pc-3')).joined).not.toHaveProperty('leaveOut')
  })

  it.each([
    [{ leaveOut: 'nothing' }, '/agents/leaveOut'],
    [{ intervalMinutes: 4 }, '/agents/intervalMinutes'],
    [{ intervalMinutes: 1441 }, '/agents/intervalMinutes'],
    [{ intervalMinutes: 7.5 }, '/agents/intervalMinutes'],
    [{ intervalMinutes: '60' }, '/agents/intervalMinutes'],
    [{ jitterMinutes: -1 }, '/agents/jitterMinutes'],
    [{ intervalMinutes: 30, jitterMinutes: 31 }, '/agents/jitterMinutes'],
    [{ jitterMinutes: 61 }, '/agents/jitterMinutes'],
    [{ every: 60 }, '/agents/every'],
  ])('is refused as %j', async (agents, pointer) => {
    const { change } = await setUp()
    const answer = await change(agents)
    expect(answer.status).toBe(400)
    expect(((await answer.json()) as { errors: { path: string }[] }).errors.map((error) => error.path)).toEqual([
      pointer,
    ])
  })

  it('is refused when an interval becomes shorter than its jitter', async () => {
    const { change } = await setUp()
    expect((await change({ intervalMinutes: 120, jitterMinutes: 120 })).status).toBe(200)
    expect((await change({ intervalMinutes: 60 })).status).toBe(400)
    expect((await change({ intervalMinutes: 60, jitterMinutes: null })).status).toBe(200)
  })
})
