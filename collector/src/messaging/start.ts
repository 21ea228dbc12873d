import { jetstreamManager } from '@nats-io/jetstream'
import { messageOf } from '@rollcall/shared/errors.ts'
import { createBackoff } from '@rollcall/shared/node/backoff.ts'
import { connectForever, type Link } from '@rollcall/shared/node/nats-connect.ts'
import type { SystemContext } from '../lib/context.ts'
import type { OutboxHandler } from '../outbox/dispatcher.ts'
import { revokeKind } from '../scanning/audit-services/revoke-access.ts'
import { collectorCredentials, mintServiceUser, type ServiceUser, systemCredentials } from './accounts.ts'
import { type Claims, createClaims } from './claims.ts'
import { consumePoison } from './crashing-tasks.ts'
import { loadMessagingKeys } from './keys.ts'
import { type LiveSink, subscribeLive } from './live.ts'
import { createResultStreams, type ResultBacklog, readResultBacklogs } from './result-streams.ts'
import { createResultHandler, type ReadResults, type ResultSink } from './results.ts'
import { addressToDial, checkNatsServer, type EmbeddedServerOptions, startNatsServer } from './server.ts'
import { loadServiceAccount } from './service-accounts.ts'
import { createStreamsEnsurer, ensureServiceQueues, removeServiceConsumer } from './streams.ts'
import { cancelHandler, sendCancel, type TaskSource, taskHandler } from './tasks.ts'
import { openParking } from './unacceptable-results.ts'
import { startUpkeep, type Upkeep } from './upkeep.ts'

export type MessagingOptions = {
  /** The embedded server, or the operator's own servers that trust the collector's operator key (`trustLines`). */
  server: ({ kind: 'embedded' } & EmbeddedServerOptions) | { kind: 'own'; servers: string[]; caPem?: string }
  /** Folder of poison messages. */
  parkedDir: string
}

export type MessagingPorts = TaskSource &
  LiveSink & {
    results: ResultSink
    /** Unpacks and checks a result; rejects with a DomainError. */
    readResult: ReadResults
    /** Lists every Audit Service that may connect, with its current key. */
    listServices(): Promise<ServiceUser[]>
    /** Sends every unfinished task again. */
    resendTasks(): Promise<void>
  }

type Admission = {
  userJwt: string
  taskSigningKey: string
  collectorCurveKey: string
  /** CA of the operator's own servers, as in `serviceJoinedSchema`. */
  natsCaPem?: string | null
}

export type Messaging = {
  /** Handlers of the kinds `task`, `cancel` and `revoke`, for the dispatcher. */
  outboxHandlers: Record<string, OutboxHandler>
  /** URLs at which the collector reaches NATS, with the embedded server's actual port. */
  servers: string[]
  /** Returns the embedded server's port for WebSockets on the loopback address. */
  webSocketPort(): number | undefined
  isConnected(): boolean
  /** Lists the results that wait in NATS. Rejects while NATS is unreachable. */
  resultBacklogs(): Promise<ResultBacklog[]>
  /**
   * Gives an Audit Service its user JWT, and the keys and the CA that it trusts. Its account and queue are created if
   * NATS answers.
   */
  admitService(service: ServiceUser): Promise<Admission>
  /** Repeats a cancel to a service that still runs the task. Does nothing while NATS is unreachable. */
  cancelAgain(serviceId: string, taskId: string): Promise<void>
  /** Makes the embedded server read its certificate again. */
  reloadCertificates(): void
  /** Takes no more work, waits for current work, and ends the embedded server. */
  stop(): Promise<void>
}

/** Short, since there is one collector and all services wait for it. */
const redialMsMax = 1_000

type MessagingContext = Pick<SystemContext, 'store' | 'vault' | 'clock' | 'log' | 'metrics'>

/** Returns options that need no further check. Rejects with an OperatorError if the embedded server could not start. */
export async function checkMessaging(
  options: MessagingOptions,
  log: MessagingContext['log'],
): Promise<MessagingOptions> {
  const { server } = options
  if (server.kind === 'own') return options
  await checkNatsServer(server, log)
  return { ...options, server: { ...server, isChecked: true } }
}

/**
 * Starts all work over NATS. Resolves when the embedded server answers. It does not wait for the operator's own
 * servers: until they answer, tasks wait in the outbox and results in the services.
 */
