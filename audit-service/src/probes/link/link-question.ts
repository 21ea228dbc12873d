import type { Message } from '../packets/message-vector.ts'
import type { Question } from '../packets/query-in-rounds.ts'
import { addressText } from '../packets/socket-name.ts'
import type { LinkTarget, NeighborAnswer } from './link-target.ts'

/** How a protocol asks a neighbour for its hardware address. */
type Form = {
  write: (message: Message, target: LinkTarget) => void
  /** Whose hardware address an answer tells, in network order; undefined where the message is none. */
  addressOf: (message: Message) => Buffer | undefined
  /** What it tells; undefined where that is not for us, or no hardware address that a host can have. */
  macOf: (message: Message, target: LinkTarget) => string | undefined
}

/** The same question of each target. */
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
