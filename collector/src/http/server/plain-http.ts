import type { Server } from 'node:https'
import type { Socket } from 'node:net'
import { networkOf } from '../../lib/caller-address.ts'
import { createHandshakeTurns } from './handshake-turns.ts'

/** First byte of a TLS connection: a handshake record (RFC 8446 section 5.1). */
const handshakeRecord = 0x16

const text = 'This port takes HTTPS only: use https:// in the address.\n'
const answer = `HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${text.length}\r\nConnection: close\r\n\r\n${text}`

/**
 * Reads the first bytes of each connection before TLS does. A connection without TLS gets a hint to use HTTPS. TLS
 * begins when `admit` resolves and the network has its turn. Until then a connection costs only its socket.
 */
export function beginTlsAfterFirstBytes(
  server: Server,
  { firstByteMsMax, admit }: { firstByteMsMax: number; admit(socket: Socket): Promise<boolean> },
): { destroyWaiting(): void } {
  const waiting = new Set<Socket>()
  const handshakeTurn = createHandshakeTurns()
  const beginTls = server.listeners('connection')
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    waiting.add(socket)
    socket.once('close', () => waiting.delete(socket))
    // The caller has hung up; Node closes the socket.
    socket.on('error', () => undefined)
    socket.setTimeout(firstByteMsMax, () => socket.destroy())
    const admitted = admit(socket)
    socket.once('readable', async () => {
      const isAdmitted = await admitted
      const bytes: Buffer | null = socket.read()
      if (!isAdmitted || bytes === null) {
        socket.destroy()
        return
      }
      if (bytes[0] !== handshakeRecord) {
        // Reads and drops the rest: otherwise the system would reset the connection before the response arrives.
        socket.resume()
        socket.end(answer)
        return
      }
      await handshakeTurn(networkOf(socket.remoteAddress ?? ''), socket)
      if (socket.destroyed) return
      socket.setTimeout(0)
      waiting.delete(socket)
      socket.unshift(bytes)
      for (const begin of beginTls) begin.call(server, socket)
    })
  })
  return {
    destroyWaiting() {
      for (const socket of waiting) socket.destroy()
    },
  }
}