export async function startMessaging(
  ctx: MessagingContext,
  options: MessagingOptions,
  ports: MessagingPorts,
): Promise<Messaging> {
  const { server } = options
  const { log } = ctx
  const keys = await loadMessagingKeys(ctx)
  const park = openParking(options.parkedDir)
  const embedded = server.kind === 'embedded' ? await startNatsServer(ctx, keys, server, ports.listServices) : undefined
  const servers = server.kind === 'own' ? server.servers : [`tls://${addressToDial(server.host)}:${embedded?.port}`]
  const serverName = server.kind === 'embedded' ? server.serverName : undefined
  const target = { servers, caPem: server.caPem, serverName, redialMsMax }

  const stopping = new AbortController()
  let systemLink: Link | undefined
  let liveLink: Link | undefined
  let link: (Link & { ensureStreams(): Promise<void> }) | undefined
  let upkeep: Upkeep | undefined
  let workers: { stop(): Promise<void> }[] = []
  const connection = (): Link['nc'] => connectionOf(link)
  const claims = createClaims(ctx, keys, {
    connection: () => connectionOf(systemLink),
    listServices: ports.listServices,
  })

  const onFlood = (serviceId: string) => {
    claims.mute(serviceId).catch((error: unknown) => {
      log.warn(
        { serviceId, reason: messageOf(error) },
        'an Audit Service that floods the collector could not be muted yet',
      )
    })
  }

  const run = async () => {
    const connect = { log, signal: stopping.signal }
    systemLink = await connectForever(
      { ...target, ...(await systemCredentials(keys)), name: 'collector-system' },
      connect,
    )
    // The operator's own servers get the accounts and revocations before they are used.
    if (!embedded) await repairUntilDone(claims, ctx, stopping.signal)
    const connected = await connectForever(
      { ...target, ...(await collectorCredentials(keys)), name: 'collector' },
      connect,
    )
    // A server disconnects a client that reads too slowly: a flood must not affect tasks and results.
    liveLink = await connectForever(
      { ...target, ...(await collectorCredentials(keys)), name: 'collector-live' },
      connect,
    )
    const ensure = createStreamsEnsurer(connected.nc)
    link = { ...connected, ensureStreams: ensure }
    const taskSigningKey = keys.taskSigning.getPublicKey()
    const handle = createResultHandler(link.nc, { ...ctx, sink: ports.results, read: ports.readResult, park })
    const results = createResultStreams({ link, handle, log })
    upkeep = startUpkeep({ ...ports, connection, claims, ensureStreams: ensure, results, log })
    workers = [
      upkeep,
      results,
      consumePoison(link, { taskSigningKey, failTask: ports.failTask, ensure, log }),
      subscribeLive(liveLink.nc, ports, { onFlood, log }),
    ]
  }
  const running = run().catch((error: unknown) => {
    if (!stopping.signal.aborted) log.error({ err: error }, 'messaging has stopped')
  })
  if (embedded) await running

  const revoke: OutboxHandler = async (serviceId) => {
    await claims.repair()
    const services = await ports.listServices()
    if (services.some((service) => service.serviceId === serviceId)) return
    await removeServiceConsumer(await jetstreamManager(connection(), { checkAPI: false }), serviceId)
  }

  /** Prepares a service. The upkeep creates anything that fails now. */
  const prepare = async (service: ServiceUser) => {
    if (!link?.isConnected()) return
    const { serviceId } = service
    try {
      await claims.open(service)
      await link.ensureStreams()
      await ensureServiceQueues(await jetstreamManager(link.nc, { checkAPI: false }), serviceId)
      upkeep?.wake()
    } catch (error) {
      log.warn({ serviceId, reason: messageOf(error) }, 'the queue of a new Audit Service could not be created yet')
    }
  }

  return {
    outboxHandlers: {
      task: taskHandler(connection, keys, ports),
      cancel: cancelHandler(ctx, connection, keys, ports),
      [revokeKind]: revoke,
    },
    servers,
    webSocketPort: () => embedded?.webSocketPort(),
    isConnected: () => link?.isConnected() ?? false,
    resultBacklogs: async () => readResultBacklogs(connection()),
    async admitService(service) {
      await prepare(service)
      return {
        userJwt: await mintServiceUser(keys, await loadServiceAccount(ctx, service), service),
        taskSigningKey: keys.taskSigning.getPublicKey(),
        collectorCurveKey: keys.curve.getPublicKey(),
        ...(server.kind === 'own' ? { natsCaPem: server.caPem ?? null } : {}),
      }
    },
    async cancelAgain(serviceId, taskId) {
      if (link?.isConnected()) await sendCancel(ctx, link.nc, keys, { serviceId, taskId })
    },
    reloadCertificates: () => embedded?.reload(),
    async stop() {
      stopping.abort()
      await running
      // The upkeep first, since it starts reading streams.
      for (const worker of workers) await worker.stop()
      await link?.nc.close()
      await liveLink?.nc.close()
      await systemLink?.nc.close()
      await embedded?.stop()
    },
  }
}

function connectionOf(link: Link | undefined): Link['nc'] {
  if (!link?.isConnected()) throw new Error('NATS cannot be reached')
  return link.nc
}

async function repairUntilDone(claims: Claims, { log }: MessagingContext, signal: AbortSignal): Promise<void> {
  const backoff = createBackoff({ baseMs: 500, maxMs: 15_000 })
  for (;;) {
    signal.throwIfAborted()
    try {
      return await claims.repair()
    } catch (error) {
      log.warn({ reason: messageOf(error) }, 'the NATS servers did not accept the accounts yet; retrying')
      await backoff.wait(signal, 250)
    }
  }
}
