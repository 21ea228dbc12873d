import { Slots } from '@rollcall/shared/slots.ts'
import { parseAddress } from '@rollcall/shared/targets/address.ts'
import { loadLibc } from '../packets/libc.ts'
import { openBatchedSocket } from './batched-socket.ts'
import { type DatagramSocket, type OnMessage, openDatagramSocket, type Peer } from './datagram-socket.ts'
import { SnmpError } from './errors.ts'
import { peekRequestId } from './message.ts'
import { type Exchange, type Patience, PendingRequest } from './pending-request.ts'

export type { Patience }
/** An agent: answers to a request count only from this address and port. */
export type SnmpTarget = Peer

/** Datagrams sent per turn of the event loop; answers are read between turns, so that bursts do not crowd them out. */
const sendsPerTurn = 64
const idMax = 0x7fff_ffff
/** Separate sockets for discoveries in progress: well below the usual limit of open files. */
const connectedSocketsMax = 256

/**
 * One UDP socket per address family for any number of agents. An answer is matched to its request by id, and counts
 * only from the address and port of the request; everything else is dropped.
 */
export class UdpTransport {
  /** Slots for sockets beside the shared ones. */
  readonly connectedSockets = new Slots(connectedSocketsMax)
  readonly #pending = new Map<number, PendingRequest>()
  readonly #sockets = new Map<'udp4' | 'udp6', Promise<DatagramSocket>>()
  readonly #desk = {
    queue: (request: PendingRequest) => this.#send(request),
    forget: ({ id }: PendingRequest) => this.#pending.delete(id),
  }
  #queue: PendingRequest[] = []
  #closed = false
  #nextId = Math.floor(Math.random() * idMax)

  /** Returns a request id that no waiting request has. */
  nextId(): number {
    do this.#nextId = (this.#nextId % idMax) + 1
    while (this.#pending.has(this.#nextId))
    return this.#nextId
  }

  /**
   * Sends a request, with retries while there is no answer; rejects with SnmpError `no-answer` or `unreachable`, or if
   * aborted.
   */
  async exchange<T>(exchange: Exchange<T>): Promise<T> {
    const socket = await this.#socketFor(exchange.target.address)
    exchange.patience.signal?.throwIfAborted()
    if (this.#closed) throw closedError()
    return new Promise<T>((resolve, reject) => {
      const request = new PendingRequest(exchange, socket, this.#desk, resolve as (answer: unknown) => void, reject)
      this.#pending.set(request.id, request)
      request.attempt()
    })
  }

  /** Ends all waiting requests and closes the sockets. */
  async close(): Promise<void> {
    this.#closed = true
    for (const request of [...this.#pending.values()]) request.fail(closedError())
    const sockets = await Promise.allSettled(this.#sockets.values())
    await Promise.all(sockets.map((result) => result.status === 'fulfilled' && result.value.close()))
  }

  #socketFor(address: string): Promise<DatagramSocket> {
    const type = address.includes(':') ? 'udp6' : 'udp4'
    const existing = this.#sockets.get(type)
    if (existing) return existing
    const opening = openSocket(type, (message, from) => this.#receive(message, from))
    this.#sockets.set(type, opening)
    return opening
  }

  #receive(message: Buffer, from: SnmpTarget): void {
    const request = this.#pending.get(requestIdOf(message))
    if (request === undefined || request.target.port !== from.port) return
    if (isSameAddress(request.target.address, from.address)) request.deliver(message)
  }

  #send(request: PendingRequest): void {
    this.#queue.push(request)
    if (this.#queue.length === 1) setImmediate(() => this.#drain())
  }

  #drain(): void {
    const turn = this.#queue.splice(0, sendsPerTurn).filter(({ id }) => this.#pending.has(id))
    for (const [socket, requests] of Map.groupBy(turn, ({ socket }) => socket)) socket.send(requests)
    for (const request of turn) request.sent()
    if (this.#queue.length > 0) setImmediate(() => this.#drain())
  }
}

const closedError = () => new SnmpError('no-answer', 'the SNMP reader was closed')

/** Compares addresses; equal text is the fast case. */
function isSameAddress(a: string, b: string): boolean {
  if (a === b) return true
  const [first, second] = [a, b].map((text) => parseAddress(text.replace(/%.*$/, '')))
  return first !== undefined && first.family === second?.family && first.value === second.value
}

/** Returns the request id, or 0, which no request has, if the message is not SNMP. */
function requestIdOf(message: Buffer): number {
  try {
    return peekRequestId(message)
  } catch {
    return 0
  }
}

/** Opens a socket that sends in batches if the system supports it. */
async function openSocket(type: 'udp4' | 'udp6', onMessage: OnMessage): Promise<DatagramSocket> {
  const loaded = await loadLibc()
  return type === 'udp4' && loaded.available
    ? openBatchedSocket(loaded.libc, onMessage)
    : openDatagramSocket(type, onMessage)
}
