import type { Msg, NatsConnection } from '@nats-io/transport-node'
import { newId } from '@rollcall/shared/ids.ts'
import { heartbeatSubject, progressSubject } from '@rollcall/shared/messages/subjects.ts'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { subscribeLive } from './live.ts'

/** Delivers messages to the collector's subscriptions at one moment. */
function liveMessages() {
  const taken = new Map<string, number>()
  const lines: string[] = []
  const callbacks = new Map<string, (error: null, message: Msg) => void>()
  const nc = {
    subscribe: (subject: string, { callback }: { callback: (error: null, message: Msg) => void }) => {
      callbacks.set(subject.split('.')[1] ?? '', callback)
      return { unsubscribe: () => undefined }
    },
  } as unknown as NatsConnection
  const count = async (serviceId: string) => void taken.set(serviceId, (taken.get(serviceId) ?? 0) + 1)
  const log = pino({}, { write: (line) => void lines.push(line) })
  const floods: string[] = []
  const sink = { onHeartbeat: count, onProgress: count }
  const live = subscribeLive(nc, sink, { onFlood: (serviceId) => void floods.push(serviceId), log })
  const send = (subject: string, body: unknown) => {
    const data = Buffer.from(JSON.stringify(body))
    callbacks.get(subject.split('.')[1] ?? '')?.(null, { subject, data, json: () => body } as unknown as Msg)
  }
  return { taken, lines, floods, send, stop: live.stop }
}

const heartbeat = { version: '1.0.0', hostname: 'h', capabilities: [], runningTasks: [], spoolBytes: 0 }
const progress = { attempt: 1, addressesTotal: 1, addressesDone: 1, hostsFound: 3, audited: 0, failed: 0 }

it('limits the messages of a service for any task ids, and accepts those of others', async () => {
  const { taken, send, stop } = liveMessages()
  const [loud, quiet] = [newId(), newId()]
  for (let count = 0; count < 5000; count += 1) send(progressSubject(loud, newId()), progress)
  send(heartbeatSubject(quiet), heartbeat)
  await stop()
  expect(taken.get(quiet)).toBe(1)
  // Another second may begin meanwhile.
  expect(taken.get(loud)).toBeGreaterThan(0)
  expect(taken.get(loud)).toBeLessThanOrEqual(100)
})

it.each([
  ['very many messages', 10_000, {}],
  ['large messages', 100, { text: 'x'.repeat(100_000) }],
])('reports a service that floods it with %s, and no others', async (_, messages, body) => {
  const { floods, send, stop } = liveMessages()
  const [loud, quiet] = [newId(), newId()]
  for (let count = 0; count < messages; count += 1) send(heartbeatSubject(loud), body)
  for (let count = 0; count < 100; count += 1) send(progressSubject(quiet, newId()), progress)
  await stop()
  expect(new Set(floods)).toEqual(new Set([loud]))
  // Once in each second.
  expect(floods.length).toBeLessThanOrEqual(3)
})

it('logs once for many unreadable messages of a service', async () => {
  const { taken, lines, send, stop } = liveMessages()
  const [loud, other] = [newId(), newId()]
  for (let count = 0; count < 40; count += 1) send(progressSubject(loud, newId()), { attempt: 'none' })
  send(progressSubject(other, newId()), { attempt: 'none' })
  await stop()
  expect(taken.size).toBe(0)
  expect(lines.map((line) => (JSON.parse(line) as { subject: string }).subject.split('.')[2])).toEqual([loud, other])
})

it('accepts a heartbeat with as many networks as a service reports, and refuses others with the name of the field', async () => {
  const { taken, lines, send, stop } = liveMessages()
  const network = (index: number) => ({
    ...{ interfaceName: `enp3s0f0np0.${index}`, macAddress: '00:1b:21:00:00:01', prefixLength: 64 },
    address: `2001:db8:1234:${(index + 4096).toString(16)}:9abc:def0:1234:5678`,
  })
  const networks = Array.from({ length: 256 }, (_, index) => network(index))
  const capabilities = Array.from({ length: 16 }, () => ({
    name: 'x'.repeat(32),
    available: false,
    detail: 'x'.repeat(256),
  }))
  const [large, ...hostile] = Array.from({ length: 5 }, () => newId())
  send(heartbeatSubject(large ?? ''), { ...heartbeat, capabilities, networks })
  const bodies = [[...networks, network(256)], [{ ...network(0), address: '127.0.0.1' }], [{ address: {} }], 'eth0']
  for (const [index, body] of bodies.entries())
    send(heartbeatSubject(hostile[index] ?? ''), { ...heartbeat, networks: body })
  await stop()
  expect([...taken.keys()]).toEqual([large])
  expect(lines).toHaveLength(bodies.length)
  for (const line of lines) expect(line).toContain('networks')
})
