import type { Libc } from './libc.ts'

/** One packet, and the socket address it goes to or came from. */
export type Message = { bytes: Buffer; name: Buffer }

type VectorSize = { count: number; packetBytes: number; nameBytes: number }

/** Offsets in `struct mmsghdr`, which is a `struct msghdr` and the length of what was received; 64 bits. */
const header = { bytes: 64, name: 0, nameLength: 8, vector: 16, vectorLength: 24, flags: 48, received: 56 }
const vectorBytes = 16

/**
 * The memory of many messages, as sendmmsg(2) and recvmmsg(2) take it. The structures point at one another by
 * addresses, of which the garbage collector knows nothing: so this holds on to all of it.
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

  /** The headers from one message on. */
  from(index: number): Buffer {
    return index === 0 ? this.headers : this.headers.subarray(index * header.bytes)
  }

  /** The kernel writes the length of each name that it gives over the room there is. */
  makeRoom(): void {
    for (let index = 0; index < this.messages.length; index++) {
      this.headers.writeUInt32LE(this.nameBytes, index * header.bytes + header.nameLength)
    }
  }

  /** Sends no more of a packet than its first octets. */
  setSentBytes(index: number, bytes: number): void {
    this.vectors.writeUInt32LE(bytes, index * vectorBytes + 8)
  }

  receivedBytes = (index: number): number => this.headers.readUInt32LE(index * header.bytes + header.received)
  flags = (index: number): number => this.headers.readInt32LE(index * header.bytes + header.flags)
}
