/** Handshakes that begin in one turn of the event loop: some milliseconds. */
const handshakesPerTurn = 4

type Waiting = { socket: { readonly destroyed: boolean }; begin: () => void }

/** Resolves when the TLS handshake of this socket may begin, or when the socket is closed. */
type HandshakeTurns = (network: string, socket: Waiting['socket']) => Promise<void>

/**
 * Spreads TLS handshakes over turns of the event loop. A handshake takes about a millisecond, so a burst of connections
 * would delay everything else by a tenth of a second. Networks take turns, so a burst delays only its own network.
 */
export function createHandshakeTurns(): HandshakeTurns {
  /** The first network has the next turn. */
  const queues = new Map<string, Waiting[]>()
  let isScheduled = false

  function runTurn(): void {
    for (let begun = 0; begun < handshakesPerTurn; ) {
      const [next] = queues
      if (!next) break
      const [network, queue] = next
      const first = queue.shift()
      queues.delete(network)
      if (queue.length > 0) queues.set(network, queue)
      if (first?.socket.destroyed === false) begun += 1
      first?.begin()
    }
    isScheduled = queues.size > 0
    if (isScheduled) setImmediate(runTurn)
  }

  return (network, socket) =>
    new Promise((begin) => {
      const queue = queues.get(network) ?? []
      queue.push({ socket, begin })
      queues.set(network, queue)
      if (isScheduled) return
      isScheduled = true
      setImmediate(runTurn)
    })
}
