import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import { createCurve, createUser } from '@nats-io/nkeys'
import { nanos } from '@nats-io/transport-node'
import { collectorCredentials, mintServiceUser } from '@rollcall/collector/messaging/accounts.ts'
import { seedText } from '@rollcall/collector/messaging/keys.ts'
import { consumePoison } from '@rollcall/collector/messaging/poison.ts'
import { consumeResults } from '@rollcall/collector/messaging/results.ts'
import { ensureServiceConsumer, ensureStreams } from '@rollcall/collector/messaging/streams.ts'
import { cancelHandler, sendCancel, type TaskSource, taskHandler } from '@rollcall/collector/messaging/tasks.ts'
import { ensureCertificates } from '@rollcall/collector/tls/certificates.ts'
import { scanOptionsSchema } from '@rollcall/shared/api/scan-options.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { type Heartbeat, heartbeatSchema } from '@rollcall/shared/messages/enrolment.ts'
import type { Result } from '@rollcall/shared/messages/result.ts'
import {
  heartbeatSubject,
  resultSubject,
  taskConsumer,
  taskStream,
  taskSubject,
} from '@rollcall/shared/messages/subjects.ts'
import type { Task } from '@rollcall/shared/messages/task.ts'
import { sealCredentials, signMessage } from '@rollcall/shared/node/envelope.ts'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestNats, type TestNats } from '../../../test/harness/nats.ts'
import { type TmpFolder, tmpFolder } from '../../../test/harness/tmp.ts'
import { waitFor } from '../../../test/harness/wait.ts'
import { openResultSpool } from '../spool/result-spool.ts'
import { type CollectorLink, startLink } from './link.ts'
import type { ServiceFile } from './service-file.ts'
import type { RunTask } from './task-runs.ts'

let nats: TestNats
let collector: Awaited<ReturnType<TestNats['connect']>>
let folder: TmpFolder
let service: ServiceFile
const stops: (() => Promise<unknown>)[] = []
const curve = createCurve()
const credential = { kind: 'snmp-community', version: 'v2c', community: 'hush-hush' } as const

beforeAll(async () => {
  nats = await startTestNats()
  collector = await nats.connect(await collectorCredentials(nats.keys))
})
afterAll(() => nats.stop())

beforeEach(async () => {
  folder = await tmpFolder()
  const serviceId = newId()
  const user = createUser()
  service = {
    auditServiceId: serviceId,
    siteId: newId(),
    name: 'test',
    collectorUrl: 'https://127.0.0.1:8443',
    natsServers: [nats.url],
    userJwt: await mintServiceUser(nats.keys, { serviceId, userPublicKey: user.getPublicKey() }),
    caPem: nats.caPem,
    taskSigningKey: nats.keys.taskSigning.getPublicKey(),
    collectorCurveKey: nats.keys.curve.getPublicKey(),
    userSeed: seedText(user),
    curveSeed: seedText(curve),
  }
  const jsm = await jetstreamManager(collector.nc)
  await ensureStreams(jsm)
  await ensureServiceConsumer(jsm, serviceId)
})
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
  await folder.remove()
})

async function start(runTask: RunTask, log = nats.ctx.log): Promise<CollectorLink> {
  const link = await startLink({
    service,
    stateDir: folder.path,
    version: '1.0.0',
    spool: await openResultSpool(folder.path, 64 * 1024 * 1024),
    runTask,
    capabilities: () => [{ name: 'ping', available: true }],
    log,
  })
  stops.push(() => link.stop())
  return link
}

function newTask(change: Partial<Task> = {}): Task {
  return {
    version: 1,
    taskId: newId(),
    attempt: 1,
    serviceId: service.auditServiceId,
    kind: 'scan',
    issuedAt: new Date().toISOString(),
    expiresAt: new Date(Date.now() + 600_000).toISOString(),
    addresses: ['10.0.0.0/30'],
    options: scanOptionsSchema.parse({}),
    ...change,
  }
}

