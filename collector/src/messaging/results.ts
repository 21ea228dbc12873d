import { type JsMsg, jetstreamManager } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import { DomainError, type ErrorCode, messageOf } from '@rollcall/shared/errors.ts'
import { isUuid } from '@rollcall/shared/ids.ts'
import type { Result } from '@rollcall/shared/messages/result.ts'
import type { Logger } from 'pino'
import type { ReadResult, ReadResultOf } from '../ingest/reading/read-result.ts'
import { logFailure } from '../lib/log-failure.ts'
import type { MessageHandler } from './consume.ts'
import { createLogRate } from './log-rate.ts'

type Of<K extends Result['kind']> = ReadResultOf<K>

/** Unpacks and checks a result. */
export type ReadResults = (serviceId: string, bytes: Uint8Array) => Promise<ReadResult>

/**
 * What becomes of results. Each verb resolves when it is committed, and takes the same result again without effect.
 * It throws a DomainError of `permanentCodes` for what will never be right, such as a task that is not this service's;
 * after any other the result comes again.
 */
export type ResultSink = {
  started(result: Of<'started'>, serviceId: string): Promise<void>
  /** Called for many at once, so that they can go into one commit. */
  host(result: Of<'host'>, serviceId: string): Promise<void>
  /** Resolves when all of them are. */
  hosts(result: Of<'hosts'>, serviceId: string): Promise<void>
  /** Called when all that the task sent before is committed. */
  finished(result: Of<'finished'>, serviceId: string): Promise<void>
}

export type Parked = {
  /** Undefined where the subject names no Audit Service. */
  serviceId: string | undefined
  subject: string
  data: Uint8Array
  reason: string
}

type IngestOptions = {
  sink: ResultSink
  read: ReadResults
  /** Keeps what cannot be taken where a person finds it. */
  park(poison: Parked): Promise<void>
  log: Logger
  failuresMax?: number
}

/** A result that failed this often here, while others went in, is given up. */
const failuresMaxDefault = 10
const failingMax = 4096
const othersWentInMs = 60_000
const waitMsMax = 60_000
const ackTimeoutMs = 2000

/** When nothing can be stored, or there is too much to do: as long as that lasts. */
const notNowWaitMs = 2000

/** Of one service: a line for each result of a flood would fill the disk. */
const logEveryMs = 10_000

/** What is wrong with the result itself. Every other refusal is about this moment, as when too much waits. */
const permanentCodes: readonly ErrorCode[] = ['not_found', 'validation_failed']

/** Why a result can never be taken. */
class PoisonError extends Error {}

const isPoison = (error: unknown): error is Error =>
  error instanceof PoisonError || (error instanceof DomainError && permanentCodes.includes(error.code))

/**
 * Takes the results of all Audit Services, whichever stream they come from: acknowledged only when they are committed,
 * poison parked with its reason.
 */
export function createResultHandler(nc: NatsConnection, options: IngestOptions): MessageHandler {
  const { sink, read, park, log, failuresMax = failuresMaxDefault } = options
  /** What is under way for each task, in the order of arrival. */
  const underWay = new Map<string, Set<Promise<void>>>()
  /**
   * How often each result failed while others went in, by its place in the stream. Deliveries do not tell: one that
   * waits for its turn, or is given back at a stop, is delivered again too.
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
    if (result.taskId !== taskId) throw new PoisonError(`the result is about task ${result.taskId}`)
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
      case 'finished':
        await Promise.allSettled(earlier)
        if (await hasEarlier(nc, message)) return false
        await sink.finished(result, serviceId)
        return true
    }
  }

  const note = (place: string, tries: number) => {
    // Deleted first, so that the map stays in the order of use: what another collector took goes in the end.
    failures.delete(place)
    failures.set(place, tries)
    const oldest = failures.size > failingMax ? failures.keys().next().value : undefined
    if (oldest !== undefined) failures.delete(oldest)
  }

  const giveUp = async (message: JsMsg, serviceId: string | undefined, reason: string) => {
    const { subject, data } = message
    if (mayLog(serviceId ?? '')) log.error({ serviceId, subject, reason }, 'a result cannot be taken; it was parked')
    failures.delete(placeOf(message))
    await park({ serviceId, subject, data, reason })
    message.term(reason.slice(0, 200))
  }

  const handle = async (message: JsMsg, earlier: Promise<void>[]) => {
    const [, , serviceId = '', taskId = ''] = message.subject.split('.')
    if (!isUuid(serviceId) || !isUuid(taskId))
      return giveUp(message, isUuid(serviceId) ? serviceId : undefined, 'its subject names no service and task')
    try {
      if (!(await take(message, serviceId, taskId, earlier))) return message.nak(1000)
      lastCommitAt = performance.now()
      failures.delete(placeOf(message))
      // Confirmed, so that a `finished` that looks for earlier ones does not see this one.
      await message
        .ackAck({ timeout: ackTimeoutMs })
        .catch((error: unknown) => log.debug({ reason: messageOf(error) }, 'acknowledgement lost'))
    } catch (error) {
      if (isPoison(error)) return giveUp(message, serviceId, error.message)
      const othersGoIn = performance.now() - lastCommitAt < othersWentInMs
      if (error instanceof DomainError || !othersGoIn) {
        if (mayLog(serviceId)) {
          logFailure(log, error, 'a result cannot be stored now; it comes again', { subject: message.subject })
        }
        return message.nak(notNowWaitMs)
      }
      const tries = (failures.get(placeOf(message)) ?? 0) + 1
      if (tries >= failuresMax) return giveUp(message, serviceId, `${tries} tries: ${messageOf(error)}`)
      note(placeOf(message), tries)
      if (mayLog(serviceId)) {
        log.warn({ subject: message.subject, tries, err: error }, 'a result was not stored yet; it comes again')
      }
      message.nak(Math.min(waitMsMax, 1000 * 2 ** (tries - 1)))
    }
  }

  return (message) => {
    const running = underWay.get(message.subject) ?? new Set()
    underWay.set(message.subject, running)
    const handling = handle(message, [...running]).finally(() => {
      running.delete(handling)
      if (running.size === 0) underWay.delete(message.subject)
    })
    running.add(handling)
    return handling
  }
}

const placeOf = ({ info, seq }: JsMsg) => `${info.stream} ${seq}`

/** Only a sender that has too much waiting can send the same again. */
async function parseResult(read: ReadResults, serviceId: string, data: Uint8Array): Promise<ReadResult> {
  try {
    return await read(serviceId, data)
  } catch (error) {
    if (!(error instanceof DomainError) || error.code === 'rate_limited') throw error
    throw new PoisonError(`it is not a valid result: ${error.message}`)
  }
}

/** Whether an earlier result of the same task is not committed yet: another collector has it, or it failed. */
async function hasEarlier(nc: NatsConnection, { info, subject, seq }: JsMsg): Promise<boolean> {
  const jsm = await jetstreamManager(nc, { checkAPI: false })
  // Not a direct read: in a cluster a server that lags behind could answer that.
  const query = { seq: 1, next_by_subj: subject }
  const first = await jsm.streams.getMessage(info.stream, query)
  return first !== null && first.seq < seq
}
