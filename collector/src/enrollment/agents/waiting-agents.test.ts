import { expect, it } from 'vitest'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { testContext } from '../../testing/context.ts'
import { createWaitingAgents } from './waiting-agents.ts'

describeOnBothEngines('the places of agents that wait', ({ open }) => {
  const record = (id: string, siteId = 'site') => ({ id, siteId, hostname: id, autoTag: null, tokenHash: id })

  async function setUp(waitingMax: number) {
    const { ctx } = await testContext(await open())
    const waiting = createWaitingAgents(ctx, { waitingMax, checkMs: 60_000 })
    return { ...waiting, never: new AbortController().signal }
  }

  it('are bounded, and one that becomes free is given again', async () => {
    const { enter, count } = await setUp(3)
    const places = ['a', 'b', 'c'].map((id) => enter(record(id)))
    expect(enter(record('d'))).toBeUndefined()
    expect(enter(record('a'))).toBeDefined()
    places[1]?.leave()
    expect(enter(record('d'))).toBeDefined()
    expect(count()).toBe(3)
  })

  it('go to the agents of a small site at the expense of the largest one', async () => {
    const { enter, never } = await setUp(4)
    const [first] = ['a', 'b', 'c', 'd'].map((id) => enter(record(id)))
    expect(enter(record('x', 'small'))).toBeDefined()
    await first?.wait(never)
    expect(enter(record('y', 'small'))).toBeDefined()
    expect(enter(record('z', 'small'))).toBeUndefined()
    expect(enter(record('e'))).toBeUndefined()
  })

  it('are not taken by 10,000 agents beyond the bound', async () => {
    const { enter, count } = await setUp(500)
    const places = Array.from({ length: 10_000 }, (_, index) => enter(record(`agent-${index}`)))
    expect(places.filter(Boolean)).toHaveLength(500)
    expect(count()).toBe(500)
  })

  it('end when the collector stops, which gives no further ones', async () => {
    const { enter, close, never } = await setUp(3)
    const place = enter(record('a'))
    const waited = place?.wait(never)
    close()
    await waited
    expect(enter(record('b'))).toBeUndefined()
  })
})
