import type { Socket } from 'node:net'
import { FairSlots } from '../../../audit/fair-slots.ts'
import type { Target } from '../../tcp/conversation.ts'
import type { Print } from '../print.ts'
import { type PortReading, readPort } from '../read-port.ts'
import type { VisitedHost } from '../visit.ts'

/** Reads one port of a test device with a print. */
export function readWith(
  print: Print,
  { address, port }: Target,
  { protocol = 'tcp', ...host }: Partial<VisitedHost> & { protocol?: 'tcp' | 'udp' } = {},
): Promise<PortReading> {
  const connect = new FairSlots(1).group().take
  const visited = { address, connect, signal: AbortSignal.timeout(20_000), ...host }
  return readPort(print, visited, { protocol, port })
}

/** Answers each received piece with the next of the answers, and stays open. */
export const answersInTurn =
  (...answers: readonly (Buffer | string)[]) =>
  (socket: Socket): void => {
    const left = [...answers]
    socket.on('data', () => {
      const answer = left.shift()
      if (answer !== undefined) socket.write(answer)
    })
  }
