import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AckPolicy, type JetStreamManager, jetstream, jetstreamManager, RetentionPolicy } from '@nats-io/jetstream'
import { createCurve, createUser } from '@nats-io/nkeys'
import { openTaskQueue } from '@rollcall/audit-service/messaging/task-queue.ts'
import { scanOptionsSchema } from '@rollcall/shared/api/scan-options.ts'
import { newId } from '@rollcall/shared/ids.ts'
import {
  heartbeatSubject,
  ingestConsumer,
  progressSubject,
  resultStream,
  resultSubject,
  taskConsumer,
  taskStream,
  taskSubject,
} from '@rollcall/shared/messages/subjects.ts'
import type { Task } from '@rollcall/shared/messages/task.ts'
import { encodeMessage } from '@rollcall/shared/node/wire.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { waitFor } from '../../../test/harness/wait.ts'
import { createDispatcher } from '../outbox/dispatcher.ts'
import { revokeAccess } from '../scanning/audit-services/revoke-access.ts'
import { outboxTables } from '../store/schema/outbox.ts'
import { loadMessagingKeys } from './keys.ts'
import { startNatsServer } from './server.ts'
import { openTestMessaging, type TestMessaging } from './testing/messaging.ts'

let test: TestMessaging

beforeEach(async () => {
  test = await openTestMessaging()
})
afterEach(() => test.stop())

/** Counts the collectors that wait for results of a service. */
const readersOf = async (jsm: JetStreamManager, serviceId: string) =>
  (await jsm.consumers.info(resultStream(serviceId), ingestConsumer)).num_waiting

const startedMessage = (id: string) =>
  encodeMessage({
    version: 1,
    id,
    taskId: id,
    attempt: 1,
    at: '2026-11-20T08:00:00.000Z',
    kind: 'started',
    addressesTotal: 1,
  })

it('receives heartbeats and progress, and drops invalid messages', async () => {
  const received: string[] = []
  const messaging = await test.start({
    onHeartbeat: async (serviceId, { version }) => void received.push(`${serviceId} ${version}`),
    onProgress: async (serviceId, taskId, { hostsFound }) => void received.push(`${serviceId} ${taskId} ${hostsFound}`),
  })
  const { serviceId, link } = await test.admit(messaging)
  const { serviceId: other, link: otherLink } = await test.admit(messaging)
  const taskId = newId()
  const heartbeat = { version: '1.0.0', hostname: 'h', capabilities: [], runningTasks: [], spoolBytes: 0 }
  const progress = { attempt: 1, addressesTotal: 1, addressesDone: 1, hostsFound: 3, audited: 0, failed: 0 }
  otherLink.nc.publish(heartbeatSubject(other), '{"version":')
  await otherLink.nc.flush()
  link.nc.publish(heartbeatSubject(serviceId), JSON.stringify(heartbeat))
  // Faster than any service sends heartbeats: these are not even parsed.
  for (let i = 0; i < 100; i += 1) link.nc.publish(heartbeatSubject(serviceId), JSON.stringify(heartbeat))
  link.nc.publish(progressSubject(serviceId, taskId), JSON.stringify(progress))
  await waitFor(() => received.length >= 2, { what: 'both' })
  expect(received).toEqual([`${serviceId} 1.0.0`, `${serviceId} ${taskId} 3`])
})

it('parks poison messages in its folder with their reason', async () => {
  const messaging = await test.start()
  const { serviceId, link } = await test.admit(messaging)
  await jetstream(link.nc).publish(resultSubject(serviceId, newId()), 'no result')
  const bad = join(test.folder, 'parked-1', serviceId, 'bad')
  const names = await waitFor(
    async () => {
      const found = await readdir(bad).catch(() => [])
      return found.length === 2 ? found : undefined
    },
    { what: 'it to be parked' },
  )
  const reason = names.find((name) => name.endsWith('.reason'))
  expect(await readFile(join(bad, reason ?? ''), 'utf8')).toMatch(
    /^rollcall\.results\..*not a valid result: The body is not valid zstd/,
  )
})

