import { join } from 'node:path'
import { createSignIn } from '../access/better-auth/lazy.ts'
import { createLimits } from '../access/quota/limits.ts'
import { authenticateToken } from '../access/registrations/authenticate.ts'
import { createAgentSchedules } from '../enrollment/agents/agent-schedules.ts'
import { createApp } from '../http/app.ts'
import type { HttpDeps, StartPhase } from '../http/environment.ts'
import { offerInstallation } from '../http/install/install-command.ts'
import { type HttpsServer, listenHttps } from '../http/server/server.ts'
import type { Messaging } from '../messaging/start.ts'
import type { CollectorConfig } from '../operations/config.ts'
import { packagesName } from '../operations/data-dir.ts'
import { createLocalToken } from '../operations/local-access.ts'
import { type Readiness, readReadiness } from '../operations/readiness.ts'
import type { TimeGuard } from '../operations/trusted-time/guard.ts'
import { allSites } from '../sites/read.ts'
import type { OpenSystem } from './open-system.ts'
import { partAccess } from './part-access.ts'
import { startAnswering } from './start-answering.ts'
import type { Jobs } from './start-jobs.ts'

/** Parts that start after the API listens; absent until then. */
export type LateParts = { phase: StartPhase; messaging?: Messaging; guard?: TimeGuard; jobs?: Jobs }

type Options = Pick<HttpDeps, 'ingest' | 'reader' | 'streams' | 'waitingAgents'> & {
  config: CollectorConfig
  open: OpenSystem
  late: LateParts
}

/** Returns a function that reports the state of the parts that the collector cannot work without. */
export const readinessOf =
  ({ system: { store }, disk }: OpenSystem, late: LateParts): (() => Promise<Readiness>) =>
  () =>
    readReadiness({ store, disk, isNatsConnected: () => late.messaging?.isConnected() ?? false })

/**
 * Listens for HTTPS. Returns the server, the token for commands on this machine, the threads that answer reads, and the
 * whole HTTP interface.
 */
export async function serveHttps({ config, open, ingest, reader, streams, waitingAgents, late }: Options): Promise<{
  https: HttpsServer
  localToken: string
  answering: ReturnType<typeof startAnswering>
  app: ReturnType<typeof createApp>
}> {
  const { system, certificates, maintenance } = open
  const answering = startAnswering(config, system.log)
  const local = createLocalToken(async () => (await allSites(system)).map((site) => site.id))
  const access = partAccess({ system, config, messaging: () => late.messaging, httpsPort: () => https.port })
  const app = createApp(
    {
      system,
      ingest,
      limits: createLimits(system),
      streams,
      waitingAgents,
      agentSchedules: createAgentSchedules(system),
      reader,
      answering,
      readiness: readinessOf(open, late),
      maintenance,
      authenticate: async (token) => (await local.authenticate(token)) ?? (await authenticateToken(system, token)),
      isOperator: local.isOperator,
      signIn: createSignIn(system),
      alertConfirmed: () => void late.guard?.check().then(() => late.jobs?.wakeRetention()),
      witnessClock: (address, sentMs) => late.guard?.witness(address, sentMs),
      ...access,
      caPem: certificates.caPem,
      caPin: certificates.caPin,
      installation: await offerInstallation({
        packagesDir: join(config.dataDir, packagesName),
        chainFile: certificates.chainFile,
        proxyCertFile: config.trustedProxiesCertFile,
      }),
    },
    () => late.phase,
  )
  const https: HttpsServer = await listenHttps((request, bindings) => app.fetch(request, bindings), {
    ...config,
    ...certificates,
    log: system.log,
    tunnel: access.natsTunnel,
  })
  return { https, localToken: local.token, answering, app }
}
