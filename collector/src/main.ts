import type { FolderLock } from '@rollcall/shared/node/folder-lock.ts'
import { createLog } from '@rollcall/shared/node/log.ts'
import { productVersion } from '@rollcall/shared/version.ts'
import { firstPasswordShown } from './access/users/first-password.ts'
import { createWaitingAgents } from './enrollment/agents/waiting-agents.ts'
import { createStreams } from './http/answers/streams.ts'
import { createIngest, type IngestOptions } from './ingest/accept/ingest.ts'
import { createReader } from './ingest/reading/reader.ts'
import { addressToDial } from './messaging/server.ts'
import { checkMessaging, startMessaging } from './messaging/start.ts'
import type { CollectorConfig } from './operations/config.ts'
import { takeDataDir } from './operations/data-dir.ts'
import { removeLocalAccess, writeLocalAccess } from './operations/local-access.ts'
import { messagingOptions } from './start/messaging-options.ts'
import { messagingPorts } from './start/messaging-ports.ts'
import { openSystem } from './start/open-system.ts'
import { prepareDatabase } from './start/prepare-database.ts'
import { type LateParts, serveHttps } from './start/serve-https.ts'
import { createMonitoring, type MetricsServer } from './start/serve-metrics.ts'
import { startJobs } from './start/start-jobs.ts'

type Collector = {
  url: string
  caFile: string
  siteId: string
  natsUrl: string
  username: string
  /** Password of the first administrator, until `firstPasswordShown`. */
  password?: string
  firstPasswordShown(): Promise<void>
  /**
   * Stops the collector. Requests that cannot finish in time are rolled back and not answered as stored. Returns whether
   * all of them finished.
   */
  stop(): Promise<boolean>
}

/** Time for current requests to finish when the collector stops. */
const drainMsMax = 6_000

type StartOptions = { toolsDir: string; ingest?: Partial<IngestOptions> }

/** Builds the collector from its configuration and runs it. */
export async function startCollector(config: CollectorConfig, options: StartOptions): Promise<Collector> {
  const lock = await takeDataDir(config.dataDir, 'collector')
  try {
    return await startOn(config, options, lock)
  } catch (error) {
    lock.release()
    throw error
  }
}

async function startOn(
  config: CollectorConfig,
  { toolsDir, ingest: ingestOptions }: StartOptions,
  lock: FolderLock,
): Promise<Collector> {
  const log = createLog('collector', config.logLevel)
  const late: LateParts = { phase: 'updating' }
  const monitoring = await createMonitoring(config, log)
  const open = await openSystem(config, {
    log,
    metrics: monitoring.counters,
    wakeOutbox: () => late.jobs?.wakeOutbox(),
  })
  const { system, installation, certificates, currentCertificates, ownPorts } = open
  const { store } = system
  const ingest = createIngest(system, ingestOptions)
  const reader = createReader(system)
  const streams = createStreams(log)
  const waitingAgents = createWaitingAgents(system)
  // Before the migrations, so that callers meanwhile hear that an update is under way.
  const { https, localToken, answering, app } = await serveHttps({
    config,
    open,
    ingest,
    reader,
    streams,
    waitingAgents,
    late,
  })
  ownPorts.push(https.port)
  let metrics: MetricsServer | undefined
  try {
    metrics = await monitoring.serve({ open, ingest, reader, streams, late })
    if (metrics) ownPorts.push(metrics.port)
    // Before the database is changed: the former version could not read it any more.
    const checked = await checkMessaging(messagingOptions(config, certificates, toolsDir), log)
    const { guard, siteId, administrator } = await prepareDatabase(open)
    late.guard = guard
    const messaging = await startMessaging(
      system,
      checked,
      messagingPorts(system, ingest, reader, async (...task) => late.messaging?.cancelAgain(...task)),
    )
    late.messaging = messaging
    const natsPorts = config.ownNats ? [] : messaging.servers.map((server) => Number(new URL(server).port))
    ownPorts.push(...natsPorts)
    const jobs = startJobs(system, {
      messaging,
      guard,
      onNews: streams.news,
      renewCertificates: async () => {
        if (!https.renew(await currentCertificates())) return
        messaging.reloadCertificates()
        log.info('the certificate was renewed')
      },
      publicHosts: config.publicHosts,
      httpsPort: https.port,
      app,
    })
    late.jobs = jobs
    await installation.complete()
    late.phase = 'ready'

    const url = `https://${addressToDial(config.host)}:${https.port}`
    await writeLocalAccess(config.dataDir, {
      url,
      caFile: certificates.caFile,
      serverName: certificates.serverName,
      token: localToken,
      pid: process.pid,
      version: productVersion,
      engine: store.engine,
      masterKeyFile: config.masterKeyFile,
      ports: {
        ROLLCALL_PORT: https.port,
        ROLLCALL_NATS_PORT: natsPorts[0],
        ROLLCALL_METRICS_LISTEN: metrics?.port,
      },
    })
    log.info({ url, nats: messaging.servers, metricsPort: metrics?.port }, 'ready')
    return {
      url,
      caFile: certificates.caFile,
      siteId,
      natsUrl: messaging.servers[0] ?? '',
      ...administrator,
      firstPasswordShown: () => firstPasswordShown(system),
      stop: async () => {
        log.info('stopping')
        lock.announceEnd()
        await removeLocalAccess(config.dataDir)
        let wasCut = false
        const cutOffLate = setTimeout(() => {
          wasCut = store.cutOff()
        }, drainMsMax)
        streams.close()
        waitingAgents.close()
        await Promise.all([https.close(), metrics?.close(), jobs.stop()])
        await messaging.stop()
        await answering?.close()
        await reader.close()
        await ingest.drain()
        await store.close()
        lock.release()
        clearTimeout(cutOffLate)
        if (wasCut)
          log.warn('stopped; requests that could not be stored in time were rolled back and not answered as stored')
        else log.info('stopped')
        return !wasCut
      },
    }
  } catch (error) {
    await https.close()
    await metrics?.close()
    await late.messaging?.stop()
    await answering?.close()
    await store.close()
    throw error
  }
}
