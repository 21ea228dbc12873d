import { natsTunnel } from '../http/audit-service/nats-tunnel.ts'
import type { HttpDeps } from '../http/environment.ts'
import type { TunnelRoute } from '../http/server/tunnels.ts'
import type { SystemContext } from '../lib/context.ts'
import type { Messaging } from '../messaging/start.ts'
import type { CollectorConfig } from '../operations/config.ts'
import { publicUrl } from '../operations/public-hosts.ts'
import { verifyNatsAccess } from '../scanning/audit-services/renew-audit-service.ts'
import { serversFor } from './messaging-options.ts'

type PartAccess = Pick<HttpDeps, 'admitAuditService' | 'natsServersFor' | 'publicUrls'> & { natsTunnel: TunnelRoute }

type Options = {
  system: SystemContext
  config: CollectorConfig
  messaging(): Messaging | undefined
  /** Returns the port that HTTPS listens on. */
  httpsPort(): number
}

/** Connects the routes of parts to messaging, and to the addresses at which parts reach the collector. */
export function partAccess({ system, config, messaging, httpsPort }: Options): PartAccess {
  const running = (): Messaging => {
    const present = messaging()
    if (!present) throw new Error('messaging is not up')
    return present
  }
  return {
    admitAuditService: async ({ id, userPublicKey }) => running().admitService({ serviceId: id, userPublicKey }),
    natsServersFor: (collectorUrls) => serversFor(config, running().servers, collectorUrls),
    publicUrls: () => config.publicHosts.map((host) => publicUrl(host, httpsPort())),
    natsTunnel: natsTunnel(
      (access) => verifyNatsAccess(system, access),
      () => messaging()?.webSocketPort(),
    ),
  }
}
