import { createSocket } from 'node:dgram'
import { isIPv6 } from 'node:net'

type UdpQuery = {
  address: string
  port: number
  payload: Buffer
  /** Returns true if the message answers the query; others are ignored. */
  read: (message: Buffer) => boolean
  /** Time limit of the answer to one attempt. */
  timeoutMs: number
  attempts: number
  signal: AbortSignal
}

type UdpOutcome = { answer: Buffer } | { silent: 'no answer' | 'the port is closed' }

/**
 * Time-out of a service that most hosts do not have: all silent hosts of a scan wait this long. The answer to the first
 * attempt still counts during the second.
 */
export const briefPatience = { timeoutMs: 250, attempts: 2 }

/** The first answer counts. More messages than this without an answer are noise. */
const messagesMax = 32

/**
 * Queries one port of one host. The socket is connected: the kernel accepts only messages from the queried address and
 * port, and reports a closed port. Rejects only if `read` throws.
 */
export function queryUdp(question: UdpQuery): Promise<UdpOutcome> {
  return new Promise((resolve, reject) => {
    const { address, port, payload, read, timeoutMs, signal } = question
    const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4')
    let attemptsLeft = question.attempts
    let messages = 0
    let timer: NodeJS.Timeout | undefined
    let ended = false
    const finish = (report: () => void) => {
      if (ended) return
      ended = true
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      socket.close()
      report()
    }
    const end = (outcome: UdpOutcome) => finish(() => resolve(outcome))
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
      try {
        if (read(message)) end({ answer: message })
        else if (messages >= messagesMax) end({ silent: 'no answer' })
      } catch (error) {
        // Thrown from here it would end the process.
        finish(() => reject(error))
      }
    })
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) return onAbort()
    // Not a callback of connect, which is called with the error if there is no route to the address.
    socket.once('connect', attempt)
    socket.connect(port, address)
  })
}
