import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Server } from 'node:https'
import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import type { Call } from './connections.ts'

/** End of a tunnel on this machine. The head is the request that the server there reads first. */
export type Tunnel = { port: number; head: string; callerId: string }

export type TunnelRoute = {
  path: string
  /** Returns the status of a refusal if the caller gets no tunnel. */
  open(request: IncomingMessage, address: string): Promise<Tunnel | { status: number }>
}

type Options = {
  /** Time without a byte after which a tunnel is closed. */
  idleMsMax: number
  begin(request: IncomingMessage): Call | undefined
  addressOf(request: IncomingMessage): string
  log: Logger
}

/**
 * Connects requests of a path with a port of this machine, and passes bytes in both directions. Neither side is read
 * faster than the other takes the bytes. A tunnel counts as one open call of its connection.
 */
export function acceptTunnels(
  server: Server,
  route: TunnelRoute | undefined,
  { idleMsMax, begin, addressOf, log }: Options,
): { destroyTunnels(): void } {
  const open = new Set<Duplex>()
  let isClosing = false

  const accept = async (to: TunnelRoute, request: IncomingMessage, socket: Duplex, first: Buffer) => {
    const call = begin(request)
    if (!call) {
      socket.destroy()
      return
    }
    open.add(socket)
    socket.once('close', () => {
      open.delete(socket)
      call.end()
    })
    // The caller has hung up.
    socket.on('error', () => undefined)
    const tunnel = await to.open(request, addressOf(request)).catch((error: unknown) => {
      log.warn({ err: error }, 'https: a tunnel could not be opened')
      return { status: 503 }
    })
    if (isClosing || socket.destroyed) {
      socket.destroy()
      return
    }
    if ('status' in tunnel) {
      socket.end(refusal(tunnel.status))
      return
    }
    call.authenticated(tunnel.callerId)
    const inner = connect({ host: '127.0.0.1', port: tunnel.port })
    inner.write(tunnel.head)
    inner.write(first)
    join(socket, inner, idleMsMax)
  }

  if (route) server.on('upgrade', (request, socket, first) => void accept(route, request, socket, first))
  return {
    destroyTunnels() {
      isClosing = true
      for (const socket of open) socket.destroy()
    },
  }
}

function join(outer: Duplex, inner: Socket, idleMsMax: number): void {
  outer.pipe(inner)
  inner.pipe(outer)
  inner.setTimeout(idleMsMax, () => inner.destroy())
  inner.once('error', () => inner.destroy())
  inner.once('close', () => outer.destroy())
  outer.once('close', () => inner.destroy())
}

/** `Date` lets a caller with a wrong clock try again. */
const refusal = (status: number): string =>
  `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nDate: ${new Date().toUTCString()}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`
