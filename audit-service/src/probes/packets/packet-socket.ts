import { setTimeout as delay } from 'node:timers/promises'
import { getSystemErrorName } from 'node:util'
import type { AddressFamily } from '@rollcall/shared/targets/address.ts'
import * as linux from './constants.ts'
import { type Filter, instructionBytes } from './filter.ts'
import type { Libc } from './libc.ts'
import { type Message, MessageVector } from './message-vector.ts'
import { socketFamily, socketNameBytes } from './socket-name.ts'

type SocketKind = {
  family: number
  type: number
  protocol: number
  /** Length of each sent packet; addresses have equal lengths too. */
  packetBytes: number
  nameBytes: number
}

/** Packets per system call: more save little, and occupy the thread longer. */
const messagesMax = 256

/** Longer than any valid answer, such as a report of an SNMP engine; longer packets are cut and dropped. */
const answerBytesMax = 512
/** Room for some thousand answers that arrive while the event loop is busy. */
const receiveBufferBytes = 8 * 2 ** 20
/** Room for some thousand requests that wait while the kernel resolves neighbors. */
const sendBufferBytes = 2 * 2 ** 20
/** Time that the kernel may delay a batch while the link is busy. */
const sendTimeoutMs = 50
const busyTriesMax = 5
const busyDelayMs = 2
/** Errors for a full queue of the link or a full neighbor table, which are temporary. */
const busyErrors = new Set(['ENOBUFS', 'ENOMEM', 'EINTR'])
/** The send buffer has not emptied for `sendTimeoutMs`: its packets wait for silent neighbors. */
const stuckError = 'EAGAIN'
/** Bound on receive calls: a flood of packets that look like answers must not block the event loop. */
const receiveTurnsMax = 32

/** A system call failed; `code` is for example `EPERM`. */
export class SocketError extends Error {
  readonly code: string

  constructor(call: string, errno: number) {
    const code = getSystemErrorName(-errno)
    super(`${call}: ${code}`)
    this.code = code
  }
}

/** Opens a socket for packets to addresses of a family. */
export const openIpSocket = (
  libc: Libc,
  family: AddressFamily,
  kind: Pick<SocketKind, 'type' | 'protocol' | 'packetBytes'>,
): PacketSocket => new PacketSocket(libc, { ...kind, family: socketFamily[family], nameBytes: socketNameBytes[family] })

/** Returns true if this process may open the socket and its protocol is enabled (IPv6 may be disabled). */
export function canOpen(open: () => PacketSocket): boolean {
  try {
    open().close()
    return true
  } catch (error) {
    if (error instanceof SocketError) return false
    throw error
  }
}

/**
 * A socket for packets that Node does not support. Sending runs in a thread; receiving never blocks. The creator must
 * close it after the last send.
 */
export class PacketSocket {
  private written: MessageVector
  private beingSent: MessageVector
  private readonly received: MessageVector
  private readonly libc: Libc
  private readonly descriptor: number

  constructor(libc: Libc, kind: SocketKind) {
    this.libc = libc
    this.descriptor = libc.socket(kind.family, kind.type | linux.SOCK_CLOEXEC, kind.protocol)
    if (this.descriptor < 0) throw new SocketError('socket', libc.errno())
    const size = { ...kind, count: messagesMax }
    this.written = new MessageVector(libc, size)
    this.beingSent = new MessageVector(libc, size)
    this.received = new MessageVector(libc, { count: messagesMax, packetBytes: answerBytesMax, nameBytes: 32 })
    this.grow(linux.SO_RCVBUFFORCE, linux.SO_RCVBUF, receiveBufferBytes)
    this.grow(linux.SO_SNDBUFFORCE, linux.SO_SNDBUF, sendBufferBytes)
    this.setOption(linux.SOL_SOCKET, linux.SO_SNDTIMEO, timeval(sendTimeoutMs))
  }

  /** Sets a socket option; closes the socket on failure. */
  setOption(level: number, option: number, value: number | Buffer): void {
    if (this.trySetOption(level, option, value) === 0) return
    const error = new SocketError('setsockopt', this.libc.errno())
    this.close()
    throw error
  }

