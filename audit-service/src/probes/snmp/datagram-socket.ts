import { createSocket, type Socket } from 'node:dgram'

export type Peer = { address: string; port: number }

/** A datagram to one agent. */
export type Datagram = {
  message: Buffer
  target: Peer
  /** Called with the system's error if the datagram cannot be sent. */
  unsent: (error: Error) => void
}

export type OnMessage = (message: Buffer, from: Peer) => void

/** Sends all datagrams of one turn of the event loop. */
export type DatagramSocket = {
  send: (datagrams: readonly Datagram[]) => void
  close: () => Promise<void>
}

/** Room for the answers of many agents at once; the system may grant less. */
const receiveBufferBytes = 8 * 1024 * 1024

/** Opens Node's socket, which makes a system call and several objects for each datagram. */
export async function openDatagramSocket(type: 'udp4' | 'udp6', onMessage: OnMessage): Promise<DatagramSocket> {
  const socket = await bindSocket(type)
  socket.on('message', onMessage)
  return {
    send: (datagrams) => {
      for (const datagram of datagrams) sendBy(socket, datagram)
    },
    close: () => closeSocket(socket),
  }
}

/** Binds a socket. `descriptor` is an existing socket to take over. */
export function bindSocket(type: 'udp4' | 'udp6', descriptor?: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = createSocket({
      type,
      ...(type === 'udp6' && { ipv6Only: true }),
      // Targets are addresses already: no resolver for each datagram.
      lookup: (host, _options, done) => done(null, host, type === 'udp6' ? 6 : 4),
    })
    socket.once('error', reject)
    socket.bind(descriptor === undefined ? { port: 0 } : { fd: descriptor }, () => {
      socket.off('error', reject)
      // Errors of an unconnected socket belong to no single request; retries replace lost datagrams.
      socket.on('error', () => undefined)
      try {
        socket.setRecvBufferSize(receiveBufferBytes)
      } catch {
        // The system's default is smaller; retries replace dropped datagrams.
      }
      resolve(socket)
    })
  })
}

export function sendBy(socket: Socket, { message, target, unsent }: Datagram): void {
  socket.send(message, target.port, target.address, (error) => {
    if (error) unsent(error)
  })
}

export const closeSocket = (socket: Socket): Promise<void> => new Promise((done) => socket.close(done))
