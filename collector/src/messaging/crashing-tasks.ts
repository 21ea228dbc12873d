import { type JetStreamManager, type JsMsg, jetstreamManager } from '@nats-io/jetstream'
import { messageOf } from '@rollcall/shared/errors.ts'
import { taskStream } from '@rollcall/shared/messages/subjects.ts'
import { type Task, taskSchema } from '@rollcall/shared/messages/task.ts'
import { EnvelopeError, openSigned } from '@rollcall/shared/node/envelope.ts'
import type { Link } from '@rollcall/shared/node/nats-connect.ts'
import type { Logger } from 'pino'
import { z } from 'zod'
import { type Consuming, consumeForever } from './consume.ts'

/**
 * Number of deliveries without an end after which a task is poison. When a machine fails with the NATS server and an
 * Audit Service on it, that costs up to two: the server counts one that the service never received.
 */
export const taskDeliveriesMax = 8

/** Stream of the server's advisories about unacknowledged tasks, so that none is missed while no collector runs. */
export const advisoryStream = 'ROLLCALL_ADVISORIES'
export const advisoryConsumer = 'poison'

/** The used part of `io.nats.jetstream.advisory.v1.max_deliver`. */
const advisorySchema = z.object({ stream: z.literal(taskStream), stream_seq: z.int().positive() })

type PoisonOptions = {
  taskSigningKey: string
  failTask(taskId: string, reason: string): Promise<void>
  /** Creates the streams if they are missing. */
  ensure(): Promise<void>
  log: Logger
}

/** Fails tasks that were started repeatedly without an end, and removes them from the stream. */
export function consumePoison(link: Link, { taskSigningKey, failTask, ensure, log }: PoisonOptions): Consuming {
  const options = { link, stream: advisoryStream, consumer: advisoryConsumer, inFlightMax: 4, ensure, log }
  return consumeForever(options, async (message) => {
    const advisory = readAdvisory(message)
    if (!advisory) return message.term('not an advisory')
    try {
      const jsm = await jetstreamManager(link.nc, { checkAPI: false })
      const task = await readTask(jsm, advisory.stream_seq, taskSigningKey)
      if (task) {
        const reason = `Its Audit Service received it ${taskDeliveriesMax} times without finishing it.`
        log.error({ taskId: task.taskId, serviceId: task.serviceId }, 'a poison task was ended as failed')
        await failTask(task.taskId, reason)
      }
      await removeMessage(jsm, advisory.stream_seq)
      message.ack()
    } catch (error) {
      log.warn(
        { sequence: advisory.stream_seq, reason: messageOf(error) },
        'a poison task could not be ended yet; retrying',
      )
      message.nak(5000)
    }
  })
}

function readAdvisory(message: JsMsg): z.infer<typeof advisorySchema> | undefined {
  try {
    return advisorySchema.parse(message.json())
  } catch {
    // An Audit Service can direct an answer here; it is not an advisory.
    return undefined
  }
}

/** Reads the task at this position of the stream; undefined if it is gone, or not signed by the collector. */
async function readTask(jsm: JetStreamManager, sequence: number, signingKey: string): Promise<Task | undefined> {
  const stored = await jsm.streams.getMessage(taskStream, { seq: sequence })
  if (!stored) return undefined
  return openSigned(stored.data, signingKey, taskSchema).catch((error: unknown) => {
    if (error instanceof EnvelopeError) return undefined
    throw error
  })
}

/** Deletes a message that may already be gone. */
export async function removeMessage(jsm: JetStreamManager, sequence: number): Promise<void> {
  await jsm.streams.deleteMessage(taskStream, sequence, false).catch(async (error: unknown) => {
    if ((await jsm.streams.getMessage(taskStream, { seq: sequence })) !== null) throw error
  })
}
