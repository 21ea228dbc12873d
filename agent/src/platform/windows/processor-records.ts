import { BlockReader, BrokenBlockError } from './memory-block.ts'

/** Cores and threads of one socket. */
type Socket = { cores: number; threads: number }

const relation = { core: 0, socket: 3 }
const maskBytes = 16

type Mask = { group: number; bits: bigint }

/** Decodes records of SYSTEM_LOGICAL_PROCESSOR_INFORMATION_EX (winnt.h) into sockets. */
export function decodeProcessors(bytes: Buffer): Socket[] {
  const block = { address: 0n, bytes }
  const cores: Mask[][] = []
  const sockets: Mask[][] = []
  for (let start = 0; start < bytes.length; ) {
    const record = new BlockReader(block, start)
    const size = record.u32(4)
    if (size < 8) throw new BrokenBlockError(`a record of ${size} bytes`)
    // Its end must be there too.
    record.bytes(0, size)
    const kind = record.u32(0)
    if (kind === relation.core) cores.push(masksOf(record))
    if (kind === relation.socket) sockets.push(masksOf(record))
    start += size
  }
  return sockets.map((socket) => ({
    cores: cores.filter((core) => core.some((mask) => isWithin(mask, socket))).length,
    threads: socket.reduce((sum, { bits }) => sum + onesOf(bits), 0),
  }))
}

/** Reads the GROUP_AFFINITY items of a PROCESSOR_RELATIONSHIP. */
function masksOf(record: BlockReader): Mask[] {
  return Array.from({ length: record.u16(30) }, (_, index) => ({
    bits: record.u64(32 + index * maskBytes),
    group: record.u16(40 + index * maskBytes),
  }))
}

const isWithin = (mask: Mask, socket: Mask[]): boolean =>
  socket.some(({ group, bits }) => group === mask.group && (bits & mask.bits) !== 0n)

const onesOf = (bits: bigint): number => bits.toString(2).replaceAll('0', '').length
