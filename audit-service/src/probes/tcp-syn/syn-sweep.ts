import type { AddressFamily } from '@rollcall/shared/targets/address.ts'
import { IPPROTO_IPV6, IPPROTO_TCP, IPV6_CHECKSUM, SOCK_RAW } from '../packets/constants.ts'
import type { Libc } from '../packets/libc.ts'
import { reservePort, SourceAddresses } from '../packets/local-names.ts'
import { canOpen, openIpSocket, type PacketSocket } from '../packets/packet-socket.ts'
import { queryInRounds, type Rounds } from '../packets/query-in-rounds.ts'
import { byFamily } from '../packets/socket-name.ts'
import { Targets } from '../packets/targets.ts'
import { checksumAt, portFilter, synBytes } from './segment.ts'
import { createSynQuestion } from './syn-question.ts'

type SynOptions = Pick<Rounds, 'pacer' | 'onPassed' | 'signal'> & {
  libc: Libc
  /** Called at the end: time limit of the answers of the last port. */
  answerMs: () => number
  ports: readonly number[]
  /** Returns true for a found address, which is skipped. */
  isFound: (address: string) => boolean
}

/** Nearby hosts have answered by then, and receive no packets for further ports. */
const roundGapMs = 20

/**
 * Sends SYN that the kernel resets after an answer, one port on all addresses before the next port. Reports each
 * address that accepted or refused one, once. Needs CAP_NET_RAW.
 */
export async function synSweep(
  addresses: readonly string[],
  options: SynOptions,
  onAnswer: (address: string, port: number, answer: 'open' | 'refused') => void,
): Promise<void> {
  await Promise.all(byFamily(addresses).map((ofFamily) => sweepFamily({ ...options, ...ofFamily }, onAnswer)))
}

async function sweepFamily(
  {
    libc,
    addresses,
    family,
    ports,
    answerMs,
    ...options
  }: SynOptions & { addresses: readonly string[]; family: AddressFamily },
  onAnswer: Parameters<typeof synSweep>[2],
): Promise<void> {
  const reserved = reservePort(libc, family)
  const sources = family === 4 ? new SourceAddresses(libc) : undefined
  try {
    const targets = new Targets(addresses, family)
    const asked = { targets, family, ports, sourcePort: reserved.port, sources }
    const question = { socket: openSynSocket(libc, family, reserved.port), ...createSynQuestion(asked) }
    const rounds = { ...options, rounds: ports.length, gapMs: () => roundGapMs, restMs: answerMs }
    await queryInRounds(addresses, question, rounds, (address, { port, open }) =>
      onAnswer(address, port, open ? 'open' : 'refused'),
    )
  } finally {
    sources?.close()
    reserved.close()
  }
}

/** Returns true if this process may send SYN. */
export const maySendSyn = (libc: Libc): boolean => canOpen(() => openSynSocket(libc, 4, 0))

/** Opens a socket that receives the segments to the port, in parallel to the kernel, which resets the connections. */
function openSynSocket(libc: Libc, family: AddressFamily, port: number): PacketSocket {
  const socket = openIpSocket(libc, family, { type: SOCK_RAW, protocol: IPPROTO_TCP, packetBytes: synBytes })
  if (family === 6) socket.setOption(IPPROTO_IPV6, IPV6_CHECKSUM, checksumAt)
  socket.attach(portFilter(family, port))
  return socket
}
