import type { Msg, NatsConnection } from '@nats-io/transport-node'
import { messageOf } from '@rollcall/shared/errors.ts'
import { isUuid } from '@rollcall/shared/ids.ts'
import { type Heartbeat, heartbeatSchema } from '@rollcall/shared/messages/enrollment.ts'
import { heartbeatSubject, progressSubject } from '@rollcall/shared/messages/subjects.ts'
import { type Progress, progressSchema } from '@rollcall/shared/messages/task.ts'
import { type JsonBounds, scanJson } from '@rollcall/shared/node/json-bounds.ts'
import type { Logger } from 'pino'
import { createLru } from '../lib/cache.ts'
import { createLogRate } from './log-rate.ts'

/** Receives live reports of services. They are plain JSON and not stored: the next one follows a lost one. */
export type LiveSink = {
  onHeartbeat(serviceId: string, heartbeat: Heartbeat): Promise<void>
  onProgress(serviceId: string, taskId: string, progress: Progress): Promise<void>
}

const bytesMax = 64 * 1024
/** Several times the size of a heartbeat. */
const bounds: JsonBounds = { valuesMax: 4_000, containersMax: 500, membersMax: 100, itemsMax: 1_000, depthMax: 8 }
const heartbeatIntervalMs = 1000
const progressIntervalMs = 200
/** Limit of one service. A service reports each of its tasks, at most eight at once, twice a second. */
const messagesPerSecondMax = 50
const servicesMax = 20_000
const logEveryMs = 10_000
/** Messages of one service in a second, a hundred times the normal rate: reading more would delay the others. */
const floodMessagesMin = 2_000
const floodBytesMin = 4 * 1024 * 1024
/** Queue group: each message goes to one of several collectors. */
const queue = 'collectors'

type LiveOptions = {
  /** Called about once a second while a service exceeds its limit by far. */
  onFlood(serviceId: string): void
  log: Logger
}

export function subscribeLive(
  nc: NatsConnection,
  sink: LiveSink,
  { onFlood, log }: LiveOptions,
): { stop(): Promise<void> } {
  const passage = createGate()
  const mayLog = createLogRate(logEveryMs)
  const running = new Set<Promise<void>>()

  const listen = (subject: string, intervalMs: number, take: (message: Msg) => Promise<void>) =>
    nc.subscribe(subject, {
      queue,
      callback: (error, message) => {
        const [, , serviceId = ''] = message.subject.split('.')
        if (error) return
        const passed = passage(serviceId, message, intervalMs)
        if (passed === 'flood') onFlood(serviceId)
        if (passed !== 'passes' || message.data.length > bytesMax) return
        const taking = take(message)
          .catch((reason: unknown) => {
            if (!mayLog(serviceId)) return
            log.warn(
              { subject: message.subject, reason: messageOf(reason) },
              'a heartbeat or progress message was dropped',
            )
          })
          .finally(() => running.delete(taking))
        running.add(taking)
      },
    })

  const subscriptions = [
    listen(heartbeatSubject('*'), heartbeatIntervalMs, async (message) => {
      const [, , serviceId = ''] = message.subject.split('.')
      if (isUuid(serviceId)) await sink.onHeartbeat(serviceId, heartbeatSchema.parse(jsonOf(message)))
    }),
    listen(progressSubject('*', '*'), progressIntervalMs, async (message) => {
      const [, , serviceId = '', taskId = ''] = message.subject.split('.')
      if (isUuid(serviceId) && isUuid(taskId)) {
        await sink.onProgress(serviceId, taskId, progressSchema.parse(jsonOf(message)))
      }
    }),
  ]

  return {
    async stop() {
      for (const subscription of subscriptions) subscription.unsubscribe()
      await Promise.all(running)
    },
  }
}

/** Parses the JSON of a message after checking its bounds. */
function jsonOf(message: Msg): unknown {
  scanJson(message.data, bounds)
  return message.json()
}

/** Recent messages of one service. `received` and `bytes` count all in this second, `taken` the accepted ones. */
type Recent = {
  second: number
  received: number
  bytes: number
  isFlood: boolean
  taken: number
  lastAt: Map<string, number>
}

/**
 * Accepts one message of a subject in each interval, and a limited number of each service a second, whatever its task
 * ids are: a misbehaving service takes nothing from the others. The first message above the flood limit in a second is
 * reported as a `flood`.
 */
function createGate(): (
  serviceId: string,
  message: Pick<Msg, 'subject' | 'data'>,
  intervalMs: number,
) => 'passes' | 'drops' | 'flood' {
  const services = createLru<Recent>(servicesMax)
  return (serviceId, { subject, data }, intervalMs) => {
    const now = performance.now()
    const second = Math.floor(now / 1000)
    let recent = services.get(serviceId)
    if (!recent) {
      recent = { second, received: 0, bytes: 0, isFlood: false, taken: 0, lastAt: new Map() }
      services.set(serviceId, recent)
    }
    if (recent.second !== second) {
      Object.assign(recent, { second, received: 0, bytes: 0, isFlood: false, taken: 0 })
      // No interval is longer than a second.
      for (const [key, at] of recent.lastAt) if (now - at >= 1000) recent.lastAt.delete(key)
    }
    recent.received += 1
    recent.bytes += data.length
    if (recent.received > floodMessagesMin || recent.bytes > floodBytesMin) {
      if (recent.isFlood) return 'drops'
      recent.isFlood = true
      return 'flood'
    }
    const last = recent.lastAt.get(subject)
    if ((last !== undefined && now - last < intervalMs) || recent.taken >= messagesPerSecondMax) return 'drops'
    recent.taken += 1
    recent.lastAt.set(subject, now)
    return 'passes'
  }
}