/** The collector's source of one task, and what it noted. */
function sourceOf(task: Task) {
  const noted: { sequence?: number; error?: string } = {}
  const source: TaskSource = {
    loadForDispatch: async () => ({ task, credentials: [credential], curvePublicKey: curve.getPublicKey() }),
    markDispatched: async (_, sequence) => {
      noted.sequence = sequence
    },
    dispatchedTo: async () => ({ serviceId: task.serviceId, streamSequence: noted.sequence ?? null }),
    failTask: async (_, error) => {
      noted.error = error
    },
  }
  return { source, noted }
}

async function dispatch(task: Task): Promise<ReturnType<typeof sourceOf>> {
  const made = sourceOf(task)
  await taskHandler(() => collector.nc, nats.keys, made.source)(task.taskId, AbortSignal.timeout(5000))
  return made
}

/** What the collector takes of results, in order. */
function takeResults(): Result[] {
  const taken: Result[] = []
  const take = async (result: Result) => void taken.push(result)
  const sink = { started: take, host: take, finished: take }
  const consuming = consumeResults(collector.nc, { sink, park: async () => undefined, log: nats.ctx.log })
  stops.push(() => consuming.stop())
  return taken
}

const endOf = (results: Result[], { taskId }: Task) =>
  waitFor(() => results.find((result) => result.kind === 'finished' && result.taskId === taskId), {
    what: 'the end of the task',
    timeoutMs: 20_000,
  })

const consumerInfo = async () =>
  (await jetstreamManager(collector.nc)).consumers.info(taskStream, taskConsumer(service.auditServiceId))

const observation = (address: string) => ({
  schemaVersion: 1 as const,
  id: newId(),
  source: 'Service' as const,
  observedAt: new Date().toISOString(),
  type: 'unknown' as const,
  name: address,
  identity: {},
  depth: 'discovery' as const,
})

/** The kinds of results that wait on the service's disk, oldest first. */
const spooledKinds = async () =>
  (await readdir(join(folder.path, 'spool')))
    .filter((name) => name.includes('.'))
    .sort()
    .map((name) => name.split('.')[1])

/** Runs until it is told to stop. */
const untilAborted: RunTask = (_task, _credentials, _report, signal) =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve({ status: 'Success' })))

