import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { OperatorError } from '@rollcall/shared/errors.ts'
import type { FolderLock } from '@rollcall/shared/node/folder-lock.ts'
import { createOutbound } from '@rollcall/shared/node/outbound/outbound.ts'
import { findTool } from '@rollcall/shared/node/tools.ts'
import { type Logger, pino } from 'pino'
import { createSignIn } from './access/better-auth/lazy.ts'
import { createLimits } from './access/quota/limits.ts'
import { authenticateToken } from './access/registrations/authenticate.ts'
import { ensureAdministrator } from './access/users/ensure-administrator.ts'
import { firstPasswordShown } from './access/users/first-password.ts'
import { startNotifications } from './activity/notifications/start-notifications.ts'
import { warnOfSlowSearch } from './devices/list/warn-of-slow-search.ts'
import { createStreams } from './http/answers/streams.ts'
import { createApp } from './http/app.ts'
import type { StartPhase } from './http/environment.ts'
import { listenHttps } from './http/server/server.ts'
import { createIngest, type IngestOptions } from './ingest/accept/ingest.ts'
import { createReader } from './ingest/reading/reader.ts'
import type { SystemContext } from './lib/context.ts'
import type { RepeatedWork } from './lib/repeat-work.ts'
import { addressToDial } from './messaging/server.ts'
import { type Messaging, type MessagingOptions, startMessaging } from './messaging/start.ts'
import { messagingPorts } from './messaging-ports.ts'
import { ensureCertificates } from './operations/certificates/certificates.ts'
import type { Certificates } from './operations/certificates/own-certificate.ts'
import { repairAfterSetBack } from './operations/clock-set-back.ts'
import type { CollectorConfig } from './operations/config.ts'
import { takeDataDir } from './operations/data-dir.ts'
import { startHousekeeping } from './operations/housekeeping.ts'
import { openInstallation } from './operations/installation.ts'
import { createLocalToken, removeLocalAccess, writeLocalAccess } from './operations/local-access.ts'
import { openMaintenance } from './operations/maintenance.ts'
import { readReadiness, startWatch } from './operations/readiness.ts'
import { startRetention } from './operations/retention/runner.ts'
import { createTrustedClock } from './operations/trusted-time/clock.ts'
import { createTimeGuard, type TimeGuard } from './operations/trusted-time/guard.ts'
import { thisMachine } from './operations/trusted-time/machine.ts'
import { createDispatcher, type Dispatcher } from './outbox/dispatcher.ts'
import { startScheduleRunner } from './scanning/schedules/schedule-runner.ts'
import { ensureDefaultSite } from './sites/ensure-default-site.ts'
import { allSites } from './sites/read.ts'
import { startOffload } from './snapshots/offload/offload-runner.ts'
import { startPacking } from './snapshots/packing/packing-runner.ts'
import { removeUnusedProducts } from './software/catalog/remove-unused.ts'
import { createDiskSpace } from './store/disk-space.ts'
import { migrate } from './store/migrations.ts'
import { openStore } from './store/open.ts'
import type { StoreListener } from './store/unavailable.ts'

type Collector = {
  url: string
  caFile: string
  siteId: string
  natsUrl: string
  username: string
  /** The first administrator's, until `firstPasswordShown`. */
  password?: string
  firstPasswordShown(): Promise<void>
  /**
   * Ends in good order: what was answered is stored. What cannot be finished in time is rolled back and not answered as
   * stored; gives whether all was finished.
   */
  stop(): Promise<boolean>
}

const outboxPollMs = 1_000
/** What is being stored when the collector is stopped has this long to be finished. */
const drainMsMax = 6_000

