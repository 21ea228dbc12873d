import type { AddressFamily } from '@rollcall/shared/targets/address.ts'
import { afterIpv4Header } from '../packets/ipv4.ts'
import type { Question } from '../packets/query-in-rounds.ts'
import type { Targets } from '../packets/targets.ts'
import { secretAt, sequenceOfReply, writeEchoRequest } from './echo.ts'
import type { EchoAccess } from './echo-sockets.ts'

type EchoAnswer = { target: number; rttMs: number }

type EchoTargets = { targets: Targets; family: AddressFamily; access: EchoAccess; identifier: number }

/**
 * Creates an echo request for each target. An answer counts only if it comes from the target's address and contains the
 * target's secret and a round in which it was sent.
 */
export function createEchoQuestion(
  { targets, family, access, identifier }: EchoTargets,
  now = () => performance.now(),
): Omit<Question<EchoAnswer>, 'socket'> {
  /** Send times by round and target, relative to the start, so that 32 bits are enough. */
  const sentAtMs: Float32Array[] = []
  const startMs = now()
  const hasIpv4Header = family === 4 && access === 'raw'
  return {
    write: ({ bytes, name }, target, round) => {
      targets.copyName(target, name)
      targets.copySecret(target, bytes, secretAt)
      writeEchoRequest(bytes, family, identifier, round)
      sentAtMs[round] ??= new Float32Array(targets.count).fill(Number.NaN)
      sentAtMs[round][target] = now() - startMs
    },
    read: ({ bytes, name }) => {
      const message = hasIpv4Header ? afterIpv4Header(bytes) : bytes
      const sequence = message && sequenceOfReply(message, family)
      const target = sequence === undefined ? undefined : targets.find(name)
      if (message === undefined || sequence === undefined || target === undefined) return undefined
      if (!targets.hasSecret(target, message, secretAt)) return undefined
      const rttMs = now() - startMs - (sentAtMs[sequence]?.[target] ?? Number.NaN)
      return Number.isNaN(rttMs) ? undefined : { target, rttMs }
    },
  }
}
