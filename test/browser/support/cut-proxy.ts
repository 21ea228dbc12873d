import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Between a browser and a collector: a connection that can be cut while it is used. */
export type CutProxy = AsyncDisposable & {
  url: string
  /** Ends all that is connected; until `mend`, whoever connects is cut off at once. */
  cut: () => void
  mend: () => void
}

/** It passes bytes on as they are, so TLS is with the collector itself. */
export async function startCutProxy(collectorUrl: string): Promise<CutProxy> {
  const { hostname, port } = new URL(collectorUrl)
  const open = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const socket of [near, far]) {
      open.add(socket)
      // What is cut is reset, on either side.
      socket.on('error', () => socket.destroy())
      socket.on('close', () => open.delete(socket))
    }
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
    if (isCut) near.destroy()
    near.pipe(far)
    far.pipe(near)
  })
  const cut = () => {
    isCut = true
    for (const socket of open) socket.destroy()
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    mend() {
      isCut = false
    },
    async [Symbol.asyncDispose]() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
