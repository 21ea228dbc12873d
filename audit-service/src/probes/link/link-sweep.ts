import type { AddressFamily } from '@rollcall/shared/targets/address.ts'
import { askInRounds, type Rounds } from '../packets/ask-in-rounds.ts'
import type { Libc } from '../packets/libc.ts'
import { canOpen } from '../packets/packet-socket.ts'
import { familyOf } from '../packets/socket-name.ts'
import { createArpQuestion, openArpSocket } from './arp.ts'
import type { LinkTarget } from './link-target.ts'
import { createNeighbourQuestion, openNeighbourSocket } from './neighbour-solicitation.ts'

type LinkOptions = Pick<Rounds, 'pacer' | 'timeoutMs' | 'signal'> & {
  libc: Libc
  /** Further rounds, each for those alone that have not answered so far. */
  retries: number
}

const ways = {
  4: { open: openArpSocket, createQuestion: createArpQuestion },
  6: { open: openNeighbourSocket, createQuestion: createNeighbourQuestion },
} as const

/** A neighbour answers at once; one that sleeps to save power takes longer. */
const roundGapMs = 100

/**
 * Asks for the hardware address of each target, by ARP or by neighbour discovery, beside the kernel: its neighbour table
 * has room for a thousand, and would hold each dead address for seconds. Hands on who answers, once each.
 */
export async function linkSweep(
  targets: readonly LinkTarget[],
  options: LinkOptions,
  onAnswer: (address: string, macAddress: string) => void,
): Promise<void> {
  const sweeps = ([4, 6] as const).map((family) => {
    const ofFamily = targets.filter(({ address }) => familyOf(address) === family)
    return ofFamily.length === 0 ? undefined : sweepFamily(ofFamily, family, options, onAnswer)
  })
  await Promise.all(sweeps)
}

/** Whether this process may. */
export const mayAskLinks = (libc: Libc): boolean => canOpen(() => openArpSocket(libc))

async function sweepFamily(
  targets: readonly LinkTarget[],
  family: AddressFamily,
  { libc, retries, ...options }: LinkOptions,
  onAnswer: (address: string, macAddress: string) => void,
): Promise<void> {
  const { open, createQuestion } = ways[family]
  const socket = open(libc)
  try {
    const rounds = { ...options, rounds: retries + 1, gapMs: () => roundGapMs }
    const question = createQuestion(targets)
    await askInRounds(targets.length, { socket, ...question }, rounds, ({ target, macAddress }) =>
      onAnswer(targets[target]?.address ?? '', macAddress),
    )
  } finally {
    socket.close()
  }
}
