import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { isIPv6 } from 'node:net'
import { discoveryMessage, type EngineState, readDiscoveryAnswer } from './endpoint-v3.ts'
import { SnmpError } from './errors.ts'
import type { Patience, SnmpTarget } from './transport.ts'

/** At most one retry: an agent with v1 or v2c only never answers, so the wait is short. */
const retriesMax = 1

/**
 * Sends v3 engine discovery over a connected socket of its own. It contains no secret, and unlike the shared socket it
 * receives the ICMP message of a closed port: a host without an agent is detected in one round trip. Rejects with
 * SnmpError `port-closed` in this case, and with `no-answer` without any answer.
 */
export function discoverConnected(target: SnmpTarget, patience: Patience): Promise<EngineState> {
  return new Promise((resolve, reject) => {
    const { timeoutMs, signal } = patience
    const id = randomInt(1, 2 ** 31 - 1)
    const socket = createSocket({ type: isIPv6(target.address) ? 'udp6' : 'udp4' })
    let attemptsLeft = Math.min(patience.retries, retriesMax) + 1
    let timer: NodeJS.Timeout | undefined
    let ended = false
    const end = (finish: () => void) => {
      if (ended) return
      ended = true
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      socket.close()
      finish()
    }
    const onAbort = () => end(() => reject(signal?.reason))
    const attempt = () => {
      if (ended) return
      if (attemptsLeft === 0) return end(() => reject(new SnmpError('no-answer', `no answer within ${timeoutMs} ms`)))
      attemptsLeft -= 1
      socket.send(discoveryMessage(id))
      timer = setTimeout(() => setImmediate(attempt), timeoutMs)
    }
    socket.on('error', (error: NodeJS.ErrnoException) => end(() => reject(unreachable(target, error))))
    socket.on('message', (message) => {
      const engine = readOrIgnore(message, id)
      if (engine !== undefined) end(() => resolve(engine))
    })
    signal?.addEventListener('abort', onAbort, { once: true })
    if (signal?.aborted) return onAbort()
    // Not a callback of connect, which is called with the error if there is no route to the address.
    socket.once('connect', attempt)
    socket.connect(target.port, target.address)
  })
}

function unreachable(target: SnmpTarget, error: NodeJS.ErrnoException): SnmpError {
  const isClosed = error.code === 'ECONNREFUSED'
  const why = isClosed ? 'the port is closed' : error.message
  return new SnmpError(isClosed ? 'port-closed' : 'unreachable', `${target.address} UDP port ${target.port}: ${why}`)
}

/** Parses a v3 answer; undefined for other data, because another service may use the port. */
function readOrIgnore(message: Buffer, id: number): EngineState | undefined {
  try {
    return readDiscoveryAnswer(message, id)
  } catch {
    return undefined
  }
}
