import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { codeOf } from '@rollcall/shared/errors.ts'

/** Below those that systems give to outgoing connections: Linux from 32,768, others from 49,152 (RFC 6335). */
const [portsFrom, portsBelow] = [10_000, 32_768]

/** Each of vitest's workers has a part of them, the first one what is no worker. */
const parts = 8
const portsOfPart = Math.floor((portsBelow - portsFrom) / parts)
const part = Number(process.env['VITEST_POOL_ID'] ?? 0) % parts
let next = randomInt(portsOfPart)

/**
 * A TCP port that nothing listens on now, on any address. It is left alone, also while its program is started anew: no
 * other test gets it, no outgoing connection and no program that listens on port 0.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    next = (next + 1) % portsOfPart
    const port = portsFrom + part * portsOfPart + next
    if (await canListen(port)) return port
  }
}

async function canListen(port: number): Promise<boolean> {
  const server = createServer().listen(port)
  try {
    await once(server, 'listening')
  } catch (error) {
    if (codeOf(error) === 'EADDRINUSE') return false
    throw error
  }
  server.close()
  await once(server, 'close')
  return true
}
