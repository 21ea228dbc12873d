import { connect } from 'node:net'

/**
 * Outcome of a connection. `refused`: a reset by the host or an ICMP error by a router, which the kernel does not
 * distinguish. `shortage`: this machine temporarily lacks file descriptors or other resources.
 */
type ConnectOutcome = 'open' | 'refused' | 'silent' | 'shortage'

const shortages = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'EAGAIN', 'EADDRNOTAVAIL'])

/** Opens a TCP connection and closes it again without a byte of data. Never rejects; an abort is `silent`. */
export function tcpConnect(
  host: string,
  port: number,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<ConnectOutcome> {
  return new Promise((resolve) => {
    const socket = connect({ host, port })
    const end = (outcome: ConnectOutcome) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      socket.destroy()
      resolve(outcome)
    }
    const onAbort = () => end('silent')
    const timer = setTimeout(end, timeoutMs, 'silent')
    signal.addEventListener('abort', onAbort)
    if (signal.aborted) onAbort()
    socket.once('connect', () => end('open'))
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') end('refused')
      else end(shortages.has(error.code ?? '') ? 'shortage' : 'silent')
    })
  })
}
