import type { Msg, NatsConnection } from '@nats-io/transport-node'
import { messageOf } from '@rollcall/shared/errors.ts'
import { isUuid } from '@rollcall/shared/ids.ts'
import { type Heartbeat, heartbeatSchema } from '@rollcall/shared/messages/enrollment.ts'
import { heartbeatSubject, progressSubject } from '@rollcall/shared/messages/subjects.ts'
import { type Progress, progressSchema } from '@rollcall/shared/messages/task.ts'
import { type JsonBounds, scanJson } from '@rollcall/shared/node/json-bounds.ts'
import type { Logger } from 'pino'
import { RecentlyUsed } from '../lib/recently-used.ts'
import { createLogRate } from './log-rate.ts'

/** What services say of themselves as it happens. Plain JSON, not kept: a lost one is followed by the next. */
export type LiveSink = {
  onHeartbeat(serviceId: string, heartbeat: Heartbeat): Promise<void>
  onProgress(serviceId: string, taskId: string, progress: Progress): Promise<void>
}

const bytesMax = 64 * 1024
/** Several times what a heartbeat holds. */
const bounds: JsonBounds = { valuesMax: 4_000, containersMax: 500, membersMax: 100, itemsMax: 1_000, depthMax: 8 }
const heartbeatIntervalMs = 1000
const progressIntervalMs = 200
/** Of one service. It reports each of its tasks, at most eight at a time, twice a second. */
const messagesPerSecondMax = 50
const servicesMax = 20_000
const logEveryMs = 10_000
/** Of one service in a second, a hundred times what a service sends: to read more would hold up the others. */
const floodMessagesMin = 2_000
const floodBytesMin = 4 * 1024 * 1024
/** Each message goes to one of several collectors. */
const queue = 'collectors'

type LiveOptions = {
  /** Called about once a second while a service sends far more than a service does. */
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
            log.warn({ subject: message.subject, reason: messageOf(reason) }, 'a live message was dropped')
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

/** The JSON of a message, bounded before it is parsed. */
function jsonOf(message: Msg): unknown {
  scanJson(message.data, bounds)
  return message.json()
}

/** What one service has sent lately. `received` and `bytes` count all in this second, `taken` those that passed. */
type Recent = {
  second: number
  received: number
  bytes: number
  isFlood: boolean
  taken: number
  lastAt: Map<string, number>
}

/**
 * Lets one message of a subject through in each interval, and so many of a service in each second whatever its tasks
 * are called: a service gone wild takes nothing from the others. The first message of a second that makes a flood of it
 * is a `flood`.
 */
function createGate(): (
  serviceId: string,
  message: Pick<Msg, 'subject' | 'data'>,
  intervalMs: number,
) => 'passes' | 'drops' | 'flood' {
  const services = new RecentlyUsed<Recent>(servicesMax)
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
