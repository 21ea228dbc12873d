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
/** Audit Services can be far away, and say that they work on a task every ten seconds. */
const taskAckWaitMs = 30_000
/**
 * The collector's own consumers: what a killed collector was at work on is delivered again this soon. A living one says
 * that it is at work (`consumeForever`).
 */
export const ackWaitMs = 6_000

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
  { ...queue, name: advisoryStream, subjects: [maxDeliveriesSubject], max_bytes: advisoryBytesMax },
]

const poisonConsumer = { durable_name: advisoryConsumer, ack_wait: nanos(ackWaitMs), max_deliver: -1 }

/** Results of all services, in releases before each had a stream of its own. It is read to its end, then deleted. */
const sharedResultStream = 'ROLLCALL_RESULTS'
const resultStreamPrefix = resultStream('')

/** Deliveries are not limited: a result is given up only for a reason, and parked then. */
const ingest = { durable_name: ingestConsumer, ack_wait: nanos(ackWaitMs), max_deliver: -1, max_ack_pending: 256 }

/** Makes the streams that all services share where they are missing, and changes those of an older release. */
export async function ensureStreams(jsm: JetStreamManager): Promise<void> {
  for (const config of streams) await ensureStream(jsm, config)
  await ensureConsumer(jsm, advisoryStream, poisonConsumer)
  await retireSharedResults(jsm)
}

/** Takes the results' subjects from the stream that all services shared, so that each service's own stream has them. */
async function retireSharedResults(jsm: JetStreamManager): Promise<void> {
  await jsm.streams
    .update(sharedResultStream, { subjects: ['rollcall.retired-results'] })
    .catch(ignoreApiError(JetStreamApiCodes.StreamNotFound))
}

/**
 * Three servers of a cluster hold each stream, so that it goes on without one of them. Where fewer can hold it now, one
 * does.
 */
async function ensureStream(jsm: JetStreamManager, config: Partial<StreamConfig> & { name: string }): Promise<void> {
  const { name, retention: _, storage: __, max_consumers: ___, ...changeable } = config
  const add = (num_replicas: number) => jsm.streams.add({ ...config, num_replicas })
  const update = (num_replicas: number) => jsm.streams.update(name, { ...changeable, num_replicas })
  try {
    await add(replicasMax).catch(ifTooFewServers(() => add(1)))
  } catch (error) {
    if (!isApiError(error, streamExistsOtherwise)) throw error
    const { num_replicas } = (await jsm.streams.info(name)).config
    await update(replicasMax).catch(ifTooFewServers(() => update(num_replicas)))
  }
}

const replicasMax = 3

/** JSClusterNoPeers, and JSStreamReplicasNotSupported where there is no cluster. */
const tooFewServers = [10005, 10074]

const ifTooFewServers = (otherwise: () => Promise<unknown>) => (error: unknown) => {
  if (!tooFewServers.some((code) => isApiError(error, code))) throw error
  return otherwise()
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

/**
 * How long the server remembers ids of results: in memory, and a service chooses how long they are. A result that comes
 * twice is taken once all the same.
 */
const resultIdsWindow = nanos(1_000)

/** Makes the queues of one Audit Service: its tasks and its results. Safe to call again. */
export async function ensureServiceQueues(jsm: JetStreamManager, serviceId: string): Promise<void> {
  await ensureServiceConsumer(jsm, serviceId)
  const name = resultStream(serviceId)
  const subjects = [resultSubject(serviceId, '*')]
  await ensureStream(jsm, { ...queue, name, subjects, max_bytes: resultBytesMax, duplicate_window: resultIdsWindow })
  await ensureResultReader(jsm, name)
}

/** The collector's consumer of a stream of results; safe to call again. */
export const ensureResultReader = (jsm: JetStreamManager, stream: string): Promise<void> =>
  ensureConsumer(jsm, stream, ingest)

/** Streams with results, also those of services that were removed since. */
export const isResultStream = (name: string): boolean =>
  name === sharedResultStream || name.startsWith(resultStreamPrefix)

/** Deletes a stream of results when nothing waits in it. Resolves with whether it is gone. */
export async function deleteEmptyStream(jsm: JetStreamManager, name: string): Promise<boolean> {
  const { state } = await jsm.streams.info(name)
  if (state.messages > 0) return false
  await jsm.streams.delete(name).catch(ignoreApiError(JetStreamApiCodes.StreamNotFound))
  return true
}

/** The durable consumer that hands an Audit Service its tasks; safe to call again. */
export async function ensureServiceConsumer(jsm: JetStreamManager, serviceId: string): Promise<void> {
  await ensureConsumer(jsm, taskStream, {
    durable_name: taskConsumer(serviceId),
    filter_subject: taskSubject(serviceId),
    ack_wait: nanos(taskAckWaitMs),
    max_deliver: taskDeliveriesMax,
    max_ack_pending: 64,
    max_waiting: 16,
  })
}

/** Takes a removed service's consumer away, and the tasks that wait for it. */
export async function removeServiceConsumer(jsm: JetStreamManager, serviceId: string): Promise<void> {
  await jsm.consumers
    .delete(taskStream, taskConsumer(serviceId))
    .catch(ignoreApiError(JetStreamApiCodes.ConsumerNotFound))
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

/** JSStreamNameExist: the stream is there with another configuration. */
const streamExistsOtherwise = 10058

const ignoreApiError = (code: number) => (error: unknown) => {
  if (!isApiError(error, code)) throw error
}

const isApiError = (error: unknown, code: number): boolean => error instanceof JetStreamApiError && error.code === code
