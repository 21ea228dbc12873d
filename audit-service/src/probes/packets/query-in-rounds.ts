import { setTimeout as delay } from 'node:timers/promises'
import type { Message } from './message-vector.ts'
import type { Pacer } from './pacer.ts'
import type { PacketSocket } from './packet-socket.ts'

/** Something that many addresses are asked, one packet each. A target is an address's place in their list. */
export type Question<Answer extends { target: number }> = {
  socket: Pick<PacketSocket, 'toSend' | 'send' | 'receive' | 'lost' | 'close'>
  /** Writes what a target is sent in a round. */
  write: (message: Message, target: number, round: number) => void
  /** The answer that this is; undefined for everything else. */
  read: (message: Message) => Answer | undefined
}

export type Rounds = {
  pacer: Pacer
  /** In each, those are asked that have not answered so far. */
  rounds: number
  /** Asked after each round: how long to wait at least, before the next one or for the last answers. */
  gapMs: () => number
  /** Asked after the last round: how long to wait for its answers, so many milliseconds after all were asked once. */
  restMs: (sinceFirstMs: number) => number
  /** What another way has found needs no asking. */
  isFound?: (address: string) => boolean
  /** Called when all have been asked once. */
  onSent?: () => void
  /** Told as questions go out how much of all rounds that was, in addresses: those found need none and count as asked. */
  onPassed?: (addresses: number) => void
  signal: AbortSignal
}

/** How often answers are looked for, beside after each turn of sending. */
const listenMs = 2
/** Further rounds where answers were lost for want of room. */
const extraRoundsMax = 3

/** A failure of sending is met where its end is awaited. */
const ignored = () => undefined

/**
 * Asks the addresses, hands on the first answer of each as it comes, and closes the socket. An answer counts in whichever
 * round it comes. Ends as soon as all have answered. Where the receive buffer ran over, nobody knows who answered: a
 * round more is for those.
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
    // It was written while the kernel sent what went before.
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
