import type { Libc } from './libc.ts'

/** One packet with its destination or source as a socket address. */
export type Message = { bytes: Buffer; name: Buffer }

type VectorSize = { count: number; packetBytes: number; nameBytes: number }

/** Offsets in `struct mmsghdr`, a `struct msghdr` followed by the received length; 64 bits. */
const header = { bytes: 64, name: 0, nameLength: 8, vector: 16, vectorLength: 24, flags: 48, received: 56 }
const vectorBytes = 16

/**
 * Memory of many messages for sendmmsg(2) and recvmmsg(2). The structures contain pointers to one another, which the
 * garbage collector does not see, so this class holds references to all of them.
 */
export class MessageVector {
  readonly headers: Buffer
  readonly messages: readonly Message[]
  private readonly nameBytes: number
  private readonly vectors: Buffer

  constructor(libc: Libc, { count, packetBytes, nameBytes }: VectorSize) {
    this.nameBytes = nameBytes
    this.headers = Buffer.alloc(count * header.bytes)
    this.vectors = Buffer.alloc(count * vectorBytes)
    const packets = Buffer.alloc(count * packetBytes)
    const names = Buffer.alloc(count * nameBytes)
    const [packetsAt, namesAt, vectorsAt] = [packets, names, this.vectors].map((memory) => libc.addressOf(memory))
    const at = (start: bigint | undefined, offset: number) => (start ?? 0n) + BigInt(offset)
    this.messages = Array.from({ length: count }, (_, index) => {
      const [start, vector] = [index * header.bytes, index * vectorBytes]
      this.headers.writeBigUInt64LE(at(namesAt, index * nameBytes), start + header.name)
      this.headers.writeUInt32LE(nameBytes, start + header.nameLength)
      this.headers.writeBigUInt64LE(at(vectorsAt, vector), start + header.vector)
      this.headers.writeBigUInt64LE(1n, start + header.vectorLength)
      this.vectors.writeBigUInt64LE(at(packetsAt, index * packetBytes), vector)
      this.vectors.writeBigUInt64LE(BigInt(packetBytes), vector + 8)
      return {
        bytes: packets.subarray(index * packetBytes, (index + 1) * packetBytes),
        name: names.subarray(index * nameBytes, (index + 1) * nameBytes),
      }
    })
  }

  /** Returns the headers from one message on. */
  from(index: number): Buffer {
    return index === 0 ? this.headers : this.headers.subarray(index * header.bytes)
  }

  /** Resets the length of each name, which the kernel overwrites. */
  makeRoom(): void {
    for (let index = 0; index < this.messages.length; index++) {
      this.headers.writeUInt32LE(this.nameBytes, index * header.bytes + header.nameLength)
    }
  }

  /** Limits a sent packet to its first bytes. */
  setSentBytes(index: number, bytes: number): void {
    this.vectors.writeUInt32LE(bytes, index * vectorBytes + 8)
  }

  receivedBytes = (index: number): number => this.headers.readUInt32LE(index * header.bytes + header.received)
  flags = (index: number): number => this.headers.readInt32LE(index * header.bytes + header.flags)
}
