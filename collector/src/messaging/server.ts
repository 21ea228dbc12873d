import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { messageOf, OperatorError } from '@rollcall/shared/errors.ts'
import { createBackoff } from '@rollcall/shared/node/backoff.ts'
import { connectOnce } from '@rollcall/shared/node/nats-connect.ts'
import type { SystemContext } from '../lib/context.ts'
import { type ServiceUser, systemCredentials } from './accounts.ts'
import type { MessagingKeys } from './keys.ts'
import { configFileOf, type NatsServerConfig, writeServerConfig } from './server-config.ts'
import { endOrphans } from './server-orphan.ts'
import { type ServerProcess, spawnServer } from './server-process.ts'
import { checkServerVersion } from './server-version.ts'
import { currentClaims } from './service-accounts.ts'

export type EmbeddedServer = {
  port: number
  /** Returns the port for WebSockets on the loopback address; another one after a crash. */
  webSocketPort(): number
  /** Returns the current process; another one after a crash. */
  pid(): number | undefined
  /** Makes the server read its configuration and certificate again (SIGHUP). */
  reload(): void
  stop(): Promise<void>
}

export type EmbeddedServerOptions = Omit<NatsServerConfig, 'webSocketPort'> & {
  natsServerPath: string
  /** `checkNatsServer` has run. */
  isChecked?: boolean
  /** CA for the connection that checks whether the server is up. */
  caPem: string
  /** Name by which the collector verifies the certificate; absent if it names the address. */
  serverName?: string | undefined
}

type ServerContext = Pick<SystemContext, 'store' | 'vault' | 'clock' | 'log'>

const readyMsMax = 30_000
const endMsMax = 10_000
/** Time to wait for the port: the server of a collector that has just ended may still hold it. */
const portWaitMsMax = 5_000
/** Length of a successful run: after it the next crash is restarted at once. */
const stableMs = 60_000

/**
 * Finds out what would keep a nats-server from its start, and ends one that a killed collector has left. Rejects with an
 * OperatorError with the remedy.
 */
export async function checkNatsServer(
  { dir, host, port, natsServerPath }: Pick<EmbeddedServerOptions, 'dir' | 'host' | 'port' | 'natsServerPath'>,
  log: ServerContext['log'],
): Promise<void> {
  await checkServerVersion(natsServerPath)
  await endOrphans(configFileOf(dir), log)
  await usablePort(host, port)
}

/**
 * Starts a nats-server and restarts it after crashes, until `stop`. Resolves when it answers; rejects with an
 * OperatorError with the remedy if it cannot be started.
 */
export async function startNatsServer(
  ctx: ServerContext,
  keys: MessagingKeys,
  options: EmbeddedServerOptions,
  listServices: () => Promise<ServiceUser[]>,
): Promise<EmbeddedServer> {
  const { dir, host, natsServerPath } = options
  const configFile = configFileOf(dir)
  if (!options.isChecked) await checkNatsServer(options, ctx.log)
  const config = { ...options, port: await usablePort(host, options.port) }

  const stopping = new AbortController()
  let webSocketPort = 0
  const start = async () => {
    webSocketPort = await freePort('127.0.0.1', 0)
    await writeServerConfig({ ...config, webSocketPort }, keys, await currentClaims(ctx, keys, await listServices()))
    return spawnServer(natsServerPath, configFile, ctx.log)
  }
  let current: ServerProcess | undefined = await start()
  try {
    await untilReady(current, keys, config, ctx)
  } catch (error) {
    await current.end(endMsMax)
    throw error
  }

  const supervise = async () => {
    // A start is cheap, and nothing is stored until it succeeds, so retry soon, however long the disk was full.
    const backoff = createBackoff({ baseMs: 500, maxMs: 2_000 })
    while (!stopping.signal.aborted) {
      const startedAt = performance.now()
      const how = current ? await current.exited : 'it could not be started'
      if (stopping.signal.aborted) return
      ctx.log.error({ how, lastLines: current?.lastLines() }, 'nats-server stopped; restarting it')
      if (performance.now() - startedAt > stableMs) backoff.reset()
      await backoff.wait(stopping.signal, 100).catch(() => undefined)
      if (stopping.signal.aborted) return
      current = await start().catch((error: unknown) => {
        ctx.log.error({ err: error }, 'nats-server cannot be started')
        return undefined
      })
    }
  }
  const supervision = supervise()

  return {
    port: config.port,
    webSocketPort: () => webSocketPort,
    pid: () => current?.pid,
    reload: () => {
      if (current) process.kill(current.pid, 'SIGHUP')
    },
    async stop() {
      stopping.abort()
      await current?.end(endMsMax)
      await supervision
      // A restart may be in progress.
      await current?.end(endMsMax)
    },
  }
}

/** Waits until the port can be used; chooses a free one for 0. */
async function usablePort(host: string, port: number): Promise<number> {
  const deadline = performance.now() + portWaitMsMax
  for (;;) {
    try {
      return await freePort(host, port)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      if (code !== 'EADDRINUSE' || performance.now() > deadline) throw portError(error, host, port)
    }
    await delay(100)
  }
}

async function freePort(host: string, port: number): Promise<number> {
  const probe = createServer()
  return new Promise<number>((resolve, reject) => {
    probe.once('error', reject)
    probe.listen({ host, port, exclusive: true }, () => {
      const address = probe.address()
      const free = typeof address === 'object' && address ? address.port : port
      probe.close(() => resolve(free))
    })
  })
}

function portError(error: unknown, host: string, port: number): OperatorError {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const use = 'choose another port with --nats-port or ROLLCALL_NATS_PORT'
  if (code === 'EADDRINUSE') return new OperatorError(`port ${port} for NATS is used by another program: ${use}`)
  if (code === 'EACCES') return new OperatorError(`port ${port} for NATS may not be used by this user: ${use}`)
  return new OperatorError(`NATS cannot listen on ${host} port ${port}: ${messageOf(error)}`)
}

/**
 * Waits for an answer. The server listens only after JetStream has read its files, so an answer means that all of it is
 * up.
 */
async function untilReady(
  server: ServerProcess,
  keys: MessagingKeys,
  options: EmbeddedServerOptions,
  { log }: ServerContext,
): Promise<void> {
  const link = {
    servers: [`tls://${addressToDial(options.host)}:${options.port}`],
    caPem: options.caPem,
    serverName: options.serverName,
    name: 'collector-ready',
    ...(await systemCredentials(keys)),
  }
  const ended = server.exited.then((how) => {
    const lastError =
      server.lastLines().findLast((line) => /\[(FTL|ERR)\]/.test(line)) ?? server.lastLines().at(-1) ?? ''
    throw new OperatorError(`nats-server does not start (${how}): ${lastError.replace(/^.*\[[A-Z]{3}\] /, '')}`)
  })
  const deadline = performance.now() + readyMsMax
  for (;;) {
    try {
      const { nc } = await Promise.race([connectOnce(link, log), ended])
      await nc.close()
      return
    } catch (error) {
      if (error instanceof OperatorError) throw error
      if (performance.now() > deadline) {
        throw new OperatorError(`nats-server does not answer on port ${options.port}: ${messageOf(error)}`)
      }
    }
    await Promise.race([delay(50), ended])
  }
}

/** Returns the address at which this machine reaches a server that listens on `host`. */
export function addressToDial(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}
