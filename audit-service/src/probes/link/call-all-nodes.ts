import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Libc } from '../packets/libc.ts'
import type { Rounds } from '../packets/query-in-rounds.ts'
import { createAllNodesQuestion, type Node, openAllNodesSocket } from './all-nodes.ts'
import type { Link } from './link-target.ts'

/** A link loses a packet now and then, and all of its answers with it. */
const rounds = 2
/** Who takes longer is asked like those that are silent. */
const roundMs = 100
const listenMs = 2
/** More than a link has hosts; what else comes is somebody's flood. */
const answersMax = 65_536

/** Calls all IPv6 nodes of each link, and hands on each answer: twice that of a host which heard both calls. */
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
