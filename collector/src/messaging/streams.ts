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
import { ackWaitMs } from './consume.ts'
import { advisoryConsumer, advisoryStream, taskDeliveriesMax } from './crashing-tasks.ts'
import { advisoryBytesMax, resultBytesMax, taskBytesMax } from './stream-sizes.ts'

const maxDeliveriesSubject = `$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES.${taskStream}.*`

/** Long, since Audit Services can be far away; they report work on a task every ten seconds. */
const taskAckWaitMs = 30_000

/**
 * Settings of work queues on disk: a message is removed only after its acknowledgement, and a full stream rejects new
 * ones.
 */
const queue = {
  retention: RetentionPolicy.Workqueue,
  storage: StorageType.File,
  discard: DiscardPolicy.New,
  max_msg_size: wireBytesMax,
  duplicate_window: nanos(10 * 60_000),
}

const streams: (Partial<StreamConfig> & { name: string })[] = [
  // One consumer for each Audit Service; the server's default limit is 1000.
  { ...queue, name: taskStream, subjects: [taskSubject('*')], max_bytes: taskBytesMax, max_consumers: 100_000 },
  { ...queue, name: advisoryStream, subjects: [maxDeliveriesSubject], max_bytes: advisoryBytesMax },
]

const poisonConsumer = { durable_name: advisoryConsumer, ack_wait: nanos(ackWaitMs), max_deliver: -1 }

/** Stream with the results of all services in earlier releases. It is read to its end, then deleted. */
const sharedResultStream = 'ROLLCALL_RESULTS'
const resultStreamPrefix = resultStream('')

/** Deliveries are not limited: a result is dropped only for a reason, and then parked. */
const ingest = { durable_name: ingestConsumer, ack_wait: nanos(ackWaitMs), max_deliver: -1, max_ack_pending: 256 }

/** Creates the shared streams if they are missing, and updates those of an older release. */
export async function ensureStreams(jsm: JetStreamManager): Promise<void> {
  for (const config of streams) await ensureStream(jsm, config)
  await ensureConsumer(jsm, advisoryStream, poisonConsumer)
  await retireSharedResults(jsm)
}

/** Removes the result subjects from the formerly shared stream, so that each service's own stream gets them. */
async function retireSharedResults(jsm: JetStreamManager): Promise<void> {
  await jsm.streams
    .update(sharedResultStream, { subjects: ['rollcall.retired-results'] })
    .catch(ignoreApiError(JetStreamApiCodes.StreamNotFound))
}

/**
 * Creates or updates a stream. Three servers of a cluster hold each stream, so that it survives the loss of one. If too
 * few can hold it now, one server does.
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

/** JSClusterNoPeers, and JSStreamReplicasNotSupported without a cluster. */
const tooFewServers = [10005, 10074]

const ifTooFewServers = (otherwise: () => Promise<unknown>) => (error: unknown) => {
  if (!tooFewServers.some((code) => isApiError(error, code))) throw error
  return otherwise()
}

/**
 * Creates an `ensureStreams` for one connection that callers share: a call during a run waits for that run. If two
 * clients create a stream concurrently, the server counts both reservations and rejects one for lack of space.
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
 * Time for which the server remembers ids of results. Short, since they are in memory and a service chooses their
 * length. A repeated result is stored once anyway.
 */
const resultIdsWindow = nanos(1_000)

/** Creates the queues of one Audit Service, for its tasks and its results. Safe to repeat. */
export async function ensureServiceQueues(jsm: JetStreamManager, serviceId: string): Promise<void> {
  await ensureServiceConsumer(jsm, serviceId)
  const name = resultStream(serviceId)
  const subjects = [resultSubject(serviceId, '*')]
  await ensureStream(jsm, { ...queue, name, subjects, max_bytes: resultBytesMax, duplicate_window: resultIdsWindow })
  await ensureResultReader(jsm, name)
}

/** Creates the collector's consumer of a result stream; safe to repeat. */
export const ensureResultReader = (jsm: JetStreamManager, stream: string): Promise<void> =>
  ensureConsumer(jsm, stream, ingest)

/** Reports whether a stream contains results, also those of deleted services. */
export const isResultStream = (name: string): boolean =>
  name === sharedResultStream || name.startsWith(resultStreamPrefix)

/** Deletes a result stream without pending messages. Resolves with whether it is gone. */
export async function deleteEmptyStream(jsm: JetStreamManager, name: string): Promise<boolean> {
  const { state } = await jsm.streams.info(name)
  if (state.messages > 0) return false
  await jsm.streams.delete(name).catch(ignoreApiError(JetStreamApiCodes.StreamNotFound))
  return true
}

/** Creates the durable consumer that delivers tasks to an Audit Service; safe to repeat. */
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

/** Deletes a deleted service's consumer and its pending tasks. */
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

/** JSConsumerAlreadyExists: the consumer exists with another configuration. */
const existsOtherwise = 10148

/** JSStreamNameExist: the stream exists with another configuration. */
const streamExistsOtherwise = 10058

const ignoreApiError = (code: number) => (error: unknown) => {
  if (!isApiError(error, code)) throw error
}

const isApiError = (error: unknown, code: number): boolean => error instanceof JetStreamApiError && error.code === code
