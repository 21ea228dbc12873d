import { createSocket, type Socket } from 'node:dgram'

export type Peer = { address: string; port: number }

/** What is to be sent to one agent. */
export type Datagram = {
  message: Buffer
  target: Peer
  /** It cannot be sent: the system says why. */
  unsent: (error: Error) => void
}

export type OnMessage = (message: Buffer, from: Peer) => void

/** Sends what there is to send in one turn of the event loop. */
export type DatagramSocket = {
  send: (datagrams: readonly Datagram[]) => void
  close: () => Promise<void>
}

/** Room for the answers of many agents at once; the system may grant less. */
const receiveBufferBytes = 8 * 1024 * 1024

/** Node's socket, which makes a system call and several objects for each datagram. */
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

/** `descriptor` is a socket of the system's that becomes this one's. */
export function bindSocket(type: 'udp4' | 'udp6', descriptor?: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = createSocket({
      type,
      ...(type === 'udp6' && { ipv6Only: true }),
      // Targets are addresses already: no resolver in the way of each datagram.
      lookup: (host, _options, done) => done(null, host, type === 'udp6' ? 6 : 4),
    })
    socket.once('error', reject)
    socket.bind(descriptor === undefined ? { port: 0 } : { fd: descriptor }, () => {
      socket.off('error', reject)
      // What an unconnected socket reports belongs to no single request; a lost datagram is what retries are for.
      socket.on('error', () => undefined)
      try {
        socket.setRecvBufferSize(receiveBufferBytes)
      } catch {
        // The system's default is smaller; retries make up for what it drops.
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
