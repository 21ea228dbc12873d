import { randomInt } from 'node:crypto'
import type { AddressFamily } from '@rollcall/shared/targets/address.ts'
import type { Libc } from '../packets/libc.ts'
import { queryInRounds, type Rounds } from '../packets/query-in-rounds.ts'
import { byFamily } from '../packets/socket-name.ts'
import { Targets } from '../packets/targets.ts'
import type { PingAnswer } from '../ping/parse-answer.ts'
import { createEchoQuestion } from './echo-question.ts'
import { type EchoAccess, openEchoSocket } from './echo-sockets.ts'

type EchoOptions = Pick<Rounds, 'pacer' | 'onSent' | 'onPassed' | 'signal'> & {
  libc: Libc
  /** Time limit of the answer to the first query. */
  timeoutMs: number
  /** Addresses of a family without access are skipped. */
  access: Record<AddressFamily, EchoAccess | undefined>
  /** Further rounds, each only for silent addresses. */
  retries: number
}

/**
 * Most answers have arrived by then, and a router that dropped the first packet while it resolved the host has
 * finished.
 */
const roundGapMsMin = 100

/** Sends ICMP and ICMPv6 echo requests, and reports each address once, as it answers. */
export async function echoSweep(
  addresses: readonly string[],
  { onSent = () => undefined, ...options }: EchoOptions,
  onAnswer: (answer: PingAnswer) => void,
): Promise<void> {
  const sweeps = byFamily(addresses).flatMap(({ family, addresses: ofFamily }) => {
    const access = options.access[family]
    return access === undefined ? [] : [{ family, access, addresses: ofFamily }]
  })
  let unasked = sweeps.length
  const onFamilyAsked = () => {
    if (--unasked === 0) onSent()
  }
  await Promise.all(sweeps.map((sweep) => sweepFamily({ ...options, ...sweep, onSent: onFamilyAsked }, onAnswer)))
}

type FamilySweep = Omit<EchoOptions, 'access'> & {
  addresses: readonly string[]
  family: AddressFamily
  access: EchoAccess
}

async function sweepFamily(
  { libc, addresses, family, access, retries, timeoutMs, ...options }: FamilySweep,
  onAnswer: (answer: PingAnswer) => void,
): Promise<void> {
  const identifier = randomInt(2 ** 16)
  const socket = openEchoSocket(libc, family, access, identifier)
  const question = createEchoQuestion({ targets: new Targets(addresses, family), family, access, identifier })
  let slowestMs = 0
  // If answers take longer, each round waits longer for them.
  const gapMs = () => Math.min(timeoutMs, Math.max(roundGapMsMin, 2 * slowestMs))
  const restMs = (sinceFirstMs: number) => timeoutMs - sinceFirstMs
  const rounds = { ...options, rounds: retries + 1, gapMs, restMs }
  await queryInRounds(addresses, { socket, ...question }, rounds, (address, { rttMs }) => {
    slowestMs = Math.max(slowestMs, rttMs)
    onAnswer({ address, rttMs })
  })
}