type StartOptions = { projectDir: string; ingest?: Partial<IngestOptions> }

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
  { projectDir, ingest: ingestOptions }: StartOptions,
  lock: FolderLock,
): Promise<Collector> {
  const log = pino({ name: 'collector', level: config.logLevel }, pino.destination({ dest: 2, sync: true }))
  const clock = createTrustedClock(thisMachine())
  const installation = await openInstallation(config, log)
  const currentCertificates = (mayMakeCa = false) =>
    ensureCertificates({
      dataDir: config.dataDir,
      own: config.ownCertificate,
      extraHosts: [...config.publicHosts, ...(['0.0.0.0', '::'].includes(config.host) ? [] : [config.host])],
      mayMakeCa,
      now: clock.now(),
      log,
    })
  const store = await openStore(config.store, storeListener(log))
  const openKeys = async () => ({
    vault: await installation.openVault(store),
    certificates: await currentCertificates(installation.mayMakeCa),
  })
  const { vault, certificates } = await openKeys().catch(async (error: unknown) => {
    await store.close()
    throw error
  })
  const disk = createDiskSpace(config.dataDir)

  let dispatcher: Dispatcher | undefined
  let messaging: Messaging | undefined
  let offload: RepeatedWork | undefined
  let notifications: ReturnType<typeof startNotifications> | undefined
  let guard: TimeGuard | undefined
  let retention: RepeatedWork | undefined
  let phase: StartPhase = 'updating'
  const wakeOutbox = () => {
    dispatcher?.wake()
    offload?.wake()
    notifications?.wake()
  }
  const ownPorts: number[] = []
  const outbound = createOutbound({
    allow: config.outboundAllow,
    ownPorts: () => ownPorts,
    onRefused: (call) => log.warn(call, 'outbound: refused a call to a closed address'),
  })
  const system: SystemContext = { store, clock, vault, log, outbound, wakeOutbox }
  const ingest = createIngest(system, ingestOptions)
  const reader = createReader(log)
  const streams = createStreams(log)
  const local = createLocalToken(async () => (await allSites(system)).map((site) => site.id))
  const app = createApp(
    {
      system,
      ingest,
      limits: createLimits(system),
      streams,
      reader,
      readiness: () => readReadiness({ store, disk, isNatsConnected: () => messaging?.isConnected() ?? false }),
      maintenance: openMaintenance(join(config.dataDir, 'maintenance')),
      authenticate: async (token) => (await local.authenticate(token)) ?? (await authenticateToken(system, token)),
      isOperator: local.isOperator,
      signIn: createSignIn(system),
      alertConfirmed: () => void guard?.check().then(() => retention?.wake()),
      witnessClock: (address, sentMs) => guard?.witness(address, sentMs),
      admitAuditService: async ({ id, userPublicKey, host }) => {
        if (!messaging) throw new Error('messaging is not up')
        const admission = await messaging.admitService({ serviceId: id, userPublicKey })
        return { ...admission, natsServers: serversFor(config, messaging.servers, host) }
      },
      caPem: certificates.caPem,
      caPin: certificates.caPin,
    },
    () => phase,
  )
  // Before the migrations, so that callers meanwhile hear that an update is under way.
  const https = await listenHttps((request, bindings) => app.fetch(request, bindings), {
    ...config,
    ...certificates,
    log,
  })
  ownPorts.push(https.port)
  try {
    const { applied } = await migrate(store, (migration, number, of) =>
      log.info({ migration, number, of }, 'the schema is being migrated'),
    )
    if (applied > 0) log.info({ applied }, 'schema migrated')
    await installation.check(system)
    const removed = await removeUnusedProducts(store)
    if (removed > 0) log.warn({ removed }, 'removed products of software lists that were cut off')
    guard = await createTimeGuard({
      store,
      clock,
      log,
      collector: hostname(),
      setBack: (now) => repairAfterSetBack(system, now),
    })
    await warnOfSlowSearch(system)
    const siteId = await ensureDefaultSite(system)
    const administrator = await ensureAdministrator(system, siteId)
    messaging = await startMessaging(
      system,
      messagingOptions(config, certificates, projectDir),
      messagingPorts(system, ingest, reader, async (...task) => messaging?.cancelAgain(...task)),
    )
    if (!config.ownNats) ownPorts.push(...messaging.servers.map((server) => Number(new URL(server).port)))
    dispatcher = createDispatcher(system, messaging.outboxHandlers, { pollMs: outboxPollMs })
    const isNatsConnected = () => messaging?.isConnected() ?? false
    const watch = startWatch({ store, isNatsConnected })
    const housekeeping = startHousekeeping(system, guard, watch, async () => {
      if (!https.renew(await currentCertificates())) return
      messaging?.reloadCertificates()
      log.info('the certificate was renewed')
    })
    const schedules = startScheduleRunner(system)
    offload = startOffload(system)
    retention = startRetention(system, guard)
    const watermark = guard.start()
    const packing = startPacking(system)
    notifications = startNotifications(system, streams.news)
    await installation.complete()
    phase = 'ready'

    const url = `https://${addressToDial(config.host)}:${https.port}`
    await writeLocalAccess(config.dataDir, {
      url,
      caFile: certificates.caFile,
      token: local.token,
      pid: process.pid,
      engine: store.engine,
      masterKeyFile: config.masterKeyFile,
    })
    log.info({ url, nats: messaging.servers }, 'ready')
    const parts = { messaging, dispatcher, offload, notifications, retention }
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
        const late = setTimeout(() => {
          wasCut = store.cutOff()
        }, drainMsMax)
        streams.close()
        const jobs = [housekeeping, schedules, parts.offload, parts.retention, watermark, packing, watch]
        const drains = [parts.notifications.stop(), parts.dispatcher.drain()]
        await Promise.all([https.close(), ...drains, ...jobs.map((job) => job.stop())])
        await parts.messaging.stop()
        await reader.close()
        await ingest.drain()
        await store.close()
        lock.release()
        clearTimeout(late)
        if (wasCut) log.warn('stopped; what could not be stored in time was rolled back, and not answered as stored')
        else log.info('stopped')
        return !wasCut
      },
    }
  } catch (error) {
    await https.close()
    await messaging?.stop()
    await store.close()
    throw error
  }
}

