import type { Msg, NatsConnection } from '@nats-io/transport-node'
import { messageOf } from '@rollcall/shared/errors.ts'
import { isUuid } from '@rollcall/shared/ids.ts'
import { type Heartbeat, heartbeatSchema } from '@rollcall/shared/messages/enrolment.ts'
import { heartbeatSubject, progressSubject } from '@rollcall/shared/messages/subjects.ts'
import { type Progress, progressSchema } from '@rollcall/shared/messages/task.ts'
import { type JsonBounds, scanJson } from '@rollcall/shared/node/json-bounds.ts'
import type { Logger } from 'pino'
import { RecentlyUsed } from '../recently-used.ts'
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
/** Each message goes to one of several collectors. */
const queue = 'collectors'

export function subscribeLive(nc: NatsConnection, sink: LiveSink, log: Logger): { stop(): Promise<void> } {
  const mayPass = createGate()
  const mayLog = createLogRate(logEveryMs)
  const running = new Set<Promise<void>>()

  const listen = (subject: string, intervalMs: number, take: (message: Msg) => Promise<void>) =>
    nc.subscribe(subject, {
      queue,
      callback: (error, message) => {
        const [, , serviceId = ''] = message.subject.split('.')
        if (error || message.data.length > bytesMax || !mayPass(serviceId, message.subject, intervalMs)) return
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

/** What one service has sent lately. */
type Recent = { second: number; messages: number; lastAt: Map<string, number> }

/**
 * Lets one message of a subject through in each interval, and so many of a service in each second whatever its tasks
 * are called: a service gone wild costs nothing and takes nothing from the others.
 */
function createGate(): (serviceId: string, subject: string, intervalMs: number) => boolean {
  const services = new RecentlyUsed<Recent>(servicesMax)
  return (serviceId, subject, intervalMs) => {
    const now = performance.now()
    const second = Math.floor(now / 1000)
    let recent = services.get(serviceId)
    if (!recent) {
      recent = { second, messages: 0, lastAt: new Map() }
      services.set(serviceId, recent)
    }
    const last = recent.lastAt.get(subject)
    if (last !== undefined && now - last < intervalMs) return false
    if (recent.second !== second) {
      recent.second = second
      recent.messages = 0
      // No interval is longer than a second.
      for (const [key, at] of recent.lastAt) if (now - at >= 1000) recent.lastAt.delete(key)
    }
    if (recent.messages >= messagesPerSecondMax) return false
    recent.messages += 1
    recent.lastAt.set(subject, now)
    return true
  }
}
