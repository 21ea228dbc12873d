import { connect, createServer, type Server, type Socket } from 'node:net'

/** Passes connections on to a port and counts the bytes of both directions. */
export async function startByteCounter(port: number) {
  let [bytes, connections] = [0, 0]
  let isOpen = true
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    connections += 1
    if (!isOpen) {
      socket.destroy()
      return
    }
    const other = connect(port, '127.0.0.1')
    for (const [from, to] of [
      [socket, other],
      [other, socket],
    ] as const) {
      sockets.add(from)
      from.on('data', (part) => {
        bytes += part.length
        to.write(part)
      })
      from.on('end', () => to.end())
      from.on('error', () => to.destroy())
      from.on('close', () => to.destroy())
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `https://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    /** Lets connections through, or closes each at once. */
    open: (open: boolean) => {
      isOpen = open
    },
    /** Returns what was counted since the last call. */
    take() {
      const taken = { bytes, connections }
      ;[bytes, connections] = [0, 0]
      return taken
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
