import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import type { TLSSocket } from 'node:tls'
import type { JoinTokenMade } from '@rollcall/shared/api/join-token.ts'
import { agentWantedPath } from '@rollcall/shared/messages/agent-protocol.ts'
import { parseJoinToken } from '@rollcall/shared/messages/join-token.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startUp, type Up } from '../../harness/rollcall.ts'
import { waitFor } from '../../harness/wait.ts'

type Joined = { agentId: string; token: string }
type Answer = { status: number; retryAfter: number | undefined; body: string }

let up: Up
let ca: string
let agents: Joined[]
/** More than may wait at one time. */
const waitingMax = 500
const agentsMax = waitingMax + 60

beforeAll(async () => {
  up = await startUp({ args: ['--no-agent'] })
  ca = readFileSync(up.facts.caFile, 'utf8')
  const made = (await up.api.post('/api/v1/join-tokens', { for: 'agent', uses: agentsMax })).json() as JoinTokenMade
  const { secret } = parseJoinToken(made.token) ?? {}
  agents = []
  for (let number = 0; number < agentsMax; number += 1) {
    const body = { secret, hostname: `pc-${number}`, version: '0.1.0' }
    agents.push((await up.api.post('/api/agent/join', body, { token: null })).json() as Joined)
  }
}, 120_000)
afterAll(() => up?.stop())

/** Calls of agents. `cut` ends a call as an agent does that goes away. */
function ask({ token }: Joined, headers: Record<string, string> = {}) {
  const { hostname: host, port } = new URL(up.facts.url)
  const call = request({
    ...{ host, port, ca, servername: 'localhost', path: agentWantedPath, agent: false },
    headers: { Authorization: `Bearer ${token}`, ...headers },
  })
  const answer = new Promise<Answer>((resolve, reject) => {
    call.on('error', reject)
    call.on('response', (response: IncomingMessage) => {
      const parts: Buffer[] = []
      const later = response.headers['retry-after']
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          retryAfter: later === undefined ? undefined : Number(later),
          body: Buffer.concat(parts).toString(),
        }),
      )
    })
  })
  // A call that is cut is of no interest.
  answer.catch(() => undefined)
  call.end()
  const connected = once(call, 'socket').then(([socket]) => once(socket as TLSSocket, 'secureConnect'))
  connected.catch(() => undefined)
  return { answer, connected, cut: () => call.destroy() }
}

/** Returns the answers that have come, and how many calls still wait. */
function collect(calls: readonly { answer: Promise<Answer> }[]) {
  const answers: Answer[] = []
  for (const { answer } of calls) answer.then((each) => answers.push(each)).catch(() => undefined)
  return { answers, waiting: () => calls.length - answers.length }
}

const agentAt = (index: number): Joined => agents[index] as Joined
const isResponsive = async () => (await up.api.get('/api/v1/agents?limit=1')).status

it('gives an agent that calls 200 times at once one place, and asks it to slow down', async () => {
  const calls = Array.from({ length: 200 }, () => ask(agentAt(0)))
  const { answers, waiting } = collect(calls)
  await waitFor(() => waiting() === 1, { what: 'all calls but one to be answered' })
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]))
  expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(150)
  expect(answers.find(({ status }) => status === 429)?.retryAfter).toBe(5)
  expect(await isResponsive()).toBe(200)
  for (const call of calls) call.cut()
})

it('refuses large headers and tokens of nobody at once', async () => {
  const large = await ask(agentAt(1), { 'X-Filler': 'a'.repeat(64 * 1024) }).answer.catch(() => undefined)
  expect([undefined, 431]).toContain(large?.status)
  const strangers = Array.from({ length: 50 }, (_, index) => ask({ agentId: '', token: `${index}`.repeat(20) }))
  const answers = await Promise.all(strangers.map(({ answer }) => answer))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]))
})

it('lets 500 agents wait, tells further ones when to call again, and answers all of them when it stops', async () => {
  const calls: (ReturnType<typeof ask> & { agent: Joined; isAnswered: boolean })[] = []
  for (const agent of agents.slice(2)) {
    const call = { agent, ...ask(agent), isAnswered: false }
    call.answer.then(() => Object.assign(call, { isAnswered: true })).catch(() => undefined)
    calls.push(call)
    // A network has 250 connections that are not authenticated yet.
    if (calls.length % 50 === 0) await call.connected
  }
  const waiting = () => calls.filter(({ isAnswered }) => !isAnswered)
  await waitFor(() => waiting().length === waitingMax, { what: `${waitingMax} waiting agents`, timeoutMs: 60_000 })
  const [gone, wanted, deleted, ...others] = waiting()
  if (!gone || !wanted || !deleted) throw new Error('no agent waits')
  const refused = calls.filter(({ isAnswered }) => isAnswered)
  const later = await Promise.all(refused.map(async ({ answer }) => (await answer).retryAfter ?? 0))
  expect(Math.min(...later)).toBeGreaterThanOrEqual(60)
  expect(Math.max(...later)).toBeLessThan(70)
  expect(new Set(later).size).toBeGreaterThan(1)
  expect(await isResponsive()).toBe(200)

  gone.cut()
  const isPlaceFree = async () => {
    const agent = refused.pop()?.agent
    if (!agent) throw new Error('the place of an agent that went away was not given again')
    // An agent that is wanted is answered at once, with a place or without.
    await up.api.post(`/api/v1/agents/${agent.agentId}/snapshot`, undefined)
    const { body, retryAfter } = await ask(agent).answer
    expect(JSON.parse(body)).toEqual({ snapshotWanted: true })
    return retryAfter === undefined
  }
  await waitFor(isPlaceFree, { what: 'the place of an agent that went away', intervalMs: 50 })

  await up.api.post(`/api/v1/agents/${wanted.agent.agentId}/snapshot`, undefined)
  expect(JSON.parse((await wanted.answer).body)).toEqual({ snapshotWanted: true })
  await up.api.call('DELETE', `/api/v1/agents/${deleted.agent.agentId}`)
  expect((await deleted.answer).status).toBe(401)

  await up.stop()
  const ends = await Promise.all(others.map(({ answer }) => answer))
  expect(ends.filter(({ status }) => status !== 200)).toEqual([])
}, 120_000)
