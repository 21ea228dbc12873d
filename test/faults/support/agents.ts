import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { joinTokenSchema } from '@rollcall/shared/api/join-token.ts'
import { messageOf } from '@rollcall/shared/errors.ts'
import { newId } from '@rollcall/shared/ids.ts'
import type { ObservationInput } from '@rollcall/shared/inventory/observation.ts'
import { agentJoinedSchema } from '@rollcall/shared/messages/enrollment.ts'
import { parseJoinToken } from '@rollcall/shared/messages/join-token.ts'
import { createClient, type HttpClient, type HttpResponse } from '@rollcall/shared/node/pinned-client.ts'
import { z } from 'zod'
import { observe } from '../../bench/dataset/devices.ts'
import { allDevices } from '../../flows/support/inventory.ts'
import type { ApiClient } from '../../harness/api-client.ts'
import type { Up } from '../../harness/rollcall.ts'
import { waitFor } from '../../harness/wait.ts'
import { snapshotsOf } from './result-ledger.ts'

/** Answer to a stored snapshot. */
export const storedSchema = z.object({ snapshotId: z.string(), deviceId: z.string() })
/** Between two tries of an agent that gets no answer. */
const retryMs = 100

type Sent = { observation: ObservationInput; acceptedAs?: string }

/** Between two snapshots of an agent. */
const pauseMsDefault = 20

/** One agent that sends snapshot after snapshot, each again until it is accepted. */
class TestAgent {
  readonly #client: HttpClient
  readonly #number: number
  readonly #joined: { agentId: string; token: string }
  #lastAtMs = 0
  /** Everything it sent, whether it was accepted or not. */
  readonly sent: Sent[] = []
  /** Reasons for which sends were not accepted. */
  readonly failures: string[] = []

  readonly #pauseMs: number

  constructor(client: HttpClient, number: number, joined: { agentId: string; token: string }, pauseMs: number) {
    this.#pauseMs = pauseMs
    this.#client = client
    this.#number = number
    this.#joined = joined
  }

  /** Sends what is not accepted yet, then new snapshots, until the signal. A send under way is left alone. */
  async send(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const next = this.sent.find(({ acceptedAs }) => acceptedAs === undefined) ?? this.#observe()
      const pause = (await this.#trySend(next)) ? this.#pauseMs : retryMs
      await delay(pause, undefined, { signal }).catch(() => undefined)
    }
  }