it('keeps the account and the queues of services that join during the upkeep', async () => {
  const joined: Awaited<ReturnType<typeof test.admit>>[] = []
  let readings = 0
  let join = async () => undefined
  const messaging = await test.start({
    // The upkeep reads the inventory for the accounts, then for the queues. A service joins in between.
    listServices: async () => {
      const services = [...test.services]
      readings += 1
      await join()
      return services
    },
  })
  join = async () => {
    if (joined.length < 4) joined.push(await test.admit(messaging))
  }
  await waitFor(() => joined.length === 4, { what: 'four services to join', timeoutMs: 30_000 })
  const before = readings
  await waitFor(() => readings >= before + 3, { what: 'a whole comparison after that', timeoutMs: 30_000 })
  const jsm = await jetstreamManager((await test.connectAsCollector(messaging.servers)).nc)
  for (const { serviceId, link } of joined) {
    expect(link.isConnected()).toBe(true)
    await jetstream(link.nc).publish(resultSubject(serviceId, newId()), 'a result')
    expect((await jsm.streams.info(resultStream(serviceId))).state.last_seq).toBe(1)
  }
})

it('disconnects a deleted service through the outbox and deletes its tasks', async () => {
  const messaging = await test.start()
  const dispatcher = createDispatcher(test.ctx, messaging.outboxHandlers, { pollMs: 3_600_000 })
  const [removed, other] = [await test.admit(messaging), await test.admit(messaging)]
  const now = test.ctx.clock.now().toISOString()
  test.remove(removed.serviceId)
  await test.ctx.store.write((tx) => revokeAccess(tx, removed.serviceId, now))
  dispatcher.wake()
  await waitFor(() => !removed.link.isConnected(), { what: 'the service to be cut off' })
  expect(other.link.isConnected()).toBe(true)
  const waiting = () => test.ctx.store.read((db) => db.select().from(db.tables(outboxTables).outbox))
  await waitFor(async () => (await waiting()).length === 0, { what: 'the outbox to be empty' })
  await dispatcher.drain()
})

it('keeps the queue of a rejoined service when its old keys are revoked', async () => {
  const messaging = await test.start()
  const before = await test.admit(messaging)
  const { link } = await test.admit(messaging, { serviceId: before.serviceId })
  await messaging.outboxHandlers['revoke']?.(before.serviceId, AbortSignal.timeout(5000))
  await waitFor(() => !before.link.isConnected(), { what: 'the old keys to be cut off' })
  // An existing queue answers a pull; a missing one does not.
  expect(await openTaskQueue(link.nc, before.serviceId).next({ expires: 1000 })).toBeNull()
})

it('shares external servers with another collector', async () => {
  const taken: string[] = []
  const record = (name: string) => ({
    started: async () => void taken.push(name),
    host: async () => undefined,
    hosts: async () => undefined,
    tested: async () => undefined,
    finished: async () => undefined,
  })
  const first = await test.start({ results: record('first') })
  const servers = { kind: 'own' as const, servers: first.servers, caPem: test.caPem }
  const second = await test.start({ results: record('second') }, servers)
  await waitFor(() => second.isConnected(), { what: 'the second collector to be connected' })
  const user = { serviceId: newId(), userPublicKey: createUser().getPublicKey() }
  expect(await first.admitService(user)).not.toHaveProperty('natsCaPem')
  expect(await second.admitService(user)).toMatchObject({ natsCaPem: test.caPem })
  const { serviceId, link } = await test.admit(second)
  const jsm = await jetstreamManager((await test.connectAsCollector(first.servers)).nc)
  await waitFor(async () => (await readersOf(jsm, serviceId)) === 2, {
    what: 'both to read the results of the service',
    timeoutMs: 20_000,
  })
  const ids = Array.from({ length: 40 }, () => newId())
  for (const id of ids) {
    await jetstream(link.nc).publish(resultSubject(serviceId, id), await startedMessage(id))
  }
  await waitFor(() => taken.length === ids.length, { what: 'each result to be taken by one of them' })
  expect(new Set(taken)).toEqual(new Set(['first', 'second']))
})

it('fails a task that is too large instead of retrying it forever', async () => {
  const failed: string[] = []
  const task: Task = {
    version: 1,
    taskId: newId(),
    attempt: 1,
    serviceId: newId(),
    kind: 'scan',
    issuedAt: '2026-11-20T08:00:00.000Z',
    expiresAt: '2026-11-21T08:00:00.000Z',
    addresses: Array.from({ length: 25_000 }, (_, index) => `${index}.${'x'.repeat(250)}`),
    options: scanOptionsSchema.parse({}),
  }
  const messaging = await test.start({
    loadForDispatch: async () => ({ task, credentials: [], curvePublicKey: createCurve().getPublicKey() }),
    failTask: async (id, error) => void failed.push(`${id} ${error}`),
  })
  await messaging.outboxHandlers['task']?.(task.taskId, AbortSignal.timeout(5000))
  expect(failed).toEqual([expect.stringMatching(new RegExp(`^${task.taskId} The task is too large`))])
})

