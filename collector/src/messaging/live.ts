import type { Msg, NatsConnection } from '@nats-io/transport-node'
import { messageOf } from '@rollcall/shared/errors.ts'
import { isUuid } from '@rollcall/shared/ids.ts'
import { type Heartbeat, heartbeatSchema } from '@rollcall/shared/messages/enrolment.ts'
import { heartbeatSubject, progressSubject } from '@rollcall/shared/messages/subjects.ts'
import { type Progress, progressSchema } from '@rollcall/shared/messages/task.ts'
import { type JsonBounds, scanJson } from '@rollcall/shared/node/json-bounds.ts'
import type { Logger } from 'pino'

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
const gateEntriesMax = 20_000
/** Of one service. It runs at most 256 tasks at a time, and reports few of them at the same moment. */
const messagesPerSecondMax = 200
/** Each message goes to one of several collectors. */
const queue = 'collectors'

export function subscribeLive(nc: NatsConnection, sink: LiveSink, log: Logger): { stop(): Promise<void> } {
  const mayPass = createGate()
  const mayPassService = createRate(messagesPerSecondMax)
  const running = new Set<Promise<void>>()

  const listen = (subject: string, intervalMs: number, take: (message: Msg) => Promise<void>) =>
    nc.subscribe(subject, {
      queue,
      callback: (error, message) => {
        if (error || message.data.length > bytesMax || !mayPass(message.subject, intervalMs)) return
        // Under the names of ever new tasks a service could send as many as it likes.
        if (!mayPassService(message.subject.split('.')[2] ?? '')) return
        const taking = take(message)
          .catch((reason: unknown) => {
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

/** Lets one message of a subject through in each interval, so that a service gone wild costs nothing. */
function createGate(): (subject: string, intervalMs: number) => boolean {
  const lastAt = new Map<string, number>()
  return (subject, intervalMs) => {
    const now = performance.now()
    const last = lastAt.get(subject)
    if (last !== undefined && now - last < intervalMs) return false
    // Deleted first, so that the map stays in the order of use and the longest unused goes.
    lastAt.delete(subject)
    lastAt.set(subject, now)
    const oldest = lastAt.size > gateEntriesMax ? lastAt.keys().next().value : undefined
    if (oldest !== undefined) lastAt.delete(oldest)
    return true
  }
}

/** Lets so many messages of a service through in each second. */
function createRate(perSecondMax: number): (serviceId: string) => boolean {
  const counts = new Map<string, number>()
  let second = 0
  return (serviceId) => {
    const now = Math.floor(performance.now() / 1000)
    if (now !== second) counts.clear()
    second = now
    const count = (counts.get(serviceId) ?? 0) + 1
    counts.set(serviceId, count)
    return count <= perSecondMax
  }
}
