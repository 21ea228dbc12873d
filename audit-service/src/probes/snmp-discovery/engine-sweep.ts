import type { AddressFamily } from '@rollcall/shared/targets/address.ts'
import { IPPROTO_UDP, SOCK_DGRAM } from '../packets/constants.ts'
import type { Libc } from '../packets/libc.ts'
import { openIpSocket } from '../packets/packet-socket.ts'
import { queryInRounds, type Rounds } from '../packets/query-in-rounds.ts'
import { byFamily } from '../packets/socket-name.ts'
import { Targets } from '../packets/targets.ts'
import { createEngineQuestion, discoveryBytes } from './engine-question.ts'

type EngineOptions = Required<Pick<Rounds, 'pacer' | 'onPassed' | 'signal'>> & {
  libc: Libc
  /** Time limit of the answer to the first query. */
  timeoutMs: number
  ports: readonly number[]
  /** Further rounds, each only for silent addresses. */
  retries: number
  /** Returns true for a found address, which is skipped. */
  isFound: (address: string) => boolean
}

/** An engine answers within a round trip; a busy device takes longer. */
const roundGapMs = 200

/** Searches SNMPv3 engines without any secret. Reports each answering address, once per port. */
export async function engineSweep(
  addresses: readonly string[],
  { ports, ...options }: EngineOptions,
  onAnswer: (address: string) => void,
): Promise<void> {
  const onPassed = (addresses: number) => options.onPassed(addresses / ports.length)
  const sweeps = ports.flatMap((port) =>
    byFamily(addresses).map((ofFamily) => sweepPort({ ...options, ...ofFamily, port, onPassed }, onAnswer)),
  )
  await Promise.all(sweeps)
}

type PortSweep = Omit<EngineOptions, 'ports'> & { addresses: readonly string[]; family: AddressFamily; port: number }

async function sweepPort(
  { libc, addresses, family, port, retries, timeoutMs, ...options }: PortSweep,
  onAnswer: (address: string) => void,
): Promise<void> {
  const kind = { type: SOCK_DGRAM, protocol: IPPROTO_UDP, packetBytes: discoveryBytes }
  const socket = openIpSocket(libc, family, kind)
  const question = createEngineQuestion(new Targets(addresses, family), port)
  const restMs = (sinceFirstMs: number) => timeoutMs - sinceFirstMs
  const rounds = { ...options, rounds: retries + 1, gapMs: () => roundGapMs, restMs }
  await queryInRounds(addresses, { socket, ...question }, rounds, onAnswer)
}
