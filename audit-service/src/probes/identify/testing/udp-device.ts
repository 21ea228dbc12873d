import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { Target } from '../../tcp/conversation.ts'

export type UdpDevice = Target & { requests: readonly string[]; stop: () => void }

/** Starts a UDP server that answers each datagram, as Latin-1 text, with what the function returns. */
export async function startUdpDevice(
  answersTo: (request: string) => readonly (string | Buffer)[],
  address = '127.0.0.1',
): Promise<UdpDevice> {
  const socket = createSocket('udp4')
  const requests: string[] = []
  socket.on('message', (message, from) => {
    const request = message.toString('latin1')
    requests.push(request)
    for (const answer of answersTo(request)) socket.send(answer, from.port, from.address)
  })
  await once(socket.bind(0, address), 'listening')
  return { address, port: socket.address().port, requests, stop: () => void socket.close() }
}
