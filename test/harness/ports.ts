import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * A TCP port that nothing listens on now. The system gives ephemeral ports in turn, so another process is unlikely to
 * get the same one before the caller listens; a program that can listen on port 0 and say its port should do that.
 */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  const server = createServer().listen(0, host)
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('a listening TCP server has no port')
  return address.port
}
