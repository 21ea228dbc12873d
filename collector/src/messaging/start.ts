import { jetstreamManager } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import { messageOf } from '@rollcall/shared/errors.ts'
import { createBackoff } from '@rollcall/shared/node/backoff.ts'
import { connectForever, type Link } from '@rollcall/shared/node/nats-connect.ts'
import type { SystemContext } from '../context.ts'
import type { OutboxHandler } from '../outbox/dispatcher.ts'
import { revokeKind } from '../secrets/revocations.ts'
import { collectorCredentials, mintServiceUser, type ServiceUser } from './accounts.ts'
import { pushAccountClaims } from './claims.ts'
import { loadMessagingKeys, type MessagingKeys } from './keys.ts'
import { type LiveSink, subscribeLive } from './live.ts'
import { openParking } from './parked.ts'
import { consumePoison } from './poison.ts'
import { consumeResults, type ResultSink } from './results.ts'
import { addressToDial, type EmbeddedServerOptions, startNatsServer } from './server.ts'
import { createStreamsEnsurer, ensureServiceConsumer, removeServiceConsumer } from './streams.ts'
import { cancelHandler, sendCancel, type TaskSource, taskHandler } from './tasks.ts'

export type MessagingOptions = {
  /** Ours, or servers of the user's own that trust our operator (`trustLines`). */
  server: ({ kind: 'embedded' } & EmbeddedServerOptions) | { kind: 'own'; servers: string[]; caPem?: string }
  /** Where poison is kept. */
  parkedDir: string
}

export type MessagingPorts = TaskSource &
  LiveSink & {
    results: ResultSink
    /** Whether it is there still: one that joined anew keeps its queue when its old keys are revoked. */
    isAuditService(serviceId: string): Promise<boolean>
    onTaskPoisoned(taskId: string, reason: string): Promise<void>
  }

type Admission = {
  userJwt: string
  taskSigningKey: string
  collectorCurveKey: string
  /** Of servers of the user's own, as in `serviceJoinedSchema`. */
  natsCaPem?: string | null
}

export type Messaging = {
  /** Kinds `task`, `cancel` and `revoke`, for the dispatcher. */
  outboxHandlers: Record<string, OutboxHandler>
  /** Where the collector itself reaches NATS; of the embedded server, the port it has. */
  servers: string[]
  isConnected(): boolean
  /** What a new service gets: its user JWT, and the keys and the CA it trusts. Its queue is made where NATS answers. */
  admitService(service: ServiceUser): Promise<Admission>
  /** Says again that a task was cancelled, to a service that still runs it. Nothing when NATS is away. */
  cancelAgain(serviceId: string, taskId: string): Promise<void>
  /** The embedded server reads its certificate anew. */
  reloadCertificates(): void
  /** Takes no more, waits for what is under way, and ends the embedded server. */
  stop(): Promise<void>
}

type MessagingContext = Pick<SystemContext, 'store' | 'vault' | 'clock' | 'log'>

/**
 * All that the collector does over NATS. Resolves when the embedded server answers; with servers of the user's own it
 * does not wait for them, as tasks wait in the outbox and results with their services.
 */
export async function startMessaging(
  ctx: MessagingContext,
  options: MessagingOptions,
  ports: MessagingPorts,
): Promise<Messaging> {
  const { server } = options
  const keys = await loadMessagingKeys(ctx)
  const park = await openParking(options.parkedDir)
  const embedded = server.kind === 'embedded' ? await startNatsServer(ctx, keys, server) : undefined
  const servers = server.kind === 'own' ? server.servers : [`tls://${addressToDial(server.host)}:${embedded?.port}`]
  const target = { servers, caPem: server.caPem }

  const stopping = new AbortController()
  let link: (Link & { ensureStreams(): Promise<void> }) | undefined
  let consumers: { stop(): Promise<void> }[] = []
  const connection = (): NatsConnection => {
    if (!link?.isConnected()) throw new Error('NATS cannot be reached')
    return link.nc
  }

  const run = async () => {
    if (!embedded) await pushUntilTaken(ctx, keys, target, stopping.signal)
    const { log } = ctx
    const credentials = await collectorCredentials(keys)
    const options = { ...target, ...credentials, name: 'collector' }
    const connected = await connectForever(options, { log, signal: stopping.signal })
    const ensure = createStreamsEnsurer(connected.nc)
    link = { ...connected, ensureStreams: ensure }
    const taskSigningKey = keys.taskSigning.getPublicKey()
    consumers = [
      consumeResults(link.nc, { sink: ports.results, park, ensure, log }),
      consumePoison(link.nc, { taskSigningKey, onTaskPoisoned: ports.onTaskPoisoned, ensure, log }),
      subscribeLive(link.nc, ports, log),
    ]
  }
  const running = run().catch((error: unknown) => {
    if (!stopping.signal.aborted) ctx.log.error({ err: error }, 'messaging has stopped')
  })
  if (embedded) await running

  const revoke: OutboxHandler = async (serviceId) => {
    await pushAccountClaims(ctx, keys, target)
    if (await ports.isAuditService(serviceId)) return
    await removeServiceConsumer(await jetstreamManager(connection(), { checkAPI: false }), serviceId)
  }

  return {
    outboxHandlers: {
      task: taskHandler(connection, keys, ports),
      cancel: cancelHandler(ctx, connection, keys, ports),
      [revokeKind]: revoke,
    },
    servers,
    isConnected: () => link?.isConnected() ?? false,
    async admitService(service) {
      if (link?.isConnected()) await prepareQueue(link, service.serviceId, ctx)
      return {
        userJwt: await mintServiceUser(keys, service),
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
      await Promise.all(consumers.map((consumer) => consumer.stop()))
      await link?.nc.close()
      await embedded?.stop()
    },
  }
}

/** A queue that cannot be made now is made when the first task is sent. */
async function prepareQueue(
  { nc, ensureStreams }: Pick<Link, 'nc'> & { ensureStreams(): Promise<void> },
  serviceId: string,
  { log }: MessagingContext,
): Promise<void> {
  try {
    await ensureStreams()
    await ensureServiceConsumer(await jetstreamManager(nc, { checkAPI: false }), serviceId)
  } catch (error) {
    log.warn({ serviceId, reason: messageOf(error) }, 'the queue of a new Audit Service is not made yet')
  }
}

/** Servers of the user's own learn the account, and what was revoked while we were away, before we use them. */
async function pushUntilTaken(
  ctx: MessagingContext,
  keys: MessagingKeys,
  target: { servers: string[]; caPem: string | undefined },
  signal: AbortSignal,
): Promise<void> {
  const backoff = createBackoff({ baseMs: 500, maxMs: 15_000 })
  for (;;) {
    signal.throwIfAborted()
    try {
      return await pushAccountClaims(ctx, keys, target)
    } catch (error) {
      ctx.log.warn({ servers: target.servers, reason: messageOf(error) }, 'NATS did not take our account yet')
      await backoff.wait(signal, 250)
    }
  }
}