describe('an Audit Service', () => {
  it('runs a task with its credentials opened, and sends what it reports', async () => {
    const results = takeResults()
    let seen: unknown
    await start(async (task, credentials, report) => {
      seen = { addresses: task.addresses, credentials }
      await report.started(4)
      await report.host('10.0.0.1', observation('10.0.0.1'), Buffer.from('raw'))
      report.progress({ addressesTotal: 4, addressesDone: 4, hostsFound: 1, audited: 0, failed: 0 })
      return { status: 'Success' }
    })
    const task = newTask()
    await dispatch(task)
    const end = await endOf(results, task)
    expect(seen).toEqual({ addresses: ['10.0.0.0/30'], credentials: [credential] })
    expect(end).toMatchObject({ outcome: { status: 'Success' }, progress: { attempt: 1, hostsFound: 1 } })
    expect(results.map(({ kind }) => kind).sort()).toEqual(['finished', 'host', 'started'])
    expect(results.find(({ kind }) => kind === 'host')).toMatchObject({ raw: Buffer.from('raw').toString('base64') })
    await waitFor(async () => (await consumerInfo()).num_ack_pending === 0, { what: 'the task to be acknowledged' })
  })

  it("trusts the CA of NATS servers of the user's own, and not the collector's for them", async () => {
    const other = await tmpFolder()
    stops.push(() => other.remove())
    const options = { dataDir: other.path, own: undefined, extraHosts: [], now: new Date() }
    const { caPem: foreignCaPem } = await ensureCertificates(options)
    const own = service
    service = { ...own, caPem: foreignCaPem, natsCaPem: nats.caPem }
    const link = await start(untilAborted)
    await waitFor(() => link.isConnected(), { what: 'the service to be connected' })

    // Without a CA file: certificates of public CAs, and no other.
    const refused: string[] = []
    const log = pino({ level: 'warn' }, { write: (line) => void refused.push(line) })
    service = { ...own, natsCaPem: null }
    const without = await start(untilAborted, log)
    await waitFor(() => refused.find((line) => /certificate/.test(line)), { what: 'its server to be refused' })
    expect(without.isConnected()).toBe(false)
  })

  it('keeps credentials sealed on the bus', async () => {
    const task = newTask()
    const { noted } = await dispatch(task)
    const jsm = await jetstreamManager(collector.nc)
    const stored = await jsm.streams.getMessage(taskStream, { seq: noted.sequence ?? 0 })
    expect(Buffer.from(stored?.data ?? []).toString('latin1')).not.toContain('hush')
  })

  it('says why a task failed', async () => {
    const results = takeResults()
    await start(() => Promise.reject(new Error('nmap is not installed')))
    const task = newTask()
    await dispatch(task)
    expect(await endOf(results, task)).toMatchObject({ outcome: { status: 'Failed', error: 'nmap is not installed' } })
  })

  it('beats while it is there', async () => {
    const beats: Heartbeat[] = []
    const subscription = collector.nc.subscribe(heartbeatSubject(service.auditServiceId), {
      callback: (_, message) => void beats.push(heartbeatSchema.parse(message.json())),
    })
    await collector.nc.flush()
    await start(untilAborted)
    const beat = await waitFor(() => beats[0], { what: 'a heartbeat' })
    expect(beat).toMatchObject({ version: '1.0.0', capabilities: [{ name: 'ping' }], spoolBytes: 0, runningTasks: [] })
    subscription.unsubscribe()
  })

  it('runs nothing that another service brings into its queue', async () => {
    const begun: string[] = []
    await start(async (task) => {
      begun.push(task.taskId)
      return { status: 'Success' }
    })
    // Another service publishes a result of its own, and has the server's answer sent to our queue.
    const id = newId()
    const user = createUser()
    const userJwt = await mintServiceUser(nats.keys, { serviceId: id, userPublicKey: user.getPublicKey() })
    const other = await nats.connect({ userJwt, userSeed: seedText(user) }, { inboxPrefix: `_INBOX_${id}` })
    other.nc.publish(resultSubject(id, newId()), 'a result', { reply: taskSubject(service.auditServiceId) })
    await other.nc.flush()
    await waitFor(async () => (await consumerInfo()).delivered.stream_seq > 0, { what: 'it to be delivered' })

    const task = newTask()
    // Signed by somebody else, and signed by the collector but for another service.
    const js = jetstream(collector.nc)
    await js.publish(taskSubject(service.auditServiceId), await signMessage(task, createUser()))
    const foreign = newTask({ serviceId: newId() })
    await js.publish(taskSubject(service.auditServiceId), await signMessage(foreign, nats.keys.taskSigning))
    const own = newTask()
    const results = takeResults()
    await dispatch(own)
    await endOf(results, own)
    expect(begun).toEqual([own.taskId])
    await waitFor(async () => (await consumerInfo()).num_ack_pending === 0, { what: 'all to be settled' })
  })

  it('does not run what has expired, nor what it does not understand, and says so', async () => {
    const results = takeResults()
    await start(() => Promise.reject(new Error('must not run')))
    const expired = newTask({ expiresAt: new Date(Date.now() - 1000).toISOString() })
    await dispatch(expired)
    const refused = await endOf(results, expired)
    expect(refused).toMatchObject({ outcome: { status: 'Failed', error: expect.stringContaining('expired') } })
    const newer = { ...newTask(), version: 2 }
    const message = await signMessage(newer, nats.keys.taskSigning)
    await jetstream(collector.nc).publish(taskSubject(service.auditServiceId), message)
    const end = await endOf(results, newTask({ taskId: newer.taskId }))
    expect(end).toMatchObject({ outcome: { status: 'Failed', error: expect.stringContaining('update it') } })
  })

  it('goes on with what it began before it expired', async () => {
    const results = takeResults()
    const task = newTask({ expiresAt: new Date(Date.now() - 1000).toISOString() })
    await dispatch(task)
    // It had it in time, and was stopped.
    const taken = jetstream(collector.nc).consumers.get(taskStream, taskConsumer(service.auditServiceId))
    const first = await (await taken).next({ expires: 5000 })
    first?.nak()
    await collector.nc.flush()
    await start(async () => ({ status: 'Success' }))
    expect(await endOf(results, task)).toMatchObject({ outcome: { status: 'Success' } })
  })

  it('gives running tasks back when it stops, and they run again at once', async () => {
    const running = Promise.withResolvers<void>()
    const first = await start((...run) => {
      running.resolve()
      return untilAborted(...run)
    })
    const task = newTask()
    await dispatch(task)
    await running.promise
    await first.stop()
    const results = takeResults()
    await start(async () => ({ status: 'Success' }))
    expect(await endOf(results, task)).toMatchObject({ outcome: { status: 'Success' } })
    expect(results.filter(({ kind }) => kind === 'finished')).toHaveLength(1)
  }, 20_000)

  it('runs an attempt only once to its end, also after a restart', async () => {
    const results = takeResults()
    let runs = 0
    const runTask: RunTask = async () => {
      runs += 1
      return { status: 'Success' }
    }
    const first = await start(runTask)
    const task = newTask()
    await dispatch(task)
    await endOf(results, task)
    await first.stop()
    await start(runTask)
    // As after an acknowledgement that was lost: the same message again, past the server's memory of it.
    const sealed = { ...task, sealedCredentials: sealCredentials([], nats.keys.curve, curve.getPublicKey()) }
    const again = await signMessage(sealed, nats.keys.taskSigning)
    await jetstream(collector.nc).publish(taskSubject(service.auditServiceId), again)
    const next = newTask({ taskId: task.taskId, attempt: 2 })
    await dispatch(next)
    await waitFor(() => results.some(({ attempt }) => attempt === 2), { what: 'the second attempt' })
    expect(runs).toBe(2)
  })

  it('goes on with a task that is delivered again while it runs, and does not begin it twice', async () => {
    const results = takeResults()
    const gate = Promise.withResolvers<void>()
    let runs = 0
    await start(async () => {
      runs += 1
      await gate.promise
      return { status: 'Success' }
    })
    // As after a cut: the server has not heard of the task for too long.
    const jsm = await jetstreamManager(collector.nc)
    const name = taskConsumer(service.auditServiceId)
    await jsm.consumers.update(taskStream, name, { ack_wait: nanos(300) })
    const task = newTask()
    const signed = await signMessage(task, nats.keys.taskSigning)
    const { seq } = await jetstream(collector.nc).publish(taskSubject(service.auditServiceId), signed)
    await waitFor(async () => (await consumerInfo()).num_redelivered > 0, { what: 'it to be delivered again' })
    await jsm.consumers.update(taskStream, name, { ack_wait: nanos(30_000) })
    gate.resolve()
    await endOf(results, task)
    await waitFor(async () => (await jsm.streams.getMessage(taskStream, { seq })) === null, { what: 'it to be gone' })
    expect(runs).toBe(1)
    expect(results).toHaveLength(1)
  })

  it('leaves an attempt for a later one, whose end alone counts', async () => {
    const results = takeResults()
    const attempts: number[] = []
    await start(async (task, credentials, report, signal) => {
      attempts.push(task.attempt)
      return task.attempt === 1 ? untilAborted(task, credentials, report, signal) : { status: 'Success' }
    })
    const first = newTask()
    await dispatch(first)
    await waitFor(() => attempts.length === 1, { what: 'the first attempt' })
    await dispatch({ ...first, attempt: 2 })
    await endOf(results, first)
    await waitFor(async () => (await consumerInfo()).num_ack_pending === 0, { what: 'both to be acknowledged' })
    expect(attempts).toEqual([1, 2])
    expect(results).toMatchObject([{ kind: 'finished', attempt: 2 }])
  })

  it('stops a task that is cancelled, and takes none that was cancelled before it came', async () => {
    const results = takeResults()
    await start(untilAborted)
    const task = newTask()
    const { source } = await dispatch(task)
    await waitFor(async () => (await consumerInfo()).num_ack_pending === 1, { what: 'the task to run' })
    const cancel = cancelHandler(nats.ctx, () => collector.nc, nats.keys, source)
    await cancel(task.taskId, AbortSignal.timeout(5000))
    expect(await endOf(results, task)).toMatchObject({ outcome: { status: 'Cancelled' } })

    const early = newTask()
    await sendCancel(nats.ctx, collector.nc, nats.keys, early)
    await dispatch(early)
    expect(await endOf(results, early)).toMatchObject({ outcome: { status: 'Cancelled' } })
  })

  it('is not stopped by a control message that the collector did not sign', async () => {
    const link = await start(untilAborted)
    const task = newTask()
    await dispatch(task)
    await waitFor(async () => (await consumerInfo()).num_ack_pending === 1, { what: 'the task to run' })
    await sendCancel(nats.ctx, collector.nc, { ...nats.keys, taskSigning: createUser() }, task)
    await collector.nc.flush()
    expect(link.isConnected()).toBe(true)
    expect((await consumerInfo()).num_ack_pending).toBe(1)
  })

  it('gets a cancelled task back out of its queue before it was taken', async () => {
    const task = newTask()
    const { source, noted } = await dispatch(task)
    await cancelHandler(nats.ctx, () => collector.nc, nats.keys, source)(task.taskId, AbortSignal.timeout(5000))
    const jsm = await jetstreamManager(collector.nc)
    expect(await jsm.streams.getMessage(taskStream, { seq: noted.sequence ?? 0 })).toBeNull()
    // Once more, when it is gone already.
    await cancelHandler(nats.ctx, () => collector.nc, nats.keys, source)(task.taskId, AbortSignal.timeout(5000))
  })

  it('has its tasks after a restart of the server, and sends what it kept meanwhile', async () => {
    const gate = Promise.withResolvers<void>()
    const running = Promise.withResolvers<void>()
    const link = await start(async (_task, _credentials, report) => {
      running.resolve()
      await gate.promise
      await report.host('10.0.0.1', observation('10.0.0.1'))
      return { status: 'Success' }
    })
    const task = newTask()
    await dispatch(task)
    await running.promise
    await nats.stopServer()
    await waitFor(() => !link.isConnected() && !collector.isConnected(), { what: 'the cut to be noticed' })
    gate.resolve()
    await waitFor(async () => (await spooledKinds()).length === 2, { what: 'both results to be on disk' })
    expect(await spooledKinds()).toEqual(['host', 'finished'])
    await nats.startServer()
    await waitFor(() => collector.isConnected(), { what: 'the collector to be back', timeoutMs: 20_000 })
    const results = takeResults()
    expect(await endOf(results, task)).toMatchObject({ outcome: { status: 'Success' } })
    expect(results.map(({ kind }) => kind)).toEqual(['host', 'finished'])
    await waitFor(async () => (await spooledKinds()).length === 0, { what: 'the spool to be empty' })
  }, 60_000)

  it('has a task ended as failed that it began again and again', async () => {
    const poisoned: string[] = []
    const poison = consumePoison(collector.nc, {
      taskSigningKey: service.taskSigningKey,
      onTaskPoisoned: async (taskId, reason) => void poisoned.push(`${taskId} ${reason}`),
      log: nats.ctx.log,
    })
    stops.push(() => poison.stop())
    const task = newTask()
    await dispatch(task)
    // A service that dies each time, without a word: the server waits for an acknowledgement that never comes.
    const jsm = await jetstreamManager(collector.nc)
    const name = taskConsumer(service.auditServiceId)
    await jsm.consumers.update(taskStream, name, { ack_wait: nanos(100) })
    const consumer = await jetstream(collector.nc).consumers.get(taskStream, name)
    for (let delivery = 1; delivery <= 5; delivery += 1) await consumer.next({ expires: 5000 })
    await consumer.next({ expires: 1000 })
    await waitFor(() => poisoned.length === 1, { what: 'the task to be given up' })
    expect(poisoned[0]).toBe(`${task.taskId} Its Audit Service began it 5 times and did not end it.`)
    await waitFor(async () => (await consumerInfo()).num_pending === 0, { what: 'it to leave the stream' })
  }, 30_000)
})
