import type { AddressFamily } from '@rollcall/shared/targets/address.ts'
import { checksum } from '../packets/checksum.ts'
import { type Filter, filterOf } from '../packets/filter.ts'

/** A TCP header (RFC 9293) with one option, the maximum segment size, as in every SYN. */
export const synBytes = 24
export const checksumAt = 16

const flags = { syn: 0x02, reset: 0x04, ack: 0x10 }
const windowBytes = 64_240
const maximumSegmentSize = 0x0204_0000 | 1460

type Syn = { sourcePort: number; port: number; sequence: number; pseudoHeaderSum: number }

/** Writes a SYN. `pseudoHeaderSum` is 0 if the kernel sets the checksum. */
export function writeSyn(segment: Buffer, { sourcePort, port, sequence, pseudoHeaderSum }: Syn): void {
  segment.writeUInt16BE(sourcePort)
  segment.writeUInt16BE(port, 2)
  segment.writeUInt32BE(sequence, 4)
  segment.writeUInt32BE(0, 8)
  segment.writeUInt16BE(((synBytes / 4) << 12) | flags.syn, 12)
  segment.writeUInt16BE(windowBytes, 14)
  segment.writeUInt32BE(0, checksumAt)
  segment.writeUInt32BE(maximumSegmentSize, 20)
  if (pseudoHeaderSum !== 0) segment.writeUInt16BE(checksum(segment, pseudoHeaderSum), checksumAt)
}

/**
 * Parses an answer to our SYN: `sequence` is the one of the SYN. Returns undefined for other segments. The checksum is
 * ignored, because a machine with checksum offload sends itself segments without one.
 */
export function readAnswer(segment: Buffer): { port: number; sequence: number; open: boolean } | undefined {
  if (segment.length < 20) return undefined
  const said = segment.readUInt8(13)
  const [isReset, isOpen] = [(said & flags.reset) !== 0, (said & flags.syn) !== 0]
  if ((said & flags.ack) === 0 || isReset === isOpen) return undefined
  return { port: segment.readUInt16BE(), sequence: (segment.readUInt32BE(8) - 1) >>> 0, open: isOpen }
}

/** Sums the parts of the IPv4 header that TCP's checksum covers: both addresses, the protocol, the length. */
export function pseudoHeaderSum(source: number, destination: number): number {
  const sum = (source >>> 16) + (source & 0xffff) + (destination >>> 16) + (destination & 0xffff)
  return sum + 6 + synBytes
}

/** Returns a filter for segments to a port, as received by a raw socket. */
export function portFilter(family: AddressFamily, port: number): Filter {
  return filterOf([{ offset: 2, bytes: 2, value: port }], family === 4 ? 'after-ipv4' : 'start')
}
