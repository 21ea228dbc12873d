import { type Consumer, type ConsumerInfo, jetstream } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import { taskConsumer, taskStream } from '@rollcall/shared/messages/subjects.ts'

/**
 * Opens the queue of a service's tasks. The library would first request its configuration, which a service may not
 * read: the collector creates the queue, and a service only pulls from it.
 */
export function openTaskQueue(nc: NatsConnection, serviceId: string): Consumer {
  const name = taskConsumer(serviceId)
  const info: Pick<ConsumerInfo, 'stream_name' | 'name' | 'config'> = {
    stream_name: taskStream,
    name,
    config: { durable_name: name } as ConsumerInfo['config'],
  }
  return jetstream(nc).consumers.getConsumerFromInfo(info as ConsumerInfo)
}
