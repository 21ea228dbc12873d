import type { Libc } from '../packets/libc.ts'
import { canOpen } from '../packets/packet-socket.ts'
import { queryInRounds, type Rounds } from '../packets/query-in-rounds.ts'
import { familyOf } from '../packets/socket-name.ts'
import { createArpQuestion, openArpSocket } from './arp.ts'
import type { LinkTarget } from './link-target.ts'
import { createNeighborQuestion, openNeighborSocket } from './neighbor-solicitation.ts'

type LinkOptions = Pick<Rounds, 'pacer' | 'onSent' | 'onPassed' | 'signal'> & {
  libc: Libc
  /** Time limit of the answer to the first query. */
  timeoutMs: number
  /** Further rounds, each only for silent addresses. */
  retries: number
}

const protocols = {
  4: { open: openArpSocket, createQuestion: createArpQuestion },
  6: { open: openNeighborSocket, createQuestion: createNeighborQuestion },
} as const

/** A neighbor answers at once; one in power saving takes longer. */
const roundGapMs = 100
/** A proxy may take this long to answer (Linux: proxy_delay), and must be distinguished from hosts. */
const timeoutMsMin = 800

/**
 * Resolves the hardware address of each target by ARP or neighbor discovery, without the kernel: its neighbor table has
 * a thousand entries, and would hold each dead address for seconds. Reports each answering target once.
 */
export async function linkSweep(
  targets: readonly LinkTarget[],
  { libc, retries, timeoutMs, ...options }: LinkOptions,
  onAnswer: (address: string, macAddress: string) => void,
): Promise<void> {
  const sweeps = ([4, 6] as const).map(async (family) => {
    const ofFamily = targets.filter(({ address }) => familyOf(address) === family)
    if (ofFamily.length === 0) return
    const { open, createQuestion } = protocols[family]
    const question = { socket: open(libc), ...createQuestion(ofFamily) }
    const restMs = (sinceFirstMs: number) => Math.max(timeoutMs, timeoutMsMin) - sinceFirstMs
    const rounds = { ...options, rounds: retries + 1, gapMs: () => roundGapMs, restMs }
    const asked = ofFamily.map(({ address }) => address)
    await queryInRounds(asked, question, rounds, (address, { macAddress }) => onAnswer(address, macAddress))
  })
  await Promise.all(sweeps)
}

/** Returns true if this process may send on links. */
export const canSendOnLinks = (libc: Libc): boolean => canOpen(() => openArpSocket(libc))
