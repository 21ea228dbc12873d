import { setTimeout as delay } from 'node:timers/promises'
import type { Message } from './message-vector.ts'
import type { Pacer } from './pacer.ts'
import type { PacketSocket } from './packet-socket.ts'

/** A query to many addresses, one packet each. A target is the index of an address in the list. */
export type Question<Answer extends { target: number }> = {
  socket: Pick<PacketSocket, 'toSend' | 'send' | 'receive' | 'lost' | 'close'>
  /** Writes the packet to a target in a round. */
  write: (message: Message, target: number, round: number) => void
  /** Parses an answer; undefined for every other packet. */
  read: (message: Message) => Answer | undefined
}

export type Rounds = {
  pacer: Pacer
  /** Number of rounds; each queries the silent targets. */
  rounds: number
  /** Called after each round: minimum wait before the next one, or for the last answers. */
  gapMs: () => number
  /** Called after the last round: wait for its answers, given the milliseconds since the first round ended. */
  restMs: (sinceFirstMs: number) => number
  /** Returns true for an address found by another discoverer, which is skipped. */
  isFound?: (address: string) => boolean
  /** Called when each address has been queried once. */
  onSent?: () => void
  /** Called with the finished share of all rounds, in addresses: skipped addresses count. */
  onPassed?: (addresses: number) => void
  signal: AbortSignal
}

/** Interval for reading answers, in addition to each turn of sending. */
const listenMs = 2
/** Further rounds if answers were lost because of a full buffer. */
const extraRoundsMax = 3

/** Send failures are handled where the end of sending is awaited. */
const ignored = () => undefined

/**
 * Queries the addresses, passes on the first answer of each as it arrives, and closes the socket. An answer counts in
 * any round. Ends once all have answered. If the receive buffer overflowed, lost answers are unknown, so a further
 * round is sent.
 */
export async function queryInRounds<Answer extends { target: number }>(
  addresses: readonly string[],
  { socket, write, read }: Question<Answer>,
  options: Rounds,
  onAnswer: (address: string, answer: Answer) => void,
): Promise<void> {
  const { pacer, signal, isFound = () => false } = options
  const answered = new Uint8Array(addresses.length)
  let silent = addresses.length
  const listen = () =>
    socket.receive((message) => {
      const answer = read(message)
      if (answer === undefined || answered[answer.target] !== 0) return
      answered[answer.target] = 1
      silent--
      onAnswer(addresses[answer.target] ?? '', answer)
    })
  const isOpen = (target: number) => answered[target] === 0 && !isFound(addresses[target] ?? '')

  let sent = Promise.resolve()
  const untilSent = async () => {
    await sent
    listen()
    signal.throwIfAborted()
  }
  const query = async (some: readonly number[], round: number) => {
    await pacer.take(some.length, signal)
    let count = 0
    for (const target of some.filter(isOpen)) {
      const message = socket.toSend[count++]
      if (message) write(message, target, round)
    }
    // Written while the kernel sent the previous packets.
    await untilSent()
    sent = socket.send(count)
    sent.catch(ignored)
  }
  const queryAll = async (round: number) => {
    let some: number[] = []
    let passed = 0
    const querySome = async (end: number) => {
      if (some.length > 0) await query(some, round)
      if (round < options.rounds) options.onPassed?.((end - passed) / options.rounds)
      some = []
      passed = end
    }
    for (let target = 0; target < addresses.length; target++) {
      if (isOpen(target)) some.push(target)
      if (some.length === pacer.turnPackets) await querySome(target + 1)
    }
    await querySome(addresses.length)
    await untilSent()
  }
  const wait = async (ms: number) => {
    const untilMs = performance.now() + ms
    while (silent > 0 && performance.now() < untilMs) {
      await delay(Math.min(10 * listenMs, Math.max(0, untilMs - performance.now())), undefined, { signal })
    }
  }

  const listening = setInterval(listen, listenMs)
  let firstSentMs = 0
  try {
    let { rounds } = options
    for (let round = 0; round < rounds && silent > 0; round++) {
      const lost = socket.lost()
      await queryAll(round)
      if (round === 0) {
        firstSentMs = performance.now()
        options.onSent?.()
      }
      if (socket.lost() > lost) rounds = Math.min(rounds + 1, options.rounds + extraRoundsMax)
      const isLast = round + 1 === rounds
      await wait(Math.max(options.gapMs(), isLast ? options.restMs(performance.now() - firstSentMs) : 0))
    }
  } finally {
    clearInterval(listening)
    await sent.catch(ignored)
    socket.close()
  }
}
