import { jetstreamManager } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import { controlSubject, taskStream, taskSubject } from '@rollcall/shared/messages/subjects.ts'
import type { Control, Task } from '@rollcall/shared/messages/task.ts'
import { MessageTooLargeError, sealCredentials, signMessage } from '@rollcall/shared/node/envelope.ts'
import { optional } from '@rollcall/shared/optional.ts'
import { nowOf, type SystemContext } from '../lib/context.ts'
import type { OutboxHandler } from '../outbox/dispatcher.ts'
import { removeMessage } from './crashing-tasks.ts'
import type { MessagingKeys } from './keys.ts'
import { ensureServiceConsumer } from './streams.ts'

/** Loads tasks and records their dispatch. */
export type TaskSource = {
  /** Undefined if the task is no longer to be sent. For a task that was sent before, this is its next attempt. */
  loadForDispatch(
    taskId: string,
  ): Promise<
    { task: Omit<Task, 'sealedCredentials'>; credentials: readonly unknown[]; curvePublicKey: string } | undefined
  >
  recordDispatch(taskId: string, streamSequence: number): Promise<void>
  /** Returns the service and message of a task; undefined if there is no such task. */
  dispatchedTo(taskId: string): Promise<{ serviceId: string; streamSequence: number | null } | undefined>
  failTask(taskId: string, error: string): Promise<void>
}

type TaskContext = Pick<SystemContext, 'clock'>

/** Returns the current connection; throws if there is none, so that the outbox retries. */
type Connection = () => NatsConnection

/**
 * Sends a task once to its service's queue: signed, with credentials sealed to the service. Does nothing while the
 * message of an earlier dispatch is still there.
 */
export function taskHandler(connection: Connection, keys: MessagingKeys, source: TaskSource): OutboxHandler {
  return async (taskId) => {
    const before = await source.dispatchedTo(taskId)
    if (before && (await findMessage(connection(), taskId, before.streamSequence)) !== null) return
    const dispatch = await source.loadForDispatch(taskId)
    if (!dispatch) return
    const { credentials, curvePublicKey } = dispatch
    const sealed = credentials.length > 0 ? sealCredentials(credentials, keys.curve, curvePublicKey) : undefined
    const task: Task = { ...dispatch.task, ...optional({ sealedCredentials: sealed }) }
    const message = await signMessage(task, keys.taskSigning).catch(async (error: unknown) => {
      if (!(error instanceof MessageTooLargeError)) throw error
      await source.failTask(taskId, 'The task is too large to send. Give the segment fewer, larger address ranges.')
    })
    if (!message) return
    const jsm = await jetstreamManager(connection(), { checkAPI: false })
    await ensureServiceConsumer(jsm, task.serviceId)
    const msgID = `${taskId}:${task.attempt}`
    const { seq } = await jsm.jetstream().publish(taskSubject(task.serviceId), message, { msgID })
    await source.recordDispatch(taskId, seq)
  }
}

/** Removes a task from its queue if it is still there, and tells its service to stop. */
export function cancelHandler(
  ctx: TaskContext,
  connection: Connection,
  keys: MessagingKeys,
  source: TaskSource,
): OutboxHandler {
  return async (taskId) => {
    const dispatched = await source.dispatchedTo(taskId)
    if (!dispatched) return
    const nc = connection()
    const sequence = await findMessage(nc, taskId, dispatched.streamSequence)
    if (sequence !== null) await removeMessage(await jetstreamManager(nc, { checkAPI: false }), sequence)
    await sendCancel(ctx, nc, keys, { serviceId: dispatched.serviceId, taskId })
    await nc.flush()
  }
}

/** Tells a service to stop a task. The service may be offline; repeat it when its heartbeat lists the task. */
export async function sendCancel(
  ctx: TaskContext,
  nc: NatsConnection,
  keys: MessagingKeys,
  { serviceId, taskId }: { serviceId: string; taskId: string },
): Promise<void> {
  const control: Control = { version: 1, kind: 'cancel', serviceId, taskId, issuedAt: nowOf(ctx) }
  nc.publish(controlSubject(serviceId), await signMessage(control, keys.taskSigning))
}

/** Returns the stream sequence of the task's message, if it is still there. */
async function findMessage(nc: NatsConnection, taskId: string, sequence: number | null): Promise<number | null> {
  if (sequence === null) return null
  const jsm = await jetstreamManager(nc, { checkAPI: false })
  const stored = await jsm.streams.getMessage(taskStream, { seq: sequence })
  // In a re-created stream another message can have this number.
  return stored?.header.get('Nats-Msg-Id').startsWith(`${taskId}:`) ? sequence : null
}
