import { isIPv6 } from 'node:net'
import { messageOf } from '@rollcall/shared/errors.ts'
import { normaliseIp } from '@rollcall/shared/inventory/primitives.ts'
import { loadLibc } from '../packets/libc.ts'
import { openBatchedSocket } from './batched-socket.ts'
import { BerError } from './ber.ts'
import { type Datagram, type DatagramSocket, type OnMessage, openDatagramSocket, type Peer } from './datagram-socket.ts'
import { SnmpError } from './errors.ts'
import { peekRequestId } from './message.ts'
import { Slots } from './slots.ts'

/** An agent: the answers to a request are taken from this address and port only. */
export type SnmpTarget = Peer

export type Patience = {
  /** How long one attempt waits for its answer. */
  timeoutMs: number
  /** Attempts after the first, made only while nothing came back. */
  retries: number
  signal?: AbortSignal | undefined
}

type Exchange<T> = Patience & {
  target: SnmpTarget
  /** From `nextId`; the answer carries it. */
  id: number
  message: Buffer
  /** Judges an answer with the right origin and id; undefined lets the request wait on, a throw ends it. */
  accept: (message: Buffer) => T | undefined
}

type Pending = Datagram & {
  id: number
  socket: DatagramSocket
  deliver: (message: Buffer) => void
  fail: (error: unknown) => void
  /** It is on its way: from now on its answer is waited for. */
  sent: () => void
  /** What was wrong with an answer that could not be read. */
  malformed?: BerError
}

/** What is sent in one turn of the event loop; answers are read between turns, so that bursts do not drown them. */
const sendsPerTurn = 64
const idMax = 0x7fff_ffff
/** Sockets of their own, for discoveries under way: well below the usual limit of open files. */
const connectedSocketsMax = 256

/**
 * One UDP socket per address family for any number of agents. An answer is paired with its request by id and taken only
 * from the address and port that were asked; everything else that arrives is dropped.
 */
export class UdpTransport {
  /** Places for sockets beside the shared ones. */
  readonly connectedSockets = new Slots(connectedSocketsMax)
  readonly #pending = new Map<number, Pending>()
  readonly #sockets = new Map<'udp4' | 'udp6', Promise<DatagramSocket>>()
  #queue: Pending[] = []
  #closed = false
  #nextId = Math.floor(Math.random() * idMax)

  /** A request id that no waiting request has. */
  nextId(): number {
    do this.#nextId = (this.#nextId % idMax) + 1
    while (this.#pending.has(this.#nextId))
    return this.#nextId
  }

  /** Sends, and sends again while nothing comes; rejects with SnmpError `no-answer` or `unreachable`, or when aborted. */
  async exchange<T>(exchange: Exchange<T>): Promise<T> {
    const socket = await this.#socketFor(exchange.target.address)
    exchange.signal?.throwIfAborted()
    if (this.#closed) throw closedError()
    const { target, id, message, timeoutMs, signal } = exchange
    return new Promise<T>((resolve, reject) => {
      let attemptsLeft = exchange.retries + 1
      let timer: NodeJS.Timeout | undefined
      const settle = () => {
        clearTimeout(timer)
        this.#pending.delete(id)
        signal?.removeEventListener('abort', onAbort)
      }
      const fail = (error: unknown) => {
        settle()
        reject(error)
      }
      const unsent = (error: Error) =>
        fail(new SnmpError('unreachable', `cannot send to ${target.address}: ${messageOf(error)}`))
      const onAbort = () => fail(signal?.reason)
      const attempt = () => {
        if (!this.#pending.has(id)) return
        if (attemptsLeft === 0) return fail(exhausted(pending, timeoutMs))
        attemptsLeft -= 1
        this.#send(pending)
      }
      const sent = () => {
        // A busy process may fire the timer with the answer already in the socket: read that first, then judge.
        timer = setTimeout(() => setImmediate(attempt), timeoutMs)
      }
      signal?.addEventListener('abort', onAbort, { once: true })
      const deliver = (answer: Buffer) => {
        const accepted = exchange.accept(answer)
        if (accepted === undefined) return
        settle()
        resolve(accepted)
      }
      const pending: Pending = { target, id, message, socket, deliver, fail, sent, unsent }
      this.#pending.set(id, pending)
      attempt()
    })
  }

  /** Ends all that waits and closes the sockets. */
  async close(): Promise<void> {
    this.#closed = true
    for (const pending of [...this.#pending.values()]) pending.fail(closedError())
    const sockets = await Promise.allSettled(this.#sockets.values())
    await Promise.all(sockets.map((result) => result.status === 'fulfilled' && result.value.close()))
  }

  #socketFor(address: string): Promise<DatagramSocket> {
    const type = isIPv6(address) ? 'udp6' : 'udp4'
    const existing = this.#sockets.get(type)
    if (existing) return existing
    const opening = openSocket(type, (message, from) => this.#receive(message, from))
    this.#sockets.set(type, opening)
    return opening
  }

  #receive(message: Buffer, from: SnmpTarget): void {
    const pending = this.#pending.get(requestIdOf(message))
    if (pending === undefined || pending.target.port !== from.port) return
    if (!isSameAddress(pending.target.address, from.address)) return
    try {
      pending.deliver(message)
    } catch (error) {
      // It may be a forgery, or cut on its way: wait on for a better one.
      if (error instanceof BerError) pending.malformed = error
      else pending.fail(error)
    }
  }

  #send(pending: Pending): void {
    this.#queue.push(pending)
    if (this.#queue.length === 1) setImmediate(() => this.#drain())
  }

  #drain(): void {
    const turn = this.#queue.splice(0, sendsPerTurn).filter(({ id }) => this.#pending.has(id))
    for (const [socket, datagrams] of Map.groupBy(turn, ({ socket }) => socket)) socket.send(datagrams)
    for (const { sent } of turn) sent()
    if (this.#queue.length > 0) setImmediate(() => this.#drain())
  }
}

const closedError = () => new SnmpError('no-answer', 'the SNMP reader was closed')

/** Most are written the same way, and only then it is cheap. */
const isSameAddress = (a: string, b: string): boolean => a === b || normaliseIp(a) === normaliseIp(b)

function exhausted({ malformed }: Pending, timeoutMs: number): SnmpError {
  if (malformed) return new SnmpError('malformed', `the answer cannot be read: ${malformed.message}`)
  return new SnmpError('no-answer', `no answer within ${timeoutMs} ms`)
}

/** 0, which no request has, for what is not SNMP. */
function requestIdOf(message: Buffer): number {
  try {
    return peekRequestId(message)
  } catch {
    return 0
  }
}

/** In batches where the system has them for us. */
async function openSocket(type: 'udp4' | 'udp6', onMessage: OnMessage): Promise<DatagramSocket> {
  const loaded = await loadLibc()
  return type === 'udp4' && loaded.available
    ? openBatchedSocket(loaded.libc, onMessage)
    : openDatagramSocket(type, onMessage)
}
