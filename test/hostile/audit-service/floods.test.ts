import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import { createUser } from '@nats-io/nkeys'
import { seedText } from '@rollcall/collector/messaging/keys.ts'
import type { Messaging } from '@rollcall/collector/messaging/start.ts'
import { openTestMessaging, type TestMessaging } from '@rollcall/collector/messaging/testing/messaging.ts'
import { newId } from '@rollcall/shared/ids.ts'
import {
  heartbeatSubject,
  inboxPrefix,
  progressSubject,
  resultStream,
  resultSubject,
} from '@rollcall/shared/messages/subjects.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { casesOf, isLongForm } from '../../harness/long-form.ts'
import { startProcess } from '../../harness/processes.ts'
import { descendantsOf } from '../../harness/rollcall.ts'
import { waitFor } from '../../harness/wait.ts'
import type { FloodOptions } from './flood.ts'
import { connectRaw } from './raw-nats.ts'

const seconds = 4
const heartbeat = { version: '1.0.0', hostname: 'h', capabilities: [], runningTasks: [], spoolBytes: 0 }

let bench: TestMessaging
let messaging: Messaging
const received: string[] = []

beforeAll(async () => {
  bench = await openTestMessaging()
  messaging = await bench.start({ onHeartbeat: async (serviceId) => void received.push(serviceId) })
})
afterAll(() => bench?.stop())

/** Connects a hostile service with its keys, without the product's library. */
async function hostileService() {
  const user = createUser()
  const service = { serviceId: newId(), userPublicKey: user.getPublicKey() }
  bench.services.push(service)
  const { userJwt } = await messaging.admitService(service)
  const [url = ''] = messaging.servers
  return { serviceId: service.serviceId, credentials: { url, caPem: bench.caPem, userJwt, userSeed: seedText(user) } }
}

function flood(options: FloodOptions) {
  const args = [join(import.meta.dirname, 'flood.ts'), JSON.stringify(options)]
  return startProcess({ program: process.execPath, args })
}

const floods: [name: string, bytes: number, subjectOf: (serviceId: string) => string][] = [
  ['small heartbeats', 16, heartbeatSubject],
  ['heartbeats of 4 MB', 4_000_000, heartbeatSubject],
  ['progress of 60 KB', 60_000, (serviceId) => progressSubject(serviceId, newId())],
]

test.each(casesOf(floods, 1))(
  'the collector stays connected and reads the others during a flood of %s',
  async (_, bytes, subjectOf) => {
    const { serviceId, credentials } = await hostileService()
    const other = await bench.admit(messaging)
    await using attack = await flood({ ...credentials, subject: subjectOf(serviceId), bytes, seconds })
    let isOver = false
    void attack.exited.then(() => {
      isOver = true
    })
    const cuts: string[] = []
    let results = 0
    while (!isOver) {
      if (!messaging.isConnected()) cuts.push('the collector was cut off')
      await jetstream(other.link.nc, { timeout: 10_000 }).publish(resultSubject(other.serviceId, newId()), 'a result')
      results += 1
      await setTimeout(50)
    }
    expect(cuts).toEqual([])
    expect(results).toBeGreaterThan(5)
    expect(Number(/sent (\d+)/.exec(attack.output())?.[1])).toBeGreaterThan(0)
    const beat = () => {
      other.link.nc.publish(heartbeatSubject(other.serviceId), JSON.stringify(heartbeat))
      return received.includes(other.serviceId)
    }
    await waitFor(beat, { what: 'the other to be heard', timeoutMs: 30_000, intervalMs: 200 })
  },
)

test('one service gets at most four connections, and others can connect', async () => {
  const { credentials } = await hostileService()
  const clients = await Promise.all(Array.from({ length: 60 }, () => connectRaw(credentials)))
  await Promise.all(clients.map((client) => client.settled()))
  const admitted = clients.filter((client) => client.received().includes('PONG'))
  expect(admitted.length).toBeLessThanOrEqual(4)
  expect((await bench.admit(messaging)).link.isConnected()).toBe(true)
  await Promise.all(clients.map((client) => client.close()))
})

test('one connection gets at most 32 subscriptions', async () => {
  const { serviceId, credentials } = await hostileService()
  const client = await connectRaw(credentials)
  for (let sid = 1; sid <= 10_000; sid += 1) client.send(`SUB ${inboxPrefix(serviceId)}.${sid} ${sid}\r\n`)
  await client.settled()
  const refused = client.received().match(/-ERR 'maximum subscriptions exceeded'/gi) ?? []
  expect(refused.length).toBeGreaterThan(0)
  await client.close()
})

if (isLongForm) {
  test('the NATS server frees the long message ids of acknowledged results', async () => {
    const { serviceId, link } = await bench.admit(messaging)
    const [server] = descendantsOf(process.pid).filter(({ command }) => command.includes('nats-server'))
    const mebibytes = () =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server?.pid}/status`, 'utf8'))?.[1]) / 1024
    const before = mebibytes()
    const jsm = await jetstreamManager((await bench.connectAsCollector(messaging.servers)).nc)
    const sent = 1500
    const idKibibytes = 60
    const publish = async (count: number) => {
      const msgID = `${count}${'x'.repeat(idKibibytes * 1024)}`
      const once = () =>
        jetstream(link.nc, { timeout: 10_000 }).publish(resultSubject(serviceId, newId()), 'a result', { msgID })
      // Its stream may be full for a moment.
      await waitFor(() => once().catch(() => undefined), { what: 'a result to be stored', timeoutMs: 60_000 })
    }
    for (let count = 0; count < sent; count += 100) {
      await Promise.all(Array.from({ length: 100 }, (_, index) => publish(count + index)))
    }
    await waitFor(async () => (await jsm.streams.info(resultStream(serviceId))).state.messages === 0, {
      what: 'the results to be taken',
      timeoutMs: 60_000,
    })
    // Each remembered id takes nearly three times its length.
    expect(mebibytes() - before).toBeLessThan(150)
  })
}
