import { hostname } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { fromCurveSeed } from '@nats-io/nkeys'
import { newId } from '@rollcall/shared/ids.ts'
import type { AttachedNetwork } from '@rollcall/shared/messages/attached-network.ts'
import type { Capability, Heartbeat } from '@rollcall/shared/messages/enrollment.ts'
import { heartbeatSubject, inboxPrefix, progressSubject } from '@rollcall/shared/messages/subjects.ts'
import { connectForever, type Link } from '@rollcall/shared/node/nats-connect.ts'
import { type ProxyFor, withoutProxy } from '@rollcall/shared/node/proxy/proxy-setting.ts'
import type { Logger } from 'pino'
import type { ResultSpool } from '../spool/result-spool.ts'
import { listenForControl } from './control.ts'
import { openFinishedTasks } from './finished-tasks.ts'
import { createReport } from './report.ts'
import { publishResults, type ResultPublisher } from './results.ts'
import { openRunningDeliveries } from './running-deliveries.ts'
import type { ServiceFile } from './service-file.ts'
import { createTaskPull } from './task-pull.ts'
import { createTaskRuns, type RunTask } from './task-runs.ts'
import { openWayToNats } from './way-to-nats.ts'

export type LinkOptions = {
  service: ServiceFile
  /** Proxy for calls to the collector. */
  proxyFor?: ProxyFor
  stateDir: string
  version: string
  spool: ResultSpool
  runTask: RunTask
  /** Called for each heartbeat. */
  capabilities(): readonly Capability[]
  /** Called for each heartbeat. */
  networks(): readonly AttachedNetwork[]
  log: Logger
  tasksMax?: number
  heartbeatIntervalMs?: number
}

export type CollectorLink = {
  isConnected(): boolean
  /** Stops running tasks and returns them to the queue; spooled results are sent at the next start. */
  stop(): Promise<void>
}

const heartbeatIntervalMsDefault = 10_000
/** The collector accepts one heartbeat per second: copies of a service that start together must not send together. */
const heartbeatJitter = 0.8
const flushMsMax = 2000

/** Concurrent tasks: a large segment must not delay small ones, and tasks share the limits of `ScanShared`. */
const tasksMaxDefault = 8

/**
 * Connects this service to the bus: receives tasks, sends results and heartbeats. Resolves at once; the collector may
 * be unreachable.
 */
export async function startLink(options: LinkOptions): Promise<CollectorLink> {
  const { service, stateDir, version, spool, log } = options
  const {
    proxyFor = withoutProxy,
    tasksMax = tasksMaxDefault,
    heartbeatIntervalMs = heartbeatIntervalMsDefault,
  } = options
  const instanceId = newId()
  const serviceId = service.auditServiceId
  const stopping = new AbortController()
  let link: Link | undefined
  let publisher: ResultPublisher | undefined

  /** Publishes a message only while connected, because it is about the current moment. */
  const publishNow = (subject: string, message: unknown) => {
    if (link?.isConnected()) link.nc.publish(subject, JSON.stringify(message))
  }
  const deliveries = await openRunningDeliveries(stateDir, log)
  const runs = createTaskRuns({
    serviceId,
    version,
    taskSigningKey: service.taskSigningKey,
    collectorCurveKey: service.collectorCurveKey,
    curve: fromCurveSeed(new TextEncoder().encode(service.curveSeed)),
    finished: await openFinishedTasks(stateDir),
    deliveries,
    runTask: options.runTask,
    createReport: (task, signal) =>
      createReport(task, {
        signal,
        onWait: (reason) => log.warn({ taskId: task.taskId, reason }, 'task: waiting for space in the spool'),
        spool,
        publishProgress: (taskId, progress) => publishNow(progressSubject(serviceId, taskId), progress),
        onSpooled: () => publisher?.wake(),
      }),
    isConnected: () => link?.isConnected() ?? false,
    log,
  })

  const beat = () => {
    const heartbeat: Heartbeat = {
      instanceId,
      version,
      hostname: hostname(),
      capabilities: [...options.capabilities()],
      networks: [...options.networks()],
      runningTasks: runs.running(),
      spoolBytes: spool.bytesUsed(),
      spoolBytesMax: spool.bytesMax,
    }
    publishNow(heartbeatSubject(serviceId), heartbeat)
  }
  const way = openWayToNats({ service, stateDir, proxyFor, log })
  const beatForever = async () => {
    while (!stopping.signal.aborted) {
      const pauseMs = heartbeatIntervalMs * (1 + heartbeatJitter * (Math.random() - 0.5))
      await setTimeout(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (!stopping.signal.aborted) beat()
    }
  }
  const beating = beatForever()

  const pull = createTaskPull({ serviceId, runs, tasksMax, signal: stopping.signal, log })

  const run = async () => {
    link = await connectForever(
      {
        ...way.options,
        userSeed: service.userSeed,
        caPem: trustedCa(service),
        name: `audit-service-${serviceId}`,
        inboxPrefix: inboxPrefix(serviceId),
      },
      { log, signal: stopping.signal },
    )
    listenForControl(link, { service, cancel: runs.cancel, log })
    publisher = publishResults(spool, { serviceId, link, log })
    beat()
    // Tasks of the process before are delivered again at once.
    for (const ackSubject of deliveries.left) link.nc.publish(ackSubject, '-NAK')
    await pull.run(link)
  }
  const running = run().catch((error: unknown) => {
    if (!stopping.signal.aborted) log.error({ err: error }, 'the link to the collector has stopped')
  })

  return {
    isConnected: () => link?.isConnected() ?? false,
    async stop() {
      stopping.abort()
      await beating
      // A task in transit arrives first, and is returned with the others.
      await flush(link)
      pull.stop()
      // Concurrently, because an unresponsive server costs each of them ten seconds.
      await Promise.all([runs.stop(), publisher?.stop(), way.stop()])
      await running
      // Sends the last acknowledgements.
      await flush(link)
      await link?.nc.close()
    },
  }
}

/** Returns the CA to trust; undefined for certificates of a public CA. */
function trustedCa({ natsCaPem, caPem }: ServiceFile): string | undefined {
  return natsCaPem === undefined ? caPem : (natsCaPem ?? undefined)
}

/** Waits until the server has processed all earlier messages, with a time limit. */
async function flush(link: Link | undefined): Promise<void> {
  if (!link?.isConnected()) return
  const late = setTimeout(flushMsMax, undefined, { ref: false })
  await Promise.race([link.nc.flush(), late]).catch(() => undefined)
}
