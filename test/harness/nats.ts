import { join } from 'node:path'
import { type Metrics, noMetrics } from '@rollcall/collector/lib/metrics.ts'
import {
  type Credentials,
  mintServiceUser,
  type ServiceUser,
  systemCredentials,
} from '@rollcall/collector/messaging/accounts.ts'
import { type Claims, createClaims } from '@rollcall/collector/messaging/claims.ts'
import { loadMessagingKeys, type MessagingKeys } from '@rollcall/collector/messaging/keys.ts'
import { type EmbeddedServer, startNatsServer } from '@rollcall/collector/messaging/server.ts'
import { trustLines } from '@rollcall/collector/messaging/server-config.ts'
import { currentClaims, loadServiceAccount } from '@rollcall/collector/messaging/service-accounts.ts'
import { ensureCertificates } from '@rollcall/collector/operations/certificates/ensure-certificates.ts'
import { migrate } from '@rollcall/collector/store/migrations.ts'
import { openStore } from '@rollcall/collector/store/open.ts'
import type { Store } from '@rollcall/collector/store/store.ts'
import { makeVault, type Vault } from '@rollcall/collector/store/vault.ts'
import { connectForever, type Link, type NatsOptions } from '@rollcall/shared/node/nats-connect.ts'
import { findTool, toolsDirOf } from '@rollcall/shared/node/tools.ts'
import { type Logger, pino } from 'pino'
import { claimsDir, startNatsCluster } from './nats-cluster.ts'
import { startNatsOverHttps } from './nats-websocket.ts'
import { freePort } from './ports.ts'
import { tmpFolder } from './tmp.ts'
import { waitFor } from './wait.ts'

const toolsDir = toolsDirOf(join(import.meta.dirname, '..', '..'))

/** Part of the collector context that messaging uses, on its own database in a temporary folder. */
export type MessagingContext = {
  store: Store
  vault: Vault
  clock: { now(): Date }
  log: Logger
  metrics: Metrics
  wakeOutbox(): void
}

export type TestNats = {
  ctx: MessagingContext
  keys: MessagingKeys
  /** The temporary folder that holds all of it. */
  folder: string
  url: string
  caPem: string
  port: number
  natsServerPath: string
  /** The server's process; another one after a crash. */
  pid(): number | undefined
  /** A connection as this user; closed by `stop`. */
  connect(credentials: Credentials, options?: Partial<NatsOptions>): Promise<Link>
  /** The way over WebSocket on an HTTPS port, as options of a connection. Only for the embedded server. */
  overHttps(): Promise<Pick<NatsOptions, 'servers' | 'openWebSocket'>>
  /** Changes the claims of accounts. */
  claims: Claims
  /** Audit Services that may connect; `admit` adds to them. */
  services: ServiceUser[]
  /** Makes the account of an Audit Service, and its user JWT. */
  admit(service: ServiceUser, secondsValid?: number): Promise<string>
  /** Stops all servers; what they stored stays. */
  stopServer(): Promise<void>
  startServer(): Promise<void>
  stop(): Promise<void>
}

/** A real nats-server, as the collector starts it, on a free port; or a cluster of a customer. */
export async function startTestNats({ isCluster = false } = {}): Promise<TestNats> {
  const { path: folder, remove } = await tmpFolder()
  const ctx = await messagingContext(folder)
  const keys = await loadMessagingKeys(ctx)
  const natsServerPath = natsServerProgram()
  const port = await freePort()
  const { caPem, chainFile, keyFile } = await ensureCertificates({
    dataDir: folder,
    own: undefined,
    extraHosts: [],
    mayMakeCa: true,
    log: { warn: () => undefined },
    now: new Date(),
  })
  const options = { dir: join(folder, 'nats'), host: '127.0.0.1', port, certFile: chainFile, keyFile, caPem }
  const services: ServiceUser[] = []
  const start = () => startNatsServer(ctx, keys, { ...options, natsServerPath }, async () => services)
  const cluster = isCluster
    ? await startNatsCluster({
        program: natsServerPath,
        folder,
        certFile: chainFile,
        keyFile,
        trustLines: await trustLines(keys, await currentClaims(ctx, keys, []), claimsDir),
      })
    : undefined
  let server: EmbeddedServer | undefined = cluster ? undefined : await start()
  const urls = cluster?.urls ?? [`tls://127.0.0.1:${port}`]
  const [url = ''] = urls
  const links: Link[] = []
  let https: Awaited<ReturnType<typeof startNatsOverHttps>> | undefined
  const stopServer = async () => {
    await cluster?.stopAll()
    await server?.stop()
    server = undefined
  }
  const connect: TestNats['connect'] = async (credentials, options = {}) => {
    const link = await connectForever(
      { servers: urls, caPem, name: 'test', ...credentials, ...options },
      { log: ctx.log, signal: AbortSignal.timeout(20_000) },
    )
    links.push(link)
    return link
  }
  const system = await connect(await systemCredentials(keys))
  const claims = createClaims(ctx, keys, { connection: () => system.nc, listServices: async () => services })
  return {
    ctx,
    keys,
    folder,
    url,
    caPem,
    port,
    natsServerPath,
    pid: () => server?.pid(),
    connect,
    async overHttps() {
      const webSocketPort = () => server?.webSocketPort()
      https ??= await startNatsOverHttps({ keyFile, chainFile, caPem, webSocketPort })
      return https.way
    },
    claims,
    services,
    async admit(service, secondsValid) {
      services.push(service)
      // A test may just have restarted the server.
      await waitFor(() => system.isConnected(), { what: 'the system connection', timeoutMs: 20_000 })
      await claims.open(service)
      return mintServiceUser(keys, await loadServiceAccount(ctx, service), service, secondsValid)
    },
    stopServer,
    async startServer() {
      if (cluster) await cluster.startAll()
      else server = await start()
    },
    async stop() {
      await Promise.all(links.map(({ nc }) => nc.close()))
      await https?.stop()
      await stopServer()
      await ctx.store.close()
      await remove()
    },
  }
}

export async function messagingContext(folder: string): Promise<MessagingContext> {
  const store = await openStore({ engine: 'sqlite', file: join(folder, 'rollcall.db') })
  await migrate(store)
  return {
    store,
    vault: makeVault(join(folder, 'master.key')),
    clock: { now: () => new Date() },
    log: pino({ level: 'silent' }),
    metrics: noMetrics,
    wakeOutbox: () => undefined,
  }
}

export function natsServerProgram(): string {
  const path = findTool('nats-server', toolsDir)
  if (path === undefined) throw new Error('nats-server is not installed; `npm test` fetches one into .tools')
  return path
}
