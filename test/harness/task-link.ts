import { jetstreamManager } from '@nats-io/jetstream'
import { createCurve, createUser } from '@nats-io/nkeys'
import { type CollectorLink, type LinkOptions, startLink } from '@rollcall/audit-service/messaging/link.ts'
import type { ServiceFile } from '@rollcall/audit-service/messaging/service-file.ts'
import type { RunTask } from '@rollcall/audit-service/messaging/task-runs.ts'
import { openResultSpool } from '@rollcall/audit-service/spool/result-spool.ts'
import type { ReadResult } from '@rollcall/collector/ingest/reading/read-result.ts'
import { createReader } from '@rollcall/collector/ingest/reading/reader.ts'
import { resultReader } from '@rollcall/collector/ingest/reading/result-reader.ts'
import { collectorCredentials } from '@rollcall/collector/messaging/accounts.ts'
import { seedText } from '@rollcall/collector/messaging/keys.ts'
import { createResultStreams } from '@rollcall/collector/messaging/result-streams.ts'
import { createResultHandler } from '@rollcall/collector/messaging/results.ts'
import { ensureServiceQueues, ensureStreams } from '@rollcall/collector/messaging/streams.ts'
import { type TaskSource, taskHandler } from '@rollcall/collector/messaging/tasks.ts'
import { scanOptionsSchema } from '@rollcall/shared/api/scan-options.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { resultStream, taskConsumer, taskStream } from '@rollcall/shared/messages/subjects.ts'
import type { Task } from '@rollcall/shared/messages/task.ts'
import { afterAll, afterEach, beforeEach } from 'vitest'
import { startTestNats } from './nats.ts'
import { type TmpFolder, tmpFolder } from './tmp.ts'
import { waitFor } from './wait.ts'

type Stop = () => Promise<unknown>

export const credential = { kind: 'snmp-community', version: 'v2c', community: 'hush-hush' } as const

/**
 * The collector's side of tasks on a real nats-server, and for each test an Audit Service that has joined and not yet
 * connected. All of it ends with the tests of the file.
 */
export async function startTaskLink() {
  const nats = await startTestNats()
  afterAll(() => nats.stop())
  const collector = await nats.connect(await collectorCredentials(nats.keys))
  const jsm = await jetstreamManager(collector.nc)
  const curve = createCurve()
  let folder: TmpFolder
  let service: ServiceFile
  const stops: Stop[] = []

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
      userJwt: await nats.admit({ serviceId, userPublicKey: user.getPublicKey() }),
      caPem: nats.caPem,
      taskSigningKey: nats.keys.taskSigning.getPublicKey(),
      collectorCurveKey: nats.keys.curve.getPublicKey(),
      userSeed: seedText(user),
      curveSeed: seedText(curve),
    }
    await ensureStreams(jsm)
    await ensureServiceQueues(jsm, serviceId)
  })
  afterEach(async () => {
    for (const stop of stops.splice(0).reverse()) await stop()
    await folder.remove()
  })

  const start = async (runTask: RunTask, changes: Partial<LinkOptions> = {}): Promise<CollectorLink> => {
    const link = await startLink({
      service,
      stateDir: folder.path,
      version: '1.0.0',
      spool: await openResultSpool(folder.path, 64 * 1024 * 1024),
      runTask,
      capabilities: () => [{ name: 'ping', available: true }],
      networks: () => [],
      log: nats.ctx.log,
      ...changes,
    })
    stops.push(() => link.stop())
    return link
  }

  const newTask = (change: Partial<Task> = {}): Task => ({
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
  })

  /** Sends a task as the collector does; its source of that one task, and what it noted. */
  const dispatch = async (task: Task) => {
    const noted: { sequence?: number } = {}
    const source: TaskSource = {
      loadForDispatch: async () => ({ task, credentials: [credential], curvePublicKey: curve.getPublicKey() }),
      recordDispatch: async (_, sequence) => {
        noted.sequence = sequence
      },
      dispatchedTo: async () => ({ serviceId: task.serviceId, streamSequence: noted.sequence ?? null }),
      failTask: (_, error) => Promise.reject(new Error(error)),
    }
    await taskHandler(() => collector.nc, nats.keys, source)(task.taskId, AbortSignal.timeout(5000))
    return { source, noted }
  }

  /** Takes results in order, as the collector does. */
  const takeResults = (): ReadResult[] => {
    const taken: ReadResult[] = []
    const take = async (result: ReadResult) => void taken.push(result)
    const sink = { started: take, host: take, hosts: take, tested: take, finished: take }
    const { log } = nats.ctx
    const reader = createReader(nats.ctx)
    const read = resultReader(reader, nats.ctx)
    const handle = createResultHandler(collector.nc, { ...nats.ctx, sink, read, park: async () => undefined })
    const consuming = createResultStreams({ link: collector, handle, log })
    void consuming.follow([resultStream(service.auditServiceId)])
    stops.push(() => consuming.stop().then(() => reader.close()))
    return taken
  }

  return {
    nats,
    collector,
    jsm,
    curve,
    service: () => service,
    stateDir: () => folder.path,
    /** Called when the test has ended, the last one first. */
    stopLater: (stop: Stop) => void stops.push(stop),
    start,
    newTask,
    dispatch,
    takeResults,
    consumerInfo: () => jsm.consumers.info(taskStream, taskConsumer(service.auditServiceId)),
  }
}

export const endOf = (results: ReadResult[], { taskId }: Pick<Task, 'taskId'>) =>
  waitFor(() => results.find((result) => result.kind === 'finished' && result.taskId === taskId), {
    what: 'the end of the task',
    timeoutMs: 20_000,
  })

/** Runs until it is told to stop. */
export const untilAborted: RunTask = (_task, _credentials, _report, signal) =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve({ status: 'Success' })))
