import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below those that systems give to outgoing connections: Linux from 32,768, others from 49,152 (RFC 6335). */
const portsBelow = 32_768
const portsFrom = 10_000

/**
 * A TCP port that nothing listens on now. It is left alone while its program is started anew: nothing gets it by
 * chance, neither an outgoing connection nor a program that listens on port 0, and hardly another test file.
 */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  for (;;) {
    const port = randomInt(portsFrom, portsBelow)
    if (await canListen(host, port)) return port
  }
}

async function canListen(host: string, port: number): Promise<boolean> {
  const server = createServer().listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return false
    throw error
  }
  server.close()
  await once(server, 'close')
  return true
}