it.each([
  ['the stream of tasks', true, (jsm: JetStreamManager) => jsm.streams.delete(taskStream)],
  [
    'the queue of a service',
    false,
    (jsm: JetStreamManager, id: string) => jsm.consumers.delete(taskStream, taskConsumer(id)),
  ],
  ['the results of a service', false, (jsm: JetStreamManager, id: string) => jsm.streams.delete(resultStream(id))],
  [
    'the reader of results',
    false,
    (jsm: JetStreamManager, id: string) => jsm.consumers.delete(resultStream(id), ingestConsumer),
  ],
])(
  're-creates %s after its deletion',
  async (_, losesTasks, deleteIt) => {
    const taken: string[] = []
    let resent = 0
    const messaging = await test.start({
      resendTasks: async () => {
        resent += 1
        await jetstream(collector.nc).publish(taskSubject(serviceId), 'task')
      },
      results: { ...test.ports.results, started: async ({ id }) => void taken.push(id) },
    })
    const { serviceId, link } = await test.admit(messaging)
    const collector = await test.connectAsCollector(messaging.servers)
    const jsm = await jetstreamManager(collector.nc)
    await waitFor(async () => (await readersOf(jsm, serviceId)) > 0, {
      what: 'the collector to read results',
      timeoutMs: 20_000,
    })
    await jetstream(collector.nc).publish(taskSubject(serviceId), 'task')

    await deleteIt(jsm, serviceId)
    const task = await waitFor(
      async () =>
        (await openTaskQueue(link.nc, serviceId)
          .next({ expires: 1000 })
          .catch(() => null)) ?? undefined,
      { what: 'the task to be delivered', timeoutMs: 20_000 },
    )
    expect(task.string()).toBe('task')
    const id = newId()
    const message = await startedMessage(id)
    const publish = () => jetstream(link.nc).publish(resultSubject(serviceId, id), message, { timeout: 1000 })
    await waitFor(() => publish().catch(() => undefined), { what: 'a result to be stored', timeoutMs: 20_000 })
    await waitFor(() => taken.includes(id), { what: 'the result to be taken', timeoutMs: 20_000 })
    expect(resent).toBe(losesTasks ? 1 : 0)
  },
  60_000,
)

it('stores results that an older release left in the shared stream, then deletes the stream', async () => {
  const taken: string[] = []
  const serviceId = newId()
  test.services.push({ serviceId, userPublicKey: createUser().getPublicKey() })
  const keys = await loadMessagingKeys(test.ctx)
  const server = await startNatsServer(test.ctx, keys, test.embedded, test.ports.listServices)
  const old = await test.connectAsCollector([`tls://127.0.0.1:${server.port}`])
  const before = await jetstreamManager(old.nc)
  await before.streams.add({
    name: 'ROLLCALL_RESULTS',
    subjects: ['rollcall.results.*.*'],
    retention: RetentionPolicy.Workqueue,
    allow_direct: true,
  })
  await before.consumers.add('ROLLCALL_RESULTS', { durable_name: ingestConsumer, ack_policy: AckPolicy.Explicit })
  const id = newId()
  await jetstream(old.nc).publish(resultSubject(serviceId, id), await startedMessage(id))
  await old.nc.close()
  await server.stop()

  const messaging = await test.start({
    results: { ...test.ports.results, started: async (each) => void taken.push(each.id) },
  })
  await waitFor(() => taken.includes(id), { what: 'the result to be taken', timeoutMs: 20_000 })
  const now = await jetstreamManager((await test.connectAsCollector(messaging.servers)).nc)
  const names = async () => {
    const found: string[] = []
    for await (const name of now.streams.names()) found.push(name)
    return found
  }
  await waitFor(async () => !(await names()).includes('ROLLCALL_RESULTS'), {
    what: 'the shared stream to be deleted',
    timeoutMs: 20_000,
  })
  expect(await names()).toContain(resultStream(serviceId))
})
