import { jetstreamManager } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import { ingestConsumer, resultStream } from '@rollcall/shared/messages/subjects.ts'
import type { Link } from '@rollcall/shared/node/nats-connect.ts'
import type { Logger } from 'pino'
import { type Consuming, consumeForever, type MessageHandler } from './consume.ts'
import { ensureResultReader, isResultStream } from './streams.ts'

type ResultStreamsOptions = {
  link: Link
  handle: MessageHandler
  log: Logger
}

export type ResultStreams = {
  /** Reads these streams from now on, and no others. */
  follow(names: readonly string[]): Promise<void>
  stop(): Promise<void>
}

/** Concurrent results of one Audit Service: its share, whatever the number of services. */
const inFlightMax = 32

/** Reads the result streams side by side, so that a busy one does not delay the others. */
export function createResultStreams({ link, handle, log }: ResultStreamsOptions): ResultStreams {
  const followed = new Map<string, Consuming>()
  const start = (stream: string) => {
    const ensure = async () => ensureResultReader(await jetstreamManager(link.nc, { checkAPI: false }), stream)
    return consumeForever({ link, stream, consumer: ingestConsumer, inFlightMax, ensure, log }, handle)
  }

  return {
    async follow(names) {
      for (const name of names) if (!followed.has(name)) followed.set(name, start(name))
      const gone = [...followed].filter(([name]) => !names.includes(name))
      for (const [name] of gone) followed.delete(name)
      await Promise.all(gone.map(([, consuming]) => consuming.stop()))
    },
    async stop() {
      await Promise.all([...followed.values()].map((consuming) => consuming.stop()))
    },
  }
}

/** Results of an Audit Service that NATS holds and the collector has not stored yet. */
export type ResultBacklog = { serviceId: string; messages: number; bytes: number; oldest: Date | undefined }

/** Lists the backlog of every result stream. */
export async function readResultBacklogs(nc: NatsConnection): Promise<ResultBacklog[]> {
  const jsm = await jetstreamManager(nc, { checkAPI: false })
  const backlogs: ResultBacklog[] = []
  for await (const { config, state } of jsm.streams.list()) {
    if (!isResultStream(config.name)) continue
    const { messages, bytes, first_ts } = state
    const serviceId = config.name.slice(resultStream('').length)
    backlogs.push({ serviceId, messages, bytes, oldest: messages > 0 ? new Date(first_ts) : undefined })
  }
  return backlogs
}
