import { agentJoinedSchema } from '@rollcall/shared/messages/enrollment.ts'
import { type Answer, Connection } from './connection.ts'
import { AgentRequest, type Fleet, type Joined, type Releases, type Upgraded } from './fleet.ts'
import { answerRequests } from './ipc.ts'

/** The process of the clients: what it is asked to do, one after the other. */
export type AgentsVerbs = {
  connect(input: { url: string; caPem: string; clients: number }): Promise<void>
  /** So many agents join. */
  join(input: { secret: string; count: number }): Promise<Joined[]>
  /** Makes the requests of a fleet ready. Returns the bytes of a body. */
  prepare(input: { name: string; fleet: Fleet }): Promise<number>
  /** Each client sends for its share of the devices, in turn, until each has sent `visits` times or time is up. */
  run(input: RunInput): Promise<RunResult>
}

export type RunInput = {
  fleet: string
  secondsMax: number
  visits?: number
  /** Package that is upgraded from send to send. */
  upgrades?: Upgraded
  keepsIds?: boolean
}
export type RunResult = {
  seconds: number
  times: number[]
  /** Answers of another status than 201, and sends that broke off. */
  errors: string[]
  /** Ids of the confirmed snapshots, if requested. */
  snapshotIds: string[]
}

const fleets = new Map<string, AgentRequest[]>()
let collector = { url: '', caPem: '', clients: 0 }
let host = ''
const releases: Releases = { common: 0, rare: 0 }

const verbs: AgentsVerbs = {
  async connect(input) {
    collector = input
    host = new URL(input.url).host
  },

  async join({ secret, count }) {
    const joined: Joined[] = []
    let requested = 0
    const connections = await openConnections()
    const joinOn = async (connection: Connection) => {
      while (requested < count) {
        const body = JSON.stringify({ secret, hostname: `bench-${++requested}`, version: '0.1.0' })
        const head = `POST /api/agent/join HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`
        const answer = await connection.send(Buffer.from(`${head}\r\n\r\n${body}`))
        if (answer.status !== 201) throw new Error(`an agent could not join: ${answer.status} ${answer.body}`)
        joined.push(agentJoinedSchema.parse(JSON.parse(answer.body)))
      }
    }
    await Promise.all(connections.map(joinOn))
    for (const connection of connections) connection.close()
    return joined
  },

  async prepare({ name, fleet: { first, packages, agents } }) {
    const requests = agents.map((agent, index) => new AgentRequest(first + index, packages, agent, host))
    fleets.set(name, requests)
    return requests.reduce((sum, { bodyBytes }) => sum + bodyBytes, 0) / requests.length
  },

  async run({ fleet, secondsMax, visits = Number.POSITIVE_INFINITY, upgrades, keepsIds = false }) {
    const requests = fleets.get(fleet) ?? []
    const result: RunResult = { seconds: 0, times: [], errors: [], snapshotIds: [] }
    const connections = await openConnections()
    const startedAt = performance.now()
    const endsAt = startedAt + secondsMax * 1000
    const work = async (connection: Connection, client: number) => {
      for (let turn = 0; turn < visits; turn++) {
        const now = upgrades ? { ...releases, [upgrades]: releases[upgrades] + turn + 1 } : releases
        for (let index = client; index < requests.length; index += connections.length) {
          const sentAt = performance.now()
          if (sentAt >= endsAt) return
          const answer = await connection.send(requests[index]?.bytesOf(now) ?? Buffer.alloc(0))
          result.times.push(performance.now() - sentAt)
          note(answer, keepsIds, result)
        }
      }
    }
    const ended = await Promise.allSettled(connections.map(work))
    for (const end of ended) if (end.status === 'rejected') result.errors.push(String(end.reason))
    result.seconds = (performance.now() - startedAt) / 1000
    for (const connection of connections) connection.close()
    // None of what was sent in this run is the same as what another sends.
    if (upgrades) releases[upgrades] += 1_000
    return result
  },
}

answerRequests(verbs)

/** One for each client; none outlives what it was asked for, as the collector cuts those that are long idle. */
function openConnections(): Promise<Connection[]> {
  const { url, caPem, clients } = collector
  return Promise.all(Array.from({ length: clients }, () => Connection.open(new URL(url), caPem)))
}

function note({ status, body }: Answer, keepsIds: boolean, { errors, snapshotIds }: RunResult): void {
  if (status !== 201) errors.push(`${status} ${body}`)
  else if (keepsIds) snapshotIds.push((JSON.parse(body) as { snapshotId: string }).snapshotId)
}
