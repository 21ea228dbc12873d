import type { Server } from 'node:https'
import type { Socket } from 'node:net'
import { networkOf } from '../../lib/caller-address.ts'
import { createHandshakeTurns } from './handshake-turns.ts'

/** First byte of a TLS connection: a record of the handshake (RFC 8446 section 5.1). */
const handshakeRecord = 0x16

const text = 'This port takes HTTPS only: use https:// in the address.\n'
const answer = `HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${text.length}\r\nConnection: close\r\n\r\n${text}`

/**
 * Reads the first bytes of each connection before TLS does. A connection without TLS is told to use HTTPS. TLS begins
 * when `admit` resolves and it is this network's turn. Until then a connection costs no more than its socket.
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
    // A caller that hangs up; its socket is closed by Node.
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
        // What still comes is read and dropped: else the system would cut the connection before the answer is there.
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
