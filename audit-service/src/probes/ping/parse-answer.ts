/** A host that answered an echo request, and the round trip. */
export type PingAnswer = { address: string; rttMs: number }

const answerLine = /^([0-9a-f.:]{2,45}) \((\d+(?:\.\d+)?) ms\)$/i

/**
 * One line of `fping -a -e` with standard error in the same pipe. fping counts a target as alive even where another
 * host answered for it (a broadcast address, a router), and then writes ` [<- 10.0.0.7]` ahead of the line: such a
 * line, and every message of fping's, is no answer of that host.
 */
export function parseAnswer(line: string): PingAnswer | undefined {
  const [, address, rtt] = answerLine.exec(line) ?? []
  return address !== undefined && rtt !== undefined ? { address, rttMs: Number(rtt) } : undefined
}
