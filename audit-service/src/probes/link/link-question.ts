import type { Message } from '../packets/message-vector.ts'
import type { Question } from '../packets/query-in-rounds.ts'
import { addressText } from '../packets/socket-name.ts'
import type { LinkTarget, NeighborAnswer } from './link-target.ts'

/** Packets of a protocol that resolves a neighbor's hardware address. */
type Form = {
  write: (message: Message, target: LinkTarget) => void
  /** Returns the resolved address of an answer in network order; undefined if the message is none. */
  addressOf: (message: Message) => Buffer | undefined
  /**
   * Returns the hardware address; undefined if the answer is not addressed to us, or the address cannot belong to a
   * host.
   */
  macOf: (message: Message, target: LinkTarget) => string | undefined
}

/** Creates the request of a protocol for each target. */
export function createLinkQuestion(
  targets: readonly LinkTarget[],
  { write, addressOf, macOf }: Form,
): Omit<Question<NeighborAnswer>, 'socket'> {
  const numbers = new Map(targets.map(({ address }, number) => [address, number]))
  return {
    write: (message, number) => {
      const target = targets[number]
      if (target) write(message, target)
    },
    read: (message) => {
      const address = addressOf(message)
      const number = address && numbers.get(addressText(address))
      const target = number === undefined ? undefined : targets[number]
      const macAddress = target && macOf(message, target)
      return number === undefined || macAddress === undefined ? undefined : { target: number, macAddress }
    },
  }
}
