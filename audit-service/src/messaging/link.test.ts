import { once } from 'node:events'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { jetstream } from '@nats-io/jetstream'
import { createUser, fromSeed } from '@nats-io/nkeys'
import { subscribeLive } from '@rollcall/collector/messaging/live.ts'
import { cancelHandler, sendCancel } from '@rollcall/collector/messaging/tasks.ts'
import { ensureCertificates } from '@rollcall/collector/operations/certificates/ensure-certificates.ts'
import { withInstance } from '@rollcall/collector/scanning/audit-services/service-instances.ts'
import type { ServiceInstances } from '@rollcall/collector/store/schema/enrollment.ts'
import { newId } from '@rollcall/shared/ids.ts'
import {
  type Heartbeat,
  heartbeatSchema,
  renewalStatement,
  serviceRenewSchema,
} from '@rollcall/shared/messages/enrollment.ts'
import { untried } from '@rollcall/shared/messages/host-audit.ts'
import { heartbeatSubject, taskStream, taskSubject } from '@rollcall/shared/messages/subjects.ts'
import { signMessage } from '@rollcall/shared/node/envelope.ts'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { freePort } from '../../../test/harness/ports.ts'
import { makeServerTls } from '../../../test/harness/server-tls.ts'
import { credential, endOf, startTaskLink, untilAborted } from '../../../test/harness/task-link.ts'
import { tmpFolder } from '../../../test/harness/tmp.ts'
import { waitFor } from '../../../test/harness/wait.ts'
import { openResultSpool } from '../spool/result-spool.ts'
import { readServiceFile, writeServiceFile } from './service-file.ts'
import type { RunTask } from './task-runs.ts'

const { collector, consumerInfo, dispatch, jsm, nats, newTask, service, start, stateDir, stopLater, takeResults } =
  await startTaskLink()

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

/** Kinds of the results in the service's spool, oldest first. */
const spooledKinds = async () =>
  (await readdir(join(stateDir(), 'spool')))
    // Temporary files begin with a dot.
    .filter((name) => /^\d+-\w+\./.test(name))
    .sort()
    .map((name) => name.split('.')[1])

