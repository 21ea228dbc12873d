import { createSocket } from 'node:dgram'
import { isIPv6 } from 'node:net'

type UdpQuery = {
  address: string
  port: number
  payload: Buffer
  /** Whether these bytes answer the question; what is none is passed over. */
  read: (message: Buffer) => boolean
  /** For the answer to one attempt. */
  timeoutMs: number
  attempts: number
  signal: AbortSignal
}

type UdpOutcome = { answer: Buffer } | { silent: 'no answer' | 'the port is closed' }

/**
 * Of what most hosts do not have: all silent hosts of a scan wait that long. The answer to the first question is taken
 * while the second waits, too.
 */
export const briefPatience = { timeoutMs: 250, attempts: 2 }

/** An answer that is read; others that follow it are not. More messages than this are no answers but noise. */
const messagesMax = 32

/**
 * Asks one port of one host. The socket is connected: the kernel hands on what comes from the address and port that
 * were asked and nothing else, and says when the port is closed. Never rejects.
 */
export function queryUdp(question: UdpQuery): Promise<UdpOutcome> {
  return new Promise((resolve) => {
    const { address, port, payload, read, timeoutMs, signal } = question
    const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4')
    let attemptsLeft = question.attempts
    let messages = 0
    let timer: NodeJS.Timeout | undefined
    let ended = false
    const end = (outcome: UdpOutcome) => {
      if (ended) return
      ended = true
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      socket.close()
      resolve(outcome)
    }
    const onAbort = () => end({ silent: 'no answer' })
    const attempt = () => {
      if (ended) return
      if (attemptsLeft === 0) return end({ silent: 'no answer' })
      attemptsLeft -= 1
      socket.send(payload)
      timer = setTimeout(attempt, timeoutMs)
    }
    socket.on('error', (error: NodeJS.ErrnoException) =>
      end({ silent: error.code === 'ECONNREFUSED' ? 'the port is closed' : 'no answer' }),
    )
    socket.on('message', (message) => {
      messages += 1
      if (read(message)) end({ answer: message })
      else if (messages >= messagesMax) end({ silent: 'no answer' })
    })
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) return onAbort()
    // Not a callback of connect, which is called with the error where there is no way to the address.
    socket.once('connect', attempt)
    socket.connect(port, address)
  })
}
