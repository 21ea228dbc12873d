import { type JsMsg, jetstreamManager } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import { counted } from '@rollcall/shared/counted.ts'
import { DomainError, type ErrorCode, messageOf } from '@rollcall/shared/errors.ts'
import { isUuid } from '@rollcall/shared/ids.ts'
import type { Result } from '@rollcall/shared/messages/result.ts'
import { type LogFields, withLogFields } from '@rollcall/shared/node/log.ts'
import type { ReadResult, ReadResultOf } from '../ingest/reading/read-result.ts'
import type { SystemContext } from '../lib/context.ts'
import { logFailure } from '../lib/log-failure.ts'
import type { MessageHandler } from './consume.ts'
import { createLogRate } from './log-rate.ts'

type Of<K extends Result['kind']> = ReadResultOf<K>

/** Unpacks and checks a result. */
export type ReadResults = (serviceId: string, bytes: Uint8Array) => Promise<ReadResult>

/**
 * Stores results. Each function resolves after the commit, and accepts a repeated result without effect. It throws a
 * DomainError of `permanentCodes` for a result that can never be accepted, such as one for another service's task.
 * After any other error the result is delivered again.
 */
export type ResultSink = {
  started(result: Of<'started'>, serviceId: string): Promise<void>
  /** Called for many at once, so that they can share a commit. */
  host(result: Of<'host'>, serviceId: string): Promise<void>
  /** Resolves when all of them are committed. */
  hosts(result: Of<'hosts'>, serviceId: string): Promise<void>
  tested(result: Of<'tested'>, serviceId: string): Promise<void>
  /** Called after all earlier results of the task are committed. */
  finished(result: Of<'finished'>, serviceId: string): Promise<void>
}

export type Parked = {
  /** Undefined if the subject names no Audit Service. */
  serviceId: string | undefined
  subject: string
  data: Uint8Array
  reason: string
}

type IngestOptions = Pick<SystemContext, 'log' | 'metrics'> & {
  sink: ResultSink
  read: ReadResults
  /** Stores a rejected result for a person to examine. */
  park(poison: Parked): Promise<void>
  failuresMax?: number
}

/** Number of failures after which a result is parked, if other results succeeded meanwhile. */
const failuresMaxDefault = 10
const failingMax = 4096
const othersWentInMs = 60_000
const waitMsMax = 60_000
const ackTimeoutMs = 2000

/** Waiting time while nothing can be stored, or too much is pending. */
const notNowWaitMs = 2000

/** Interval for one service: a message for each result of a flood would fill the disk. */
const logEveryMs = 10_000

/** Errors of the result itself. Any other refusal is temporary, as when too much is pending. */
const permanentCodes: readonly ErrorCode[] = ['not_found', 'validation_failed']

/** Reason why a result can never be accepted. */
class PoisonError extends Error {}

const isPoison = (error: unknown): error is Error =>
  error instanceof PoisonError || (error instanceof DomainError && permanentCodes.includes(error.code))

/**
 * Handles the results of all Audit Services from all streams: acknowledges after the commit, and parks poison messages
 * with their reason.
 */