describe('an Audit Service', () => {
  it('runs a task with its unsealed credentials, and sends its reports', async () => {
    const results = takeResults()
    let seen: unknown
    await start(async (task, credentials, report) => {
      seen = { addresses: task.addresses, credentials }
      await report.started(4)
      await report.host('10.0.0.1', observation('10.0.0.1'), untried('read'), Buffer.from('raw'))
      report.progress({ addressesTotal: 4, addressesDone: 4, hostsFound: 1, audited: 1, notAudited: 0, failed: 0 })
      return { status: 'Success' }
    })
    const task = newTask()
    await dispatch(task)
    const end = await endOf(results, task)
    expect(seen).toEqual({ addresses: ['10.0.0.0/30'], credentials: [credential] })
    expect(end).toMatchObject({ outcome: { status: 'Success' }, progress: { attempt: 1, hostsFound: 1 } })
    expect(results.map(({ kind }) => kind).sort()).toEqual(['finished', 'host', 'started'])
    // The collector reads results in a thread, which packs the raw payload.
    expect(results.find(({ kind }) => kind === 'host')).toMatchObject({ reading: { packed: expect.anything() } })
    await waitFor(async () => (await consumerInfo()).num_ack_pending === 0, { what: 'the task to be acknowledged' })
  })

  it("trusts only the given CA for the user's own NATS servers", async () => {
    await using other = await tmpFolder()
    const options = {
      dataDir: other.path,
      own: undefined,
      extraHosts: [],
      mayMakeCa: true,
      log: { warn: () => undefined },
      now: new Date(),
    }
    const { caPem: foreignCaPem } = await ensureCertificates(options)
    const link = await start(untilAborted, { service: { ...service(), caPem: foreignCaPem, natsCaPem: nats.caPem } })
    await waitFor(() => link.isConnected(), { what: 'the service to be connected' })

    // Without a CA file: certificates of public CAs, and no other.
    const refused: string[] = []
    const log = pino({ level: 'warn' }, { write: (line) => void refused.push(line) })
    const without = await start(untilAborted, { service: { ...service(), natsCaPem: null }, log })
    await waitFor(() => refused.find((line) => /certificate/.test(line)), { what: 'its server to be refused' })
    expect(without.isConnected()).toBe(false)
  })

  it('keeps credentials sealed on the bus', async () => {
    const task = newTask()
    const { noted } = await dispatch(task)
    const stored = await jsm.streams.getMessage(taskStream, { seq: noted.sequence ?? 0 })
    expect(Buffer.from(stored?.data ?? []).toString('latin1')).not.toContain('hush')
  })

  it('sends heartbeats while it runs', async () => {
    const beats: Heartbeat[] = []
    const subscription = collector.nc.subscribe(heartbeatSubject(service().auditServiceId), {
      callback: (_, message) => void beats.push(heartbeatSchema.parse(message.json())),
    })
    await collector.nc.flush()
    await start(untilAborted)
    const beat = await waitFor(() => beats[0], { what: 'a heartbeat' })
    expect(beat).toMatchObject({ version: '1.0.0', capabilities: [{ name: 'ping' }], spoolBytes: 0, runningTasks: [] })
    subscription.unsubscribe()
  })

  it('is detected if two processes use its identity; each task runs once', async () => {
    await using copy = await tmpFolder()
    let instances: ServiceInstances = { recent: [] }
    const onHeartbeat = async (_: string, { instanceId = '', hostname }: Heartbeat) => {
      instances = withInstance(instances, { id: instanceId, hostname, at: new Date().toISOString() })
    }
    const sink = { onHeartbeat, onProgress: async () => undefined }
    const live = subscribeLive(collector.nc, sink, { onFlood: () => undefined, log: nats.ctx.log })
    stopLater(() => live.stop())
    const results = takeResults()
    const begun: string[] = []
    const runTask: RunTask = async ({ taskId }) => {
      begun.push(taskId)
      return { status: 'Success' }
    }
    await start(runTask, { heartbeatIntervalMs: 2000 })
    await waitFor(() => instances.recent.length === 1, { what: 'the first process' })
    const spool = await openResultSpool(copy.path, 64 * 1024 * 1024)
    await start(runTask, { heartbeatIntervalMs: 2000, stateDir: copy.path, spool })
    await waitFor(() => instances.recent.length === 2, { what: 'the second process', timeoutMs: 20_000 })
    const tasks = Array.from({ length: 10 }, () => newTask())
    for (const task of tasks) await dispatch(task)
    for (const task of tasks) await endOf(results, task)
    expect(begun.sort()).toEqual(tasks.map(({ taskId }) => taskId).sort())
    const shared = await waitFor(() => instances.shared, { what: 'the second use', timeoutMs: 70_000 })
    expect(shared.hostnames).toEqual([hostname()])
  }, 100_000)

  it('refuses a task that the collector did not sign for it', async () => {
    const begun: string[] = []
    await start(async (task) => {
      begun.push(task.taskId)
      return { status: 'Success' }
    })
    const task = newTask()
    // Signed by another key, and signed by the collector but for another service.
    const js = jetstream(collector.nc)
    await js.publish(taskSubject(service().auditServiceId), await signMessage(task, createUser()))
    const foreign = newTask({ serviceId: newId() })
    await js.publish(taskSubject(service().auditServiceId), await signMessage(foreign, nats.keys.taskSigning))
    const own = newTask()
    const results = takeResults()
    await dispatch(own)
    await endOf(results, own)
    expect(begun).toEqual([own.taskId])
    await waitFor(async () => (await consumerInfo()).num_ack_pending === 0, { what: 'all to be settled' })
  })

  it('ignores a control message that the collector did not sign', async () => {
    const link = await start(untilAborted)
    const task = newTask()
    await dispatch(task)
    await waitFor(async () => (await consumerInfo()).num_ack_pending === 1, { what: 'the task to run' })
    await sendCancel(nats.ctx, collector.nc, { ...nats.keys, taskSigning: createUser() }, task)
    await collector.nc.flush()
    expect(link.isConnected()).toBe(true)
    expect((await consumerInfo()).num_ack_pending).toBe(1)
  })

  it('removes a cancelled task from its queue before it is received', async () => {
    const task = newTask()
    const { source, noted } = await dispatch(task)
    await cancelHandler(nats.ctx, () => collector.nc, nats.keys, source)(task.taskId, AbortSignal.timeout(5000))
    expect(await jsm.streams.getMessage(taskStream, { seq: noted.sequence ?? 0 })).toBeNull()
    // Again, after it has gone.
    await cancelHandler(nats.ctx, () => collector.nc, nats.keys, source)(task.taskId, AbortSignal.timeout(5000))
  })

  it('receives its tasks after a restart of the server, and sends spooled results', async () => {
    const gate = Promise.withResolvers<void>()
    const running = Promise.withResolvers<void>()
    const link = await start(async (_task, _credentials, report) => {
      running.resolve()
      await gate.promise
      await report.host('10.0.0.1', observation('10.0.0.1'), untried('read'))
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
  })

  it('runs its task again before the acknowledgement wait of 30 s when it stopped while the server was away', async () => {
    const running = Promise.withResolvers<void>()
    const link = await start(async (_task, _credentials, _report, signal) => {
      running.resolve()
      await once(signal, 'abort')
      return { status: 'Success' }
    })
    const task = newTask()
    await dispatch(task)
    await running.promise
    await nats.stopServer()
    await waitFor(() => !link.isConnected() && !collector.isConnected(), { what: 'the cut to be noticed' })
    // Returns its task to a server that does not hear it.
    await link.stop()
    await nats.startServer()
    await waitFor(() => collector.isConnected(), { what: 'the collector to be back', timeoutMs: 20_000 })
    const results = takeResults()
    await start(async () => ({ status: 'Success' }))
    await waitFor(() => results.length === 1, { what: 'the end of the task', timeoutMs: 20_000 })
    expect(results).toEqual([expect.objectContaining({ kind: 'finished', taskId: task.taskId })])
  })

  it('sends a temporarily unreadable result, and the end of the task after it', async () => {
    const gate = Promise.withResolvers<void>()
    const link = await start(async (_task, _credentials, report) => {
      await gate.promise
      for (const address of ['10.0.0.1', '10.0.0.2']) await report.host(address, observation(address), untried('read'))
      return { status: 'Success' }
    })
    const task = newTask()
    await dispatch(task)
    await waitFor(async () => (await consumerInfo()).num_ack_pending === 1, { what: 'the task to run' })
    await nats.stopServer()
    await waitFor(() => !link.isConnected() && !collector.isConnected(), { what: 'the cut to be noticed' })
    gate.resolve()
    await waitFor(async () => (await spooledKinds()).length === 3, { what: 'all results to be on disk' })
    const spool = join(stateDir(), 'spool')
    const [first = ''] = (await readdir(spool)).filter((name) => name.endsWith('.host')).sort()
    await rename(join(spool, first), join(stateDir(), first))
    await mkdir(join(spool, first))
    await nats.startServer()
    await waitFor(() => collector.isConnected(), { what: 'the collector to be back', timeoutMs: 20_000 })
    const results = takeResults()
    await waitFor(() => results.length === 1, { what: 'the other host', timeoutMs: 20_000 })
    await rm(join(spool, first), { recursive: true })
    await rename(join(stateDir(), first), join(spool, first))
    expect(await endOf(results, task)).toMatchObject({ outcome: { status: 'Success' } })
    expect(results.map(({ kind }) => kind)).toEqual(['host', 'host', 'finished'])
    await waitFor(async () => (await spooledKinds()).length === 0, { what: 'the spool to be empty' })
  })

  it('works over the HTTPS port of the collector while the NATS port is closed', async () => {
    const { servers } = await nats.overHttps()
    const { host } = new URL(typeof servers === 'function' ? '' : (servers[0] ?? ''))
    const closed = await freePort()
    const joined = { ...service(), collectorUrl: `https://${host}`, natsServers: [`tls://127.0.0.1:${closed}`] }
    const lines: string[] = []
    const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) })
    const results = takeResults()
    await start(async () => ({ status: 'Success' }), { service: joined, log })
    const first = newTask()
    await dispatch(first)
    await endOf(results, first)
    expect(lines.join('')).toContain('connected to the collector over WebSocket on its HTTPS port')

    // After a restart of the server too.
    await nats.stopServer()
    await nats.startServer()
    await waitFor(() => collector.isConnected(), { what: 'the collector to be connected', timeoutMs: 20_000 })
    const second = newTask()
    await dispatch(second)
    await endOf(results, second)
  }, 40_000)

  it('renews its access over HTTPS if NATS refuses it, and stores it for the next start', async () => {
    const { key, cert, ca } = await makeServerTls('127.0.0.1')
    const joined = service()
    const user = fromSeed(new TextEncoder().encode(joined.userSeed))
    const identity = { serviceId: joined.auditServiceId, userPublicKey: user.getPublicKey() }
    const asked: boolean[] = []
    // The machine's clock is wrong: only the collector's time counts.
    const collectorServer = createServer({ key, cert }, async (request, response) => {
      let text = ''
      for await (const part of request) text += part
      const body = serviceRenewSchema.parse(JSON.parse(text))
      const isOurs = user.verify(renewalStatement(body), Buffer.from(body.signature, 'base64'))
      asked.push(isOurs)
      const date = new Date('2030-01-01T00:00:00Z')
      const isNow = Date.parse(body.issuedAt) === date.getTime()
      response.setHeader('Date', date.toUTCString()).writeHead(isNow ? 200 : 403)
      response.end(JSON.stringify(isNow ? { userJwt: await nats.admit(identity) } : { detail: 'its time is off' }))
    }).listen(0, '127.0.0.1')
    await once(collectorServer, 'listening')
    stopLater(async () => collectorServer.close())
    const { port } = collectorServer.address() as AddressInfo
    const expired = await nats.admit(identity, -60)
    const file = {
      ...joined,
      caPem: ca,
      natsCaPem: nats.caPem,
      collectorUrl: `https://127.0.0.1:${port}`,
      userJwt: expired,
    }
    await writeServiceFile(stateDir(), file)
    const link = await start(untilAborted, { service: file })
    await waitFor(() => link.isConnected(), { what: 'the service to be back', timeoutMs: 20_000 })
    expect(asked).toEqual([true, true])
    // The JWT is written to the disk while the service already connects with it.
    const renewed = async () => {
      const kept = await readServiceFile(stateDir())
      return kept?.userJwt === expired ? undefined : kept
    }
    const kept = await waitFor(renewed, { what: 'the renewed access to be stored' })
    expect(kept).toEqual({ ...file, userJwt: expect.stringMatching(/^ey/) })
  })
})
