import type { Libc } from '@rollcall/audit-service/probes/packets/libc.ts'

const slotBytes = 16_384
const headerBytes = 64
const nameBytes = 16
const vectorBytes = 16
/** A `struct cmsghdr` and the `struct in_pktinfo` behind it. */
const controlBytes = 32
const infoAt = 16

const IPPROTO_IP = 0
const IP_PKTINFO = 8
const AF_INET = 2
const SOCK_DGRAM = 2
const SOL_SOCKET = 1
const SO_SNDBUF = 7
const SO_RCVBUF = 8
const socketBufferBytes = 8 * 2 ** 20
/** Wait for the first packet, and take what else is there. */
const MSG_WAITFORONE = 0x10000

/**
 * One UDP socket on a port of every local address, read and answered in batches by recvmmsg(2) and sendmmsg(2): each
 * answer leaves from the address that was asked.
 */
export class PacketBatch {
  private readonly libc: Libc
  private readonly socket: number
  private readonly count: number
  /** The structures point at one another by address: they live as long as this does. */
  private readonly headers: Buffer
  private readonly names: Buffer
  private readonly vectors: Buffer
  private readonly packets: Buffer
  private readonly controls: Buffer

  constructor(libc: Libc, port: number, count: number) {
    this.libc = libc
    this.count = count
    this.headers = Buffer.alloc(count * headerBytes)
    this.names = Buffer.alloc(count * nameBytes)
    this.vectors = Buffer.alloc(count * vectorBytes)
    this.packets = Buffer.alloc(count * slotBytes)
    this.controls = Buffer.alloc(count * controlBytes)
    const at = (memory: Buffer, offset: number) => libc.addressOf(memory) + BigInt(offset)
    for (let i = 0; i < count; i += 1) {
      this.headers.writeBigUInt64LE(at(this.names, i * nameBytes), i * headerBytes)
      this.headers.writeBigUInt64LE(at(this.vectors, i * vectorBytes), i * headerBytes + 16)
      this.headers.writeBigUInt64LE(1n, i * headerBytes + 24)
      this.headers.writeBigUInt64LE(at(this.controls, i * controlBytes), i * headerBytes + 32)
      this.vectors.writeBigUInt64LE(at(this.packets, i * slotBytes), i * vectorBytes)
    }
    this.socket = libc.socket(AF_INET, SOCK_DGRAM, 0)
    this.setOption(IPPROTO_IP, IP_PKTINFO, 1)
    this.setOption(SOL_SOCKET, SO_RCVBUF, socketBufferBytes)
    this.setOption(SOL_SOCKET, SO_SNDBUF, socketBufferBytes)
    const name = Buffer.alloc(nameBytes)
    name.writeUInt16LE(AF_INET)
    name.writeUInt16BE(port, 2)
    if (libc.bind(this.socket, name, nameBytes) !== 0) throw new Error(`UDP port ${port}: errno ${libc.errno()}`)
  }

  /**
   * Waits for packets and answers them: `answer` gets the packet's memory, its length and the last two octets of the
   * address asked, writes what to send into the memory and returns its length.
   */
  turn(answer: (packet: Buffer, length: number, host: number) => number): void {
    for (let i = 0; i < this.count; i += 1) {
      this.headers.writeUInt32LE(nameBytes, i * headerBytes + 8)
      this.headers.writeBigUInt64LE(BigInt(controlBytes), i * headerBytes + 40)
      this.vectors.writeBigUInt64LE(BigInt(slotBytes), i * vectorBytes + 8)
    }
    const received = this.libc.recvmmsg(this.socket, this.headers, this.count, MSG_WAITFORONE, null)
    for (let i = 0; i < received; i += 1) {
      const packet = this.packets.subarray(i * slotBytes, (i + 1) * slotBytes)
      const length = answer(packet, this.headers.readUInt32LE(i * headerBytes + 56), this.turnAround(i))
      this.vectors.writeBigUInt64LE(BigInt(length), i * vectorBytes + 8)
    }
    for (let sent = 0; sent < received; ) {
      const count = this.libc.sendmmsg(this.socket, this.headers.subarray(sent * headerBytes), received - sent, 0)
      if (count < 0) throw new Error(`sendmmsg: errno ${this.libc.errno()}`)
      sent += count
    }
  }

  /** The address that was asked (ipi_addr) becomes the one that answers (ipi_spec_dst), by any interface. */
  private turnAround(i: number): number {
    const info = i * controlBytes + infoAt
    const address = this.controls.readUInt32LE(info + 8)
    this.controls.writeUInt32LE(0, info)
    this.controls.writeUInt32LE(address, info + 4)
    return this.controls.readUInt16BE(info + 10)
  }

  private setOption(level: number, option: number, value: number): void {
    const bytes = Buffer.alloc(4)
    bytes.writeInt32LE(value)
    if (this.libc.setsockopt(this.socket, level, option, bytes, 4) !== 0) throw new Error(`setsockopt ${option}`)
  }
}
