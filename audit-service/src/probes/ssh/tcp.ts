import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Opens a TCP connection; rejects with the system's error, or with the signal's reason. */
export async function connectTcp(address: string, port: number, signal: AbortSignal): Promise<Socket> {
  const socket = connect({ host: address, port, noDelay: true })
  try {
    await once(socket, 'connect', { signal })
    return socket
  } catch (error) {
    socket.destroy()
    throw signal.aborted ? signal.reason : error
  }
}
