import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Libc } from '../packets/libc.ts'
import type { Rounds } from '../packets/query-in-rounds.ts'
import { createAllNodesQuestion, type Node, openAllNodesSocket } from './all-nodes.ts'
import type { Link } from './link-target.ts'

/** A link can lose a packet, and with it all answers. */
const rounds = 2
/** Slower hosts are queried like silent ones. */
const roundMs = 100
const listenMs = 2
/** More than a link has hosts; further answers are a flood. */
const answersMax = 65_536

/**
 * Sends an echo request to all IPv6 nodes of each link and reports each answer; a host that receives both rounds is
 * reported twice.
 */
export async function callAllNodes(
  links: readonly Link[],
  { libc, pacer, signal }: Pick<Rounds, 'pacer' | 'signal'> & { libc: Libc },
  onAnswer: (node: Node) => void,
): Promise<void> {
  const question = createAllNodesQuestion(links, randomInt(2 ** 16))
  const socket = openAllNodesSocket(libc)
  let answers = 0
  const listen = () =>
    socket.receive((message) => {
      const node = answers < answersMax ? question.read(message) : undefined
      if (node === undefined) return
      answers++
      onAnswer(node)
    })
  try {
    for (let round = 0; round < rounds; round++) {
      for (const link of links) {
        await pacer.take(1, signal)
        const [message] = socket.toSend
        if (message) question.write(message, link, round)
        await socket.send(1)
      }
      const untilMs = performance.now() + roundMs
      for (; performance.now() < untilMs; listen()) await delay(listenMs, undefined, { signal })
    }
  } finally {
    socket.close()
  }
}
