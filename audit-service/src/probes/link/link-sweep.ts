import type { Libc } from '../packets/libc.ts'
import { canOpen } from '../packets/packet-socket.ts'
import { queryInRounds, type Rounds } from '../packets/query-in-rounds.ts'
import { familyOf } from '../packets/socket-name.ts'
import { createArpQuestion, openArpSocket } from './arp.ts'
import type { LinkTarget } from './link-target.ts'
import { createNeighborQuestion, openNeighborSocket } from './neighbor-solicitation.ts'

type LinkOptions = Pick<Rounds, 'pacer' | 'onSent' | 'onPassed' | 'signal'> & {
  libc: Libc
  /** How long the answer to the first question may take. */
  timeoutMs: number
  /** Further rounds, each for those alone that have not answered so far. */
  retries: number
}

const protocols = {
  4: { open: openArpSocket, createQuestion: createArpQuestion },
  6: { open: openNeighborSocket, createQuestion: createNeighborQuestion },
} as const

/** A neighbour answers at once; one that sleeps to save power takes longer. */
const roundGapMs = 100
/** Who answers for others may take this long (Linux: proxy_delay), and they are to be told from hosts. */
const timeoutMsMin = 800

/**
 * Asks for the hardware address of each target, by ARP or by neighbour discovery, beside the kernel: its neighbour table
 * has room for a thousand, and would hold each dead address for seconds. Hands on who answers, once each.
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

/** Whether this process may. */
export const canSendOnLinks = (libc: Libc): boolean => canOpen(() => openArpSocket(libc))
