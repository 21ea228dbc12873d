import type { NatsOptions } from '@rollcall/shared/node/nats-connect.ts'
import { isWebSocketUrl } from '@rollcall/shared/node/nats-transport.ts'
import { type ProxyFor, proxyName } from '@rollcall/shared/node/proxy/proxy-setting.ts'
import type { Logger } from 'pino'
import { startAddressCheck } from './address-check.ts'
import { createAddresses } from './addresses.ts'
import { startRenewal } from './renewal.ts'
import { type ServiceFile, serviceFileUpdate } from './service-file.ts'
import { createSignedRequests } from './signed-requests.ts'

type Options = { service: ServiceFile; stateDir: string; proxyFor: ProxyFor; log: Logger }

type WayToNats = {
  options: Pick<NatsOptions, 'servers' | 'openWebSocket' | 'userJwt' | 'onConnected' | 'onRefused'>
  stop(): Promise<void>
}

/** Keeps the addresses and the access of this service current, over HTTPS, and stores them. */
export function openWayToNats({ service, stateDir, proxyFor, log }: Options): WayToNats {
  const addresses = createAddresses(service, proxyFor)
  const requests = createSignedRequests({ service, addresses, proxyFor })
  const update = serviceFileUpdate(stateDir)
  const renewal = startRenewal({ service, requests, update, log })
  const addressCheck = startAddressCheck({ requests, addresses, update, log })
  return {
    options: {
      servers: addresses.natsServers,
      openWebSocket: requests.openWebSocket,
      userJwt: renewal.userJwt,
      onConnected(server) {
        log.info({ server }, connectedText(server, proxyFor))
        addressCheck.wake()
      },
      onRefused: renewal.wake,
    },
    stop: async () => {
      await Promise.all([renewal.stop(), addressCheck.stop()])
    },
  }
}

function connectedText(server: string, proxyFor: ProxyFor): string {
  if (!isWebSocketUrl(server)) return 'connected to the collector over the NATS port'
  const proxy = proxyFor(new URL(server.replace(/^wss:/, 'https:')))
  const through = proxy ? `, through the proxy ${proxyName(proxy)}` : ''
  return `connected to the collector over WebSocket on its HTTPS port${through}`
}