  /** Sends again what is not accepted yet; true when nothing is left. */
  async sendRest(): Promise<boolean> {
    for (const sent of this.sent) if (sent.acceptedAs === undefined && !(await this.#trySend(sent))) return false
    return true
  }

  /** Sends what was accepted before once more, as an agent does that never got the answer. */
  async sendAgain(sent: Sent): Promise<string> {
    return storedSchema.parse(JSON.parse((await this.#post(sent)).body.toString('utf8'))).snapshotId
  }

  #observe(): Sent {
    const seen = observe(this.#number, this.sent.length % 8, { packages: 20 })
    this.#lastAtMs = Math.max(Date.now(), this.#lastAtMs + 1)
    const observation = {
      ...seen,
      id: newId(),
      observedAt: new Date(this.#lastAtMs).toISOString(),
      identity: { ...seen.identity, agentId: this.#joined.agentId },
    }
    const sent: Sent = { observation }
    this.sent.push(sent)
    return sent
  }

  async #trySend(sent: Sent): Promise<boolean> {
    let answer: HttpResponse
    try {
      answer = await this.#post(sent)
    } catch (error) {
      this.failures.push(messageOf(error))
      return false
    }
    if (answer.status === 200 || answer.status === 201) {
      sent.acceptedAs = storedSchema.parse(JSON.parse(answer.body.toString('utf8'))).snapshotId
      return true
    }
    this.failures.push(`${answer.status} ${answer.body}`)
    return false
  }

  #post({ observation }: Sent): Promise<HttpResponse> {
    return this.#client({
      method: 'POST',
      path: '/api/agent/snapshots',
      headers: {
        Authorization: `Bearer ${this.#joined.token}`,
        'User-Agent': 'rollcall-agent/0.1.0',
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(observation),
    })
  }
}

/** Agents that send at once, and the ledger of what the collector accepted of them. */
export type AgentFleet = {
  /** They send until `stop`, which resolves when no send is under way. */
  start: () => { stop: () => Promise<void> }
  accepted: () => number
  /** All reasons for which sends were not accepted. */
  failures: () => string[]
  /** Returns the reasons since the last call. */
  takeFailures: () => string[]
  /** Resolves when everything that was ever sent is accepted. */
  sendRest: () => Promise<void>
  /** Sends the last accepted snapshot of each agent once more, which must change nothing. */
  sendLastAgain: () => Promise<void>
  /** Compares the ledger with what the store shows: how many accepted snapshots are lost, how many are there twice. */
  compare: (up: Pick<Up, 'api'>) => Promise<{ lost: number; doubled: number }>
}

/** A collector as its clients reach it. */
export type Reached = { api: ApiClient; facts: Pick<Up['facts'], 'url' | 'caFile'> }

/** So many agents join the collector and wait. */
export async function joinAgents(up: Reached, count: number, pauseMs = pauseMsDefault): Promise<AgentFleet> {
  const body = { for: 'agent', uses: count, ttlSeconds: 3600 }
  const { token } = await up.api.create('/api/v1/join-tokens', body, joinTokenSchema)
  const secret = parseJoinToken(token)?.secret
  const client = createClient({ url: up.facts.url, caPem: await readFile(up.facts.caFile, 'utf8') })
  const join = async (_: unknown, index: number) => {
    const answer = await client({
      method: 'POST',
      path: '/api/agent/join',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ secret, hostname: `fault-${index}`, version: '0.1.0' }),
    })
    return new TestAgent(client, index + 1, agentJoinedSchema.parse(JSON.parse(answer.body.toString('utf8'))), pauseMs)
  }
  const agents = await Promise.all(Array.from({ length: count }, join))
  const acceptedOf = (agent: TestAgent) => agent.sent.filter(({ acceptedAs }) => acceptedAs !== undefined)
  return {
    start: () => {
      const stopping = new AbortController()
      const sending = Promise.all(agents.map((agent) => agent.send(stopping.signal)))
      return {
        stop: async () => {
          stopping.abort()
          await sending
        },
      }
    },
    accepted: () => agents.reduce((sum, agent) => sum + acceptedOf(agent).length, 0),
    failures: () => agents.flatMap(({ failures }) => failures),
    takeFailures: () => agents.flatMap(({ failures }) => failures.splice(0)),
    sendRest: async () => {
      const send = async () => {
        const done = await Promise.all(agents.map((agent) => agent.sendRest()))
        if (done.includes(false))
          throw new Error(`not accepted: ${agents.flatMap(({ failures }) => failures.slice(-1))}`)
        return true
      }
      await waitFor(send, { what: 'every snapshot to be accepted', timeoutMs: 60_000, intervalMs: retryMs })
    },
    sendLastAgain: async () => {
      const differing = agents.map(async (agent) => {
        const last = acceptedOf(agent).at(-1)
        return last && (await agent.sendAgain(last)) !== last.acceptedAs ? [last.observation.id] : []
      })
      const doubled = (await Promise.all(differing)).flat()
      if (doubled.length > 0) throw new Error(`stored a second time: ${doubled}`)
    },
    compare: async ({ api }) => {
      const stored = await storedSnapshots(api)
      const lost = agents.flatMap(acceptedOf).filter(({ acceptedAs = '' }) => !stored.ids.has(acceptedAs))
      return { lost: lost.length, doubled: stored.doubled }
    },
  }
}

/** The ids of all snapshots, and how many are the second one of a device at a time. */
export async function storedSnapshots(api: ApiClient): Promise<{ ids: Set<string>; doubled: number }> {
  const ids = new Set<string>()
  let doubled = 0
  for (const device of await allDevices(api)) {
    const snapshots = await snapshotsOf(api, device.id)
    for (const { id } of snapshots) ids.add(id)
    doubled += snapshots.length - new Set(snapshots.map(({ auditDate }) => auditDate)).size
  }
  return { ids, doubled }
}
