import type { AddressFamily } from '@rollcall/shared/targets/address.ts'
import { afterIpv4Header } from '../packets/ipv4.ts'
import type { SourceAddresses } from '../packets/local-names.ts'
import type { Question } from '../packets/query-in-rounds.ts'
import type { Targets } from '../packets/targets.ts'
import { pseudoHeaderSum, readAnswer, writeSyn } from './segment.ts'

type SynAnswer = { target: number; port: number; open: boolean }

type SynTargets = {
  targets: Targets
  family: AddressFamily
  /** One port for each round. */
  ports: readonly number[]
  sourcePort: number
  /** For IPv4, whose checksum this process computes. */
  sources: Pick<SourceAddresses, 'towards'> | undefined
}

/**
 * Creates a SYN for each target. An answer counts only if it comes from the queried address and port and acknowledges
 * the sequence number sent there, which is a secret.
 */
export function createSynQuestion({
  targets,
  family,
  ports,
  sourcePort,
  sources,
}: SynTargets): Omit<Question<SynAnswer>, 'socket'> {
  const sums = new Float64Array(targets.count)
  const sumOf = (target: number, name: Buffer): number => {
    if (sources === undefined) return 0
    sums[target] ||= pseudoHeaderSum(sources.towards(name) ?? 0, name.readUInt32BE(4))
    return sums[target] ?? 0
  }
  return {
    write: ({ bytes, name }, target, round) => {
      targets.copyName(target, name)
      const sequence = targets.secretNumber(target)
      writeSyn(bytes, { sourcePort, port: ports[round] ?? 0, sequence, pseudoHeaderSum: sumOf(target, name) })
    },
    read: ({ bytes, name }) => {
      const segment = family === 4 ? afterIpv4Header(bytes) : bytes
      const answer = segment && readAnswer(segment)
      if (answer === undefined || !ports.includes(answer.port)) return undefined
      const target = targets.find(name)
      if (target === undefined || answer.sequence !== targets.secretNumber(target)) return undefined
      return { target, port: answer.port, open: answer.open }
    },
  }
}