  /** Attaches a filter, and discards packets received before. */
  attach(filter: Filter): void {
    // `struct sock_fprog`, followed by the filter that it points to.
    const program = Buffer.concat([Buffer.alloc(16), filter])
    program.writeUInt16LE(filter.length / instructionBytes)
    program.writeBigUInt64LE(this.libc.addressOf(program) + 16n, 8)
    this.setOption(linux.SOL_SOCKET, linux.SO_ATTACH_FILTER, program.subarray(0, 16))
    this.receive(() => undefined)
  }

  /** Buffers for the next messages, never those being sent. */
  get toSend(): readonly Message[] {
    return this.written.messages
  }

  /**
   * Sends the first `count` messages of `toSend`; call it again only after it resolves. Packets that the kernel refuses
   * (no route, a broadcast address, this machine's firewall) are skipped, because no answer is possible. So are packets
   * without buffer space after some tries.
   */
  async send(count: number): Promise<void> {
    const vector = this.written
    this.written = this.beingSent
    this.beingSent = vector
    for (let sent = 0; sent < count; ) sent += await this.sendSome(sent, count - sent)
  }

  /** Passes on the waiting messages; their memory is reused afterwards. */
  receive(onMessage: (message: Message) => void): void {
    const { headers, messages } = this.received
    let count = messages.length
    for (let turn = 0; turn < receiveTurnsMax && count === messages.length; turn++) {
      this.received.makeRoom()
      count = this.libc.recvmmsg(this.descriptor, headers, messages.length, linux.MSG_DONTWAIT, null)
      for (const [index, { bytes, name }] of messages.slice(0, Math.max(0, count)).entries()) {
        if ((this.received.flags(index) & linux.MSG_TRUNC) !== 0) continue
        onMessage({ bytes: bytes.subarray(0, this.received.receivedBytes(index)), name })
      }
    }
  }

  /** Returns the number of packets lost since the socket was opened because the receive buffer was full. */
  lost(): number {
    const values = Buffer.alloc(64)
    const length = int(values.length)
    const result = this.libc.getsockopt(this.descriptor, linux.SOL_SOCKET, linux.SO_MEMINFO, values, length)
    return result < 0 ? 0 : values.readUInt32LE(linux.SK_MEMINFO_DROPS * 4)
  }

  close(): void {
    this.libc.close(this.descriptor)
  }

  /** Returns the number of sent or skipped packets, at least one. */
  private async sendSome(index: number, count: number): Promise<number> {
    for (let tries = 1; ; tries++) {
      const sent = await this.sendInThread(index, count)
      if (sent > 0) return sent
      const error = getSystemErrorName(sent)
      if (error === stuckError) return count
      if (tries === busyTriesMax || !busyErrors.has(error)) return 1
      await delay(busyDelayMs)
    }
  }

  /** Returns the number of sent packets, or the negative error. */
  private sendInThread(index: number, count: number): Promise<number> {
    return new Promise((resolve, reject) => {
      this.libc.sendmmsg.async(this.descriptor, this.beingSent.from(index), count, 0, (error: unknown, result) => {
        if (error) reject(error)
        else resolve(result < 0 ? -this.libc.errno() : result)
      })
    })
  }

  /** Grows a buffer beyond the system's limit (net.core.rmem_max, wmem_max) with CAP_NET_ADMIN, otherwise up to it. */
  private grow(force: number, option: number, bytes: number): void {
    if (this.trySetOption(linux.SOL_SOCKET, force, bytes) < 0) this.setOption(linux.SOL_SOCKET, option, bytes)
  }

  private trySetOption(level: number, option: number, value: number | Buffer): number {
    const bytes = typeof value === 'number' ? int(value) : value
    return this.libc.setsockopt(this.descriptor, level, option, bytes, bytes.length)
  }
}

function int(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32LE(value)
  return bytes
}

/** `struct timeval`. */
function timeval(milliseconds: number): Buffer {
  const bytes = Buffer.alloc(16)
  bytes.writeBigInt64LE(BigInt(Math.floor(milliseconds / 1000)))
  bytes.writeBigInt64LE(BigInt((milliseconds % 1000) * 1000), 8)
  return bytes
}