export function createResultHandler(nc: NatsConnection, options: IngestOptions): MessageHandler {
  const { sink, read, park, log, metrics, failuresMax = failuresMaxDefault } = options
  /** Current work of each task, in the order of arrival. */
  const underWay = new Map<string, Set<Promise<void>>>()
  /**
   * Failures of each result while others succeeded, by its position in the stream. The number of deliveries cannot
   * serve: a result that waits, or is returned at a stop, is delivered again too.
   */
  const failures = new Map<string, number>()
  const mayLog = createLogRate(logEveryMs)
  let lastCommitAt = Number.NEGATIVE_INFINITY

  const take = async (
    message: JsMsg,
    serviceId: string,
    taskId: string,
    earlier: Promise<void>[],
  ): Promise<boolean> => {
    const result = await parseResult(read, serviceId, message.data)
    if (result.taskId !== taskId) throw new PoisonError(`the result belongs to task ${result.taskId}`)
    switch (result.kind) {
      case 'started':
        await sink.started(result, serviceId)
        return true
      case 'host':
        await sink.host(result, serviceId)
        return true
      case 'hosts':
        await sink.hosts(result, serviceId)
        return true
      case 'tested':
        await sink.tested(result, serviceId)
        return true
      case 'finished':
        await Promise.allSettled(earlier)
        if (await hasEarlier(nc, message)) return false
        await sink.finished(result, serviceId)
        return true
    }
  }

  const recordTries = (key: string, tries: number) => {
    // Deleted first, so that the map stays in the order of use and entries that another collector has handled are
    // evicted.
    failures.delete(key)
    failures.set(key, tries)
    const oldest = failures.size > failingMax ? failures.keys().next().value : undefined
    if (oldest !== undefined) failures.delete(oldest)
  }

  const giveUp = async (message: JsMsg, serviceId: string | undefined, reason: string) => {
    const { subject, data } = message
    if (mayLog(serviceId ?? '')) log.error({ serviceId, subject, reason }, 'a result cannot be accepted; it was parked')
    failures.delete(messageKey(message))
    await park({ serviceId, subject, data, reason })
    metrics.resultParked()
    message.term(reason.slice(0, 200))
  }

  const handle = async (message: JsMsg, earlier: Promise<void>[]) => {
    const [, , serviceId = '', taskId = ''] = message.subject.split('.')
    if (!isUuid(serviceId) || !isUuid(taskId))
      return giveUp(message, isUuid(serviceId) ? serviceId : undefined, 'the subject names no service and task')
    try {
      if (!(await take(message, serviceId, taskId, earlier))) return message.nak(1000)
      lastCommitAt = performance.now()
      failures.delete(messageKey(message))
      // Confirmed, so that a `finished` that checks for earlier results does not see this one.
      await message
        .ackAck({ timeout: ackTimeoutMs })
        .catch((error: unknown) => log.debug({ reason: messageOf(error) }, 'acknowledgement lost'))
    } catch (error) {
      if (isPoison(error)) return giveUp(message, serviceId, error.message)
      const othersGoIn = performance.now() - lastCommitAt < othersWentInMs
      if (error instanceof DomainError || !othersGoIn) {
        if (mayLog(serviceId)) {
          logFailure(log, error, 'a result cannot be stored now; it will be delivered again', {
            subject: message.subject,
          })
        }
        return message.nak(notNowWaitMs)
      }
      const tries = (failures.get(messageKey(message)) ?? 0) + 1
      if (tries >= failuresMax)
        return giveUp(message, serviceId, `${counted(tries, 'try', 'tries')}: ${messageOf(error)}`)
      recordTries(messageKey(message), tries)
      if (mayLog(serviceId)) {
        log.warn({ subject: message.subject, tries, err: error }, 'a result was not stored; it will be delivered again')
      }
      message.nak(Math.min(waitMsMax, 1000 * 2 ** (tries - 1)))
    }
  }

  return (message) => {
    const running = underWay.get(message.subject) ?? new Set()
    underWay.set(message.subject, running)
    const handling = withLogFields(fieldsOf(message), () => handle(message, [...running])).finally(() => {
      running.delete(handling)
      if (running.size === 0) underWay.delete(message.subject)
    })
    running.add(handling)
    return handling
  }
}

/** Log fields of a result, if its subject is well-formed: a service chooses the last part. */
function fieldsOf({ subject }: JsMsg): LogFields {
  const [, , serviceId = '', taskId = ''] = subject.split('.')
  return isUuid(serviceId) && isUuid(taskId) ? { serviceId, taskId } : {}
}

const messageKey = ({ info, seq }: JsMsg) => `${info.stream} ${seq}`

/** Parses a result. Only a sender with too much pending can send it again. */
async function parseResult(read: ReadResults, serviceId: string, data: Uint8Array): Promise<ReadResult> {
  try {
    return await read(serviceId, data)
  } catch (error) {
    if (!(error instanceof DomainError) || error.code === 'rate_limited') throw error
    throw new PoisonError(`not a valid result: ${error.message}`)
  }
}

/** Reports whether an earlier result of the same task is not committed yet: another collector has it, or it failed. */
async function hasEarlier(nc: NatsConnection, { info, subject, seq }: JsMsg): Promise<boolean> {
  const jsm = await jetstreamManager(nc, { checkAPI: false })
  // Not a direct read, which a lagging server of a cluster could answer.
  const query = { seq: 1, next_by_subj: subject }
  const first = await jsm.streams.getMessage(info.stream, query)
  return first !== null && first.seq < seq
}