/** The exit code after the disk failed or the database was found damaged: EX_IOERR of sysexits.h. */
export const storeFailedExitCode = 74

/**
 * Ends the process where the disk has failed: what was answered is on it, and nothing after that is. The supervisor
 * starts the collector again, which reads what the disk has.
 */
function storeListener(log: Logger): StoreListener {
  return {
    onOutage: ({ reason }) => log.error({ reason }, 'store: changes are refused until this is over'),
    onRecovery: () => log.info('store: changes are taken again'),
    onFailure: (error) => {
      log.fatal({ reason: error.message }, 'store: the collector ends at once, to be started again')
      process.exit(storeFailedExitCode)
    },
  }
}

/** Where a service that reached us as `host` reaches NATS. */
function serversFor(config: CollectorConfig, servers: string[], host: string): string[] {
  if (config.ownNats) return servers
  const port = new URL(servers[0] ?? '').port
  return [`tls://${host}:${port}`]
}

function messagingOptions(config: CollectorConfig, certificates: Certificates, projectDir: string): MessagingOptions {
  const parkedDir = join(config.dataDir, 'parked')
  if (config.ownNats) {
    const { servers, caFile } = config.ownNats
    return { parkedDir, server: { kind: 'own', servers, ...(caFile ? { caPem: readFileSync(caFile, 'utf8') } : {}) } }
  }
  const natsServerPath = findTool('nats-server', projectDir)
  if (natsServerPath === undefined) {
    throw new OperatorError(
      'nats-server is not installed: run "npm start" once to install it, or set ROLLCALL_NATS_URL to a server of yours',
    )
  }
  return {
    parkedDir,
    server: {
      kind: 'embedded',
      natsServerPath,
      dir: join(config.dataDir, 'nats'),
      host: config.host,
      port: config.natsPort,
      keyFile: certificates.keyFile,
      certFile: certificates.chainFile,
      caPem: certificates.caPem,
    },
  }
}
