import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '@rollcall/shared/node/durable-files.ts'
import { Client } from 'pg'
import { z } from 'zod'
import { type ApiClient, connectApi, fetchToken } from '../../harness/api-client.ts'
import { startBalancer } from '../../harness/balancer.ts'
import type { NatsCluster } from '../../harness/nats-cluster.ts'
import { freePort } from '../../harness/ports.ts'
import { startPostgres } from '../../harness/postgres.ts'
import { type RunningProcess, startProcess } from '../../harness/processes.ts'
import { createRegistration, launcher, testServersAllowed, withoutSettings } from '../../harness/rollcall.ts'
import { waitFor } from '../../harness/wait.ts'
import { startOwnNats } from './own-nats.ts'

/** Two collectors on one PostgreSQL server and one NATS cluster, behind HAProxy, as docs/operations.md teaches. */
export type Collectors = AsyncDisposable & {
  /** Address of the balancer, and the CA of the collectors. */
  facts: { url: string; caFile: string; username: string; password: string }
  /** As an Administrator, through the balancer. */
  api: ApiClient
  /** Token of that Administrator. */
  token: string
  /** As that Administrator, at each collector itself. */
  apis: readonly [ApiClient, ApiClient]
  /** Ends a collector, by default as a crash would. */
  kill: (index: number, signal?: NodeJS.Signals) => Promise<void>
  /** Starts a collector, by default this build; resolves when it is ready. */
  start: (index: number, script?: string) => Promise<void>
  /** Log of a collector since its start. */
  log: (index: number) => string
  /** Resolves when the balancer has a collector to send requests to. */
  untilServed: () => Promise<unknown>
  nats: NatsCluster
  sql: Database['query']
}

/** A PostgreSQL database, or a pair of servers with one. */
export type Database = {
  url: string
  query: (text: string) => Promise<Record<string, unknown>[]>
  stop: () => Promise<void>
}

type CollectorsOptions = {
  /** Default: one of a server of its own. `stop` of the collectors stops it. */
  database?: Database
}

const readySchema = z.object({ username: z.string(), password: z.string().optional() })

export async function startCollectors(folder: string, options: CollectorsOptions = {}): Promise<Collectors> {
  const dirs = [join(folder, 'collector-1'), join(folder, 'collector-2')] as const
  const [first, second] = dirs
  const [firstPort, secondPort, balancerPort] = [await freePort(), await freePort(), await freePort()]
  const ports = [firstPort, secondPort]
  const database = options.database ?? (await createDatabase())
  const nats = await startOwnNats(join(folder, 'nats'), first, { ROLLCALL_DATABASE_URL: database.url })
  const settings = {
    ...nats.env,
    ROLLCALL_PUBLIC_HOSTS: `127.0.0.1:${balancerPort}`,
    ROLLCALL_TRUSTED_PROXIES: '127.0.0.1',
  }
  const running: RunningProcess[] = []
  const start = async (index: number, script = launcher.script) => {
    const args = ['collector', 'run', '--json', '--data-dir', dirs[index] ?? '', '--port', `${ports[index]}`]
    running[index] = await startProcess({
      program: launcher.program,
      args: [script, ...args],
      env: { ...withoutSettings(), ...testServersAllowed, ...settings },
      ready: /"ready"/,
      readyTimeoutMs: 60_000,
    })
  }
  await start(0)
  // Its only secret: the second collector reads the rest in the database.
  await makeFolder(second)
  await copyFile(join(first, 'master.key'), join(second, 'master.key'))
  await start(1)
  const tlsDir = join(first, 'tls')
  const collectors = [`127.0.0.1:${firstPort}`, `127.0.0.1:${secondPort}`] as const
  const balancer = await startBalancer(join(folder, 'haproxy'), { port: balancerPort, collectors, tlsDir })

  const [ready] = (running[0]?.stdout() ?? '').split('\n')
  const { username, password = '' } = readySchema.parse(JSON.parse(ready ?? ''))
  const caFile = join(tlsDir, 'ca.pem')
  const urlOf = (port: number) => ({ url: `https://127.0.0.1:${port}`, caFile })
  const registration = await createRegistration(first, urlOf(firstPort))
  const facts = { ...urlOf(balancerPort), username, password }
  const anyone = await connectApi(facts)
  const untilServed = () => waitFor(async () => (await anyone.get('/readyz')).status === 200, { what: 'the balancer' })
  await untilServed()
  const connect = (port: number) => connectApi(urlOf(port), registration)
  const api = await connect(balancerPort)
  return {
    facts,
    api,
    apis: [await connect(firstPort), await connect(secondPort)],
    token: await fetchToken(api.call, registration),
    kill: async (index, signal = 'SIGKILL') => void (await running[index]?.stop(signal, 40_000)),
    start,
    log: (index) => running[index]?.stderr() ?? '',
    untilServed,
    nats: nats.cluster,
    sql: database.query,
    [Symbol.asyncDispose]: async () => {
      await balancer.stop()
      await Promise.all(running.map((each) => each.exit() ?? each.stop('SIGTERM', 40_000)))
      await nats.cluster.stopAll()
      await database.stop()
    },
  }
}

async function createDatabase(): Promise<Database> {
  const postgres = await startPostgres()
  const url = await postgres.createDatabase()
  const client = new Client({ connectionString: url, application_name: 'test' })
  await client.connect()
  return {
    url,
    query: async (text) => (await client.query(text)).rows,
    async stop() {
      await client.end()
      await postgres.stop()
    },
  }
}
