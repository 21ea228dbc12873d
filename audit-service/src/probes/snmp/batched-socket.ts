import { AF_INET, MSG_DONTWAIT, SOCK_CLOEXEC, SOCK_DGRAM } from '../packets/constants.ts'
import type { Libc } from '../packets/libc.ts'
import { MessageVector } from '../packets/message-vector.ts'
import { SocketError } from '../packets/packet-socket.ts'
import { addressOfName, socketNameBytes, writeSocketName } from '../packets/socket-name.ts'
import { messageBytesMax } from './ber.ts'
import {
  bindSocket,
  closeSocket,
  type Datagram,
  type DatagramSocket,
  type OnMessage,
  sendBy,
} from './datagram-socket.ts'

/** Datagrams per system call; the unused memory of shorter datagrams is never touched. */
const batchMax = 64
/** Bound on batches: a flood must not block the event loop. */
const batchesPerTurn = 4
/** Offset of the port in `struct sockaddr_in`. */
const portAt = 2

/**
 * Opens an IPv4 UDP socket that sends and receives datagrams in batches. It is also a socket of Node, which signals
 * received data and sends the datagrams for which the system has no room.
 */
export async function openBatchedSocket(libc: Libc, onMessage: OnMessage): Promise<DatagramSocket> {
  const descriptor = libc.socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)
  if (descriptor < 0) throw new SocketError('socket', libc.errno())
  const socket = await bindSocket('udp4', descriptor)
  const size = { count: batchMax, packetBytes: messageBytesMax, nameBytes: socketNameBytes[4] }
  const outgoing = new MessageVector(libc, size)
  const incoming = new MessageVector(libc, size)

  function send(datagrams: readonly Datagram[]): void {
    const batch = datagrams.slice(0, batchMax)
    for (const [index, datagram] of batch.entries()) write(datagram, outgoing, index)
    const sent = Math.max(0, libc.sendmmsg(descriptor, outgoing.headers, batch.length, MSG_DONTWAIT))
    for (const refused of batch.slice(sent)) sendBy(socket, refused)
    if (datagrams.length > batchMax) send(datagrams.slice(batchMax))
  }

  function receive(): void {
    let count = batchMax
    for (let batches = 0; batches < batchesPerTurn && count === batchMax; batches += 1) {
      incoming.makeRoom()
      count = libc.recvmmsg(descriptor, incoming.headers, batchMax, MSG_DONTWAIT, null)
      for (const [index, { bytes, name }] of incoming.messages.slice(0, Math.max(0, count)).entries()) {
        const message = Buffer.allocUnsafe(incoming.receivedBytes(index))
        bytes.copy(message)
        onMessage(message, { address: addressOfName(name), port: name.readUInt16BE(portAt) })
      }
    }
  }

  socket.on('message', (first, from) => {
    onMessage(first, from)
    receive()
  })
  return { send, close: () => closeSocket(socket) }
}

function write({ message, target }: Datagram, vector: MessageVector, index: number): void {
  const room = vector.messages[index]
  if (room === undefined) return
  writeSocketName(room.name, 0, target.address)
  room.name.writeUInt16BE(target.port, portAt)
  message.copy(room.bytes)
  vector.setSentBytes(index, message.length)
}
