/** A host that answered an echo request, with the round-trip time. */
export type PingAnswer = { address: string; rttMs: number }

const answerLine = /^([0-9a-f.:]{2,45}) \((\d+(?:\.\d+)?) ms\)$/i

/**
 * Parses one line of `fping -a -e` with standard error in the same pipe. fping counts a target as alive even if another
 * host answered for it (a broadcast address, a router), and then writes ` [<- 10.0.0.7]` before the line: such a line
 * is no answer of that host, and neither is a message of fping.
 */
export function parseAnswer(line: string): PingAnswer | undefined {
  const [, address, rtt] = answerLine.exec(line) ?? []
  return address !== undefined && rtt !== undefined ? { address, rttMs: Number(rtt) } : undefined
}
