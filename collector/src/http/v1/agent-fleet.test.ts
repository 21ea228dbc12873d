import type { Agent, AgentSummary } from '@rollcall/shared/api/agent.ts'
import type { List } from '@rollcall/shared/api/common.ts'
import type { JoinTokenMade } from '@rollcall/shared/api/join-token.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { parseJoinToken } from '@rollcall/shared/messages/join-token.ts'
import { productVersion } from '@rollcall/shared/version.ts'
import { expect, it } from 'vitest'
import { deleteReplacedAgents } from '../../enrollment/agents/delete-replaced-agents.ts'
import { agent as observed, type Seen } from '../../ingest/testing/observations.ts'
import { TrustedTime } from '../../lib/trusted-time.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { changesOf } from '../../testing/context.ts'
import { testApp } from '../testing/app.ts'

const path = '/api/v1/agents'
const daySeconds = 24 * 3600

describeOnEitherEngine('a fleet of agents', ({ open }) => {
  async function setUp() {
    const test = await testApp(await open())
    const { call } = test
    const token = await call('POST', '/api/v1/join-tokens', {
      json: { for: 'agent', uses: 10, ttlSeconds: 90 * daySeconds },
    })
    const { secret } = parseJoinToken(((await token.json()) as JoinTokenMade).token) ?? {}
    const join = async (hostname: string) => {
      const json = { secret, hostname, version: productVersion }
      const answer = await call('POST', '/api/agent/join', { token: null, json })
      return (await answer.json()) as { agentId: string; token: string }
    }
    const send = (
      { agentId, token }: { agentId: string; token: string },
      { headers = {}, truncated = [], ...seen }: Seen & { headers?: Record<string, string>; truncated?: string[] } = {},
    ) => {
      const json = { ...observed(0, { agentId, name: agentId, ...seen }), truncated }
      return call('POST', '/api/agent/snapshots', { token, headers, json })
    }
    const get = async (id: string) => (await (await call('GET', `${path}/${id}`)).json()) as Agent
    const names = async (query = '') => {
      const { items } = (await (await call('GET', `${path}${query}`)).json()) as List<Agent>
      return items.map(({ name }) => name)
    }
    const summary = async () => (await (await call('GET', `${path}/summary`)).json()) as AgentSummary
    return { ...test, join, send, get, names, summary }
  }
  const os = (name: string) => ({ hardware: { os: { name } } })

  it('shows platform and problems of each agent, and finds and counts agents by them', async () => {
    const { ctx, join, send, get, names, summary } = await setUp()
    const [linux, mac, windows] = [await join('pc-1'), await join('pc-2'), await join('pc-3')]
    await join('pc-4')
    expect((await send(linux, { ...os('Debian GNU/Linux 12'), truncated: ['rpm: no answer'] })).status).toBe(201)
    const ahead = new Date(ctx.clock.now().getTime() + 3_600_000).toUTCString()
    expect((await send(mac, { ...os('macOS'), headers: { Date: ahead } })).status).toBe(201)
    const old = { 'User-Agent': 'rollcall-agent/0.0.1' }
    expect((await send(windows, { ...os('Microsoft Windows 11 Pro'), headers: old })).status).toBe(201)

    expect(await get(linux.agentId)).toMatchObject({
      platform: 'linux',
      osName: 'Debian GNU/Linux 12',
      problems: ['incomplete'],
      truncated: ['rpm: no answer'],
    })
    expect(await get(mac.agentId)).toMatchObject({
      platform: 'macos',
      problems: ['clock'],
      truncated: [],
      clockAheadSeconds: 3600,
    })
    expect(await get(windows.agentId)).toMatchObject({ platform: 'windows', problems: [], upgradeAvailable: true })

    expect(await names('?platform=windows')).toEqual(['pc-3'])
    expect(await names('?problem=clock')).toEqual(['pc-2'])
    expect(await names('?problem=incomplete&platform=linux')).toEqual(['pc-1'])
    expect(await names('?problem=refused')).toEqual([])
    expect(await names('?version=0.0.1')).toEqual(['pc-3'])
    expect(await names('?upgradeAvailable=true')).toEqual(['pc-3'])
    expect(await names('?upgradeAvailable=false')).toEqual(['pc-1', 'pc-2', 'pc-4'])
    expect(await names('?status=Pending')).toEqual(['pc-4'])
    expect(await names('?status=Outdated')).toEqual(['pc-3'])
    expect(await names('?status=Active&sort=-name')).toEqual(['pc-2', 'pc-1'])
    expect(await names('?q=DEBIAN')).toEqual(['pc-1'])
    expect(await names('?q=%25')).toEqual([])
    expect(await summary()).toEqual({
      total: 4,
      upgradeAvailable: 1,
      statuses: [
        { status: 'Active', agents: 2 },
        { status: 'Inactive', agents: 0 },
        { status: 'Outdated', agents: 1 },
        { status: 'Pending', agents: 1 },
        { status: 'Replaced', agents: 0 },
      ],
      platforms: [
        { platform: 'linux', agents: 1 },
        { platform: 'macos', agents: 1 },
        { platform: 'windows', agents: 1 },
      ],
      problems: [
        { problem: 'refused', agents: 0 },
        { problem: 'incomplete', agents: 1 },
        { problem: 'clock', agents: 1 },
        { problem: 'copied', agents: 0 },
      ],
      versions: [
        { version: productVersion, agents: 3 },
        { version: '0.0.1', agents: 1 },
      ],
    })
    await send(linux, os('Debian GNU/Linux 12'))
    expect(await get(linux.agentId)).toMatchObject({ problems: [], truncated: [] })
  })

  it('exports all matching agents as CSV, without formulas', async () => {
    const { call, join, send } = await setUp()
    await send(await join('pc-1'), { ...os('Debian GNU/Linux 12'), truncated: ['rpm: no answer', 'nft: refused'] })
    await join('=cmd()')
    await join('pc-2')
    const answer = await call('GET', `${path}?format=csv&limit=1&sort=-name`)
    expect(answer.headers.get('Content-Disposition')).toBe('attachment; filename="agents.csv"')
    const [header, ...lines] = (await answer.text()).trim().split('\r\n')
    expect(header).toMatch(/^id,name,hostname,status,.*,problems$/)
    expect(lines.map((line) => line.split(',')[1])).toEqual(['pc-2', 'pc-1', "'=cmd()"])
    expect(lines[1]).toMatch(/,linux,Debian GNU\/Linux 12,.*,rpm: no answer; nft: refused,incomplete$/)
    const some = await call('GET', `${path}?q=pc-2`, { headers: { Accept: 'text/csv' } })
    expect((await some.text()).trim().split('\r\n')).toHaveLength(2)
  })

  it('sorts by last contact with agents without one at the end, and by the time of joining', async () => {
    const { join, send, names, advance } = await setUp()
    const first = await join('pc-1')
    advance(1)
    const second = await join('pc-2')
    advance(1)
    await join('pc-3')
    await send(second)
    advance(1)
    await send(first)
    expect(await names('?sort=-lastSeen')).toEqual(['pc-1', 'pc-2', 'pc-3'])
    expect(await names('?sort=lastSeen')).toEqual(['pc-3', 'pc-2', 'pc-1'])
    expect(await names('?sort=-joinedAt')).toEqual(['pc-3', 'pc-2', 'pc-1'])
  })

  it('offers no upgrade to an agent that is newer than the collector', async () => {
    const { join, send, get, names } = await setUp()
    const newer = await join('pc-1')
    await send(newer, { headers: { 'User-Agent': 'rollcall-agent/99.0.0' } })
    expect(await get(newer.agentId)).toMatchObject({ status: 'Active', upgradeAvailable: false, version: '99.0.0' })
    expect(await names('?upgradeAvailable=true')).toEqual([])
  })

  it('shows a refused snapshot with its reason until the next accepted one', async () => {
    const { call, join, send, get, names, advance } = await setUp()
    const agent = await join('pc-1')
    const send400 = () => call('POST', '/api/agent/snapshots', { token: agent.token, json: { schemaVersion: 1 } })
    expect((await send400()).status).toBe(400)
    const refused = await get(agent.agentId)
    expect(refused).toMatchObject({ problems: ['refused'], refusal: { at: '2026-11-20T08:00:00.000Z' } })
    expect(refused.refusal?.reason.match(/\/id\b/g)).toHaveLength(1)
    expect(await names('?problem=refused')).toEqual(['pc-1'])
    advance(1)
    await send(agent)
    expect(await get(agent.agentId)).toMatchObject({ problems: [], refusal: null })
    advance(1)
    await send400()
    expect(await names('?problem=refused')).toEqual(['pc-1'])
    advance(1)
    await send(agent)
    advance(1)
    // The agent sends it again in another encoding.
    expect((await send(agent, { headers: { 'Content-Encoding': 'br' } })).status).toBe(415)
    expect(await names('?problem=refused')).toEqual([])
  })

  it('shows an agent whose state several machines use, for 14 days', async () => {
    const { join, send, get, names, advance } = await setUp()
    const agent = await join('pc-1')
    for (let count = 0; count < 5; count++) {
      advance(1)
      await send(agent, { headers: { 'Rollcall-Previous-Snapshot': newId() } })
    }
    expect(await get(agent.agentId)).toMatchObject({ problems: ['copied'] })
    expect(await names('?problem=copied')).toEqual(['pc-1'])
    advance(15 * daySeconds)
    expect(await names('?problem=copied')).toEqual([])
  })

  it('replaces the agent of a machine that was installed again, until that agent reports', async () => {
    const { ctx, call, join, send, get, names, summary, advance } = await setUp()
    const machine = { serialNumber: '8XK2PL3', manufacturer: 'Dell Inc.', macAddresses: ['00:25:90:12:34:56'] }
    const before = await join('pc-1')
    await send(before, machine)
    advance(60)
    const after = await join('pc-1-new')
    expect(await names()).toEqual(['pc-1', 'pc-1-new'])
    await send(after, machine)
    expect((await get(after.agentId)).deviceId).toBe((await get(before.agentId)).deviceId)
    expect(await names()).toEqual(['pc-1-new'])
    expect(await names('?status=Replaced')).toEqual(['pc-1'])
    expect(await get(before.agentId)).toMatchObject({ status: 'Replaced', replacedBy: after.agentId })
    expect(await get(after.agentId)).toMatchObject({ status: 'Active', replacedBy: null })
    expect(await summary()).toMatchObject({
      total: 1,
      statuses: expect.arrayContaining([
        { status: 'Active', agents: 1 },
        { status: 'Replaced', agents: 1 },
      ]),
      platforms: expect.arrayContaining([{ platform: 'linux', agents: 0 }]),
    })

    advance(60)
    expect((await send(before, machine)).status).toBe(201)
    expect(await names('?status=Active')).toEqual(['pc-1', 'pc-1-new'])

    advance(60)
    const third = await join('pc-1-third')
    await send(third, machine)
    expect(await names()).toEqual(['pc-1-third'])
    expect(await get(before.agentId)).toMatchObject({ replacedBy: third.agentId })
    const clean = () => deleteReplacedAgents(ctx, new TrustedTime(ctx.clock.now()))
    advance(30 * daySeconds)
    await clean()
    expect(await names('?status=Replaced')).toHaveLength(2)
    advance(61)
    await clean()
    expect(await names('?status=Replaced')).toEqual([])
    expect(await names()).toEqual(['pc-1-third'])
    expect((await call('GET', `/api/v1/devices/${(await get(third.agentId)).deviceId}`)).status).toBe(200)
    expect(await changesOf(ctx)).toContainEqual(
      expect.objectContaining({ verb: 'Deleted', entity: 'Agent', entityId: before.agentId, from: 'pc-1' }),
    )
  })

  it('shows the name that a person gave, and its host name again without one', async () => {
    const { ctx, call, join, get, names } = await setUp()
    const { agentId } = await join('pc-1')
    await join('pc-2')
    const where = `${path}/${agentId}`
    const rename = (name: string | null, more = {}) => call('PATCH', where, { json: { name }, ...more })
    expect((await rename('Reception', { token: 'starter' })).status).toBe(403)
    expect((await rename('Reception', { headers: { 'If-Match': '"stale"' } })).status).toBe(412)
    expect((await rename('two\nlines')).status).toBe(400)
    expect(await (await rename('Reception')).json()).toMatchObject({ name: 'Reception', hostname: 'pc-1' })
    expect(await names()).toEqual(['Reception', 'pc-2'])
    expect(await names('?q=recep')).toEqual(['Reception'])
    expect(await names('?q=pc-1')).toEqual(['Reception'])
    expect((await rename(null)).status).toBe(200)
    expect((await get(agentId)).name).toBe('pc-1')
    const log = (await changesOf(ctx)).filter(({ entityId, verb }) => entityId === agentId && verb === 'Modified')
    expect(log).toMatchObject([
      { field: 'name', from: 'pc-1', to: 'Reception' },
      { field: 'name', from: 'Reception', to: 'pc-1' },
    ])
  })
})
