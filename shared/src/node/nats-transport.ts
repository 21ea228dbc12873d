import type { Duplex } from 'node:stream'
import {
  type ConnectionOptions,
  type NatsConnection,
  NatsConnectionImpl,
  type NodeConnectionOptions,
  setTransportFactory,
} from '@nats-io/transport-node'
import { NodeTransport } from '@nats-io/transport-node/lib/node_transport.js'

type OpenWebSocket = (url: URL) => Promise<Duplex>

type Options = NodeConnectionOptions & { openWebSocket?: OpenWebSocket | undefined }
type Server = { hostname: string; port: number; src?: string }

export const isWebSocketUrl = (server: string): boolean => server.startsWith('wss://')

/**
 * NATS over TCP and TLS, or over a WebSocket for servers with `wss:`. The library has a transport for each, but one
 * connection of it cannot change between them when it reconnects.
 */
class Transport extends NodeTransport {
  override connect(server: Server & { tlsName: string }, options: Options): Promise<void> {
    // A WebSocket has its TLS outside: the server offers none inside.
    return super.connect(server, isWebSocketUrl(server.src ?? '') ? { ...options, tls: null } : options)
  }

  override dial(server: Server): ReturnType<NodeTransport['dial']> {
    const { openWebSocket } = this.options as Options
    if (!isWebSocketUrl(server.src ?? '') || !openWebSocket) return super.dial(server)
    // The transport uses nothing of a socket that other streams lack.
    return openWebSocket(new URL(server.src ?? '')) as ReturnType<NodeTransport['dial']>
  }
}

/** Connects to NATS. Names are resolved by the system when it dials, so that a proxy can resolve them instead. */
export async function connectNats(options: Options): Promise<NatsConnection> {
  setTransportFactory({ factory: () => new Transport() })
  return NatsConnectionImpl.connect(options as ConnectionOptions)
}
