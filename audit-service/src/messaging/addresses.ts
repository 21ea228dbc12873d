import { natsPath } from '@rollcall/shared/messages/enrollment.ts'
import { type CollectorAddresses, urlsOf } from '@rollcall/shared/node/collector-client.ts'
import type { ProxyFor } from '@rollcall/shared/node/proxy/proxy-setting.ts'
import type { ServiceFile } from './service-file.ts'

/** Current addresses of the collector and of NATS. */
export type Addresses = {
  collectorUrls(): string[]
  /**
   * Returns the ways to NATS, in the order in which they are tried: its own port, then WebSocket over the collector's
   * HTTPS port. Behind a proxy only the second one: proxies rarely permit other ports than 443.
   */
  natsServers(): string[]
  use(addresses: CollectorAddresses & { natsServers: string[] }): void
}

export function createAddresses(
  service: Pick<ServiceFile, 'collectorUrl' | 'otherUrls' | 'natsServers' | 'natsCaPem'>,
  proxyFor: ProxyFor,
): Addresses {
  let urls = urlsOf(service)
  let { natsServers } = service
  // The operator's own servers are not behind the collector's port.
  const isOwn = service.natsCaPem !== undefined
  const isDirect = (server: string) => proxyFor(new URL(server.replace(/^tls:/, 'https:'))) === undefined
  return {
    collectorUrls: () => urls,
    natsServers: () =>
      isOwn ? natsServers : [...natsServers.filter(isDirect), ...urls.map((url) => webSocketUrl(url))],
    use(addresses) {
      urls = urlsOf(addresses)
      natsServers = addresses.natsServers
    },
  }
}

function webSocketUrl(collectorUrl: string): string {
  const { hostname, port } = new URL(collectorUrl)
  return `wss://${hostname}:${port || 443}${natsPath}`
}
