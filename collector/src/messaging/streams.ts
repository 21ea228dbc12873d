import {
  AckPolicy,
  type ConsumerConfig,
  DiscardPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamManager,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from '@nats-io/jetstream'
import { type NatsConnection, nanos } from '@nats-io/transport-node'
import {
  ingestConsumer,
  resultStream,
  resultSubject,
  taskConsumer,
  taskStream,
  taskSubject,
  wireBytesMax,
} from '@rollcall/shared/messages/subjects.ts'
import { advisoryBytesMax, resultBytesMax, taskBytesMax } from './limits.ts'

/** What the server tells of tasks that nobody acknowledged: kept, so that none is missed while no collector runs. */
export const advisoryStream = 'ROLLCALL_ADVISORIES'
export const advisoryConsumer = 'poison'
const maxDeliveriesSubject = `$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES.${taskStream}.*`

/** A task that was begun this often without an end is poison. */
export const taskDeliveriesMax = 5
const ackWaitMs = 30_000

/** Work queues on disk: a message leaves only when it was acknowledged, and a full stream refuses new ones. */
const queue = {
  retention: RetentionPolicy.Workqueue,
  storage: StorageType.File,
  discard: DiscardPolicy.New,
  max_msg_size: wireBytesMax,
  duplicate_window: nanos(10 * 60_000),
}

const streams: (Partial<StreamConfig> & { name: string })[] = [
  // One consumer for each Audit Service; the server's own limit is 1000.
  { ...queue, name: taskStream, subjects: [taskSubject('*')], max_bytes: taskBytesMax, max_consumers: 100_000 },
  // Direct reads tell whether earlier results of a task still wait.
  { ...queue, name: resultStream, subjects: [resultSubject('*', '*')], max_bytes: resultBytesMax, allow_direct: true },
  { ...queue, name: advisoryStream, subjects: [maxDeliveriesSubject], max_bytes: advisoryBytesMax },
]

const consumers: [stream: string, Partial<ConsumerConfig> & { durable_name: string }][] = [
  // Deliveries are not limited: a result is given up only for a reason, and parked then.
  [resultStream, { durable_name: ingestConsumer, ack_wait: nanos(ackWaitMs), max_deliver: -1, max_ack_pending: 1024 }],
  [advisoryStream, { durable_name: advisoryConsumer, ack_wait: nanos(ackWaitMs), max_deliver: -1 }],
]

/** Makes what is missing, and changes what an older release made otherwise. */
export async function ensureStreams(jsm: JetStreamManager): Promise<void> {
  const existing = new Set<string>()
  for await (const name of jsm.streams.names()) existing.add(name)
  for (const config of streams) {
    const { name, retention: _, storage: __, max_consumers: ___, ...changeable } = config
    if (existing.has(name)) await jsm.streams.update(name, changeable)
    else await jsm.streams.add(config)
  }
  for (const [stream, config] of consumers) await ensureConsumer(jsm, stream, config)
}

/**
 * `ensureStreams` for all that need them on a connection: who asks while it is under way waits for that. Of two who make
 * a stream at the same time the server counts both reservations, and refuses one for want of room.
 */
export function createStreamsEnsurer(nc: NatsConnection): () => Promise<void> {
  let running: Promise<void> | undefined
  const ensure = async () => ensureStreams(await jetstreamManager(nc))
  return () =>
    (running ??= ensure().finally(() => {
      running = undefined
    }))
}

/** The durable consumer that hands an Audit Service its tasks; safe to call again. */
export async function ensureServiceConsumer(jsm: JetStreamManager, serviceId: string): Promise<void> {
  await ensureConsumer(jsm, taskStream, {
    durable_name: taskConsumer(serviceId),
    filter_subject: taskSubject(serviceId),
    ack_wait: nanos(ackWaitMs),
    max_deliver: taskDeliveriesMax,
    max_ack_pending: 64,
    max_waiting: 16,
  })
}

/** Takes a removed service's consumer away, and the tasks that wait for it. */
export async function removeServiceConsumer(jsm: JetStreamManager, serviceId: string): Promise<void> {
  await jsm.consumers.delete(taskStream, taskConsumer(serviceId)).catch((error: unknown) => {
    if (!isApiError(error, JetStreamApiCodes.ConsumerNotFound)) throw error
  })
  await jsm.streams.purge(taskStream, { filter: taskSubject(serviceId) })
}

async function ensureConsumer(
  jsm: JetStreamManager,
  stream: string,
  config: Partial<ConsumerConfig> & { durable_name: string },
): Promise<void> {
  const { durable_name: name, ...changeable } = config
  await jsm.consumers.add(stream, { ack_policy: AckPolicy.Explicit, ...config }).catch((error: unknown) => {
    if (!isApiError(error, existsOtherwise)) throw error
    return jsm.consumers.update(stream, name, changeable)
  })
}

/** JSConsumerAlreadyExists: the consumer is there with another configuration. */
const existsOtherwise = 10148

const isApiError = (error: unknown, code: number): boolean => error instanceof JetStreamApiError && error.code === code
