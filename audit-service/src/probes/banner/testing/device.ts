import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { Target } from '../../tcp/conversation.ts'

export type TestDevice = Target & { received: () => string; connections: () => number; stop: () => Promise<void> }

/**
 * Starts a TCP server, on 127.0.0.1 by default, that handles each connection with the given function and records the
 * received bytes.
 */
export async function startDevice(
  behave: (socket: Socket) => void,
  {
    tls,
    address = '127.0.0.1',
    port = 0,
  }: { tls?: { key: string; cert: string }; address?: string; port?: number } = {},
): Promise<TestDevice> {
  const sockets = new Set<Socket>()
  let received = ''
  let connections = 0
  const onConnection = (socket: Socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', (data) => {
      received += data.toString('latin1')
    })
    behave(socket)
  }
  const server: Server = tls ? createTlsServer(tls, onConnection) : createServer(onConnection)
  await once(server.listen(port, address), 'listening')
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('the test device has no port')
  return {
    address,
    port: bound.port,
    received: () => received,
    connections: () => connections,
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}

/** Sends the text to each client, and waits. */
export const sends = (text: string | Buffer) => (socket: Socket) => void socket.write(text)

/** Answers the first received data with the text, and closes. */
export const answers = (text: string | Buffer) => (socket: Socket) => void socket.once('data', () => socket.end(text))
