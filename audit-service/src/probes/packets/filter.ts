/** A program for SO_ATTACH_FILTER: an array of `struct sock_filter`. */
export type Filter = Buffer

/** Required value at an offset: one byte, or two in network order. */
type Field = { offset: number; bytes: 1 | 2; value: number }

/** Base of the offsets: the start of the received data, or the end of its IPv4 header. */
type Base = 'start' | 'after-ipv4'

/**
 * Added to an offset, it counts from the network header, even if a socket does not receive that header
 * (linux/filter.h).
 */
export const SKF_NET_OFF = -0x100000

/** Instructions of classic BPF (linux/bpf_common.h). */
const load = { start: { 1: 0x30, 2: 0x28 }, 'after-ipv4': { 1: 0x50, 2: 0x48 } }
const loadIpv4HeaderLength = 0xb1
const jumpIfEqual = 0x15
const accept = 0x06

export const instructionBytes = 8

/** Returns a filter for packets with all the fields; the kernel drops the others at no cost. */
export function filterOf(fields: readonly Field[], base: Base): Filter {
  const program: [code: number, ifTrue: number, ifFalse: number, value: number][] = []
  if (base === 'after-ipv4') program.push([loadIpv4HeaderLength, 0, 0, 0])
  const end = program.length + fields.length * 2
  for (const { offset, bytes, value } of fields) {
    program.push([load[base][bytes], 0, 0, offset])
    program.push([jumpIfEqual, 0, end - program.length, value])
  }
  program.push([accept, 0, 0, 0xffff], [accept, 0, 0, 0])
  const filter = Buffer.alloc(program.length * instructionBytes)
  for (const [index, [code, ifTrue, ifFalse, value]] of program.entries()) {
    const at = index * instructionBytes
    filter.writeUInt16LE(code, at)
    filter.writeUInt8(ifTrue, at + 2)
    filter.writeUInt8(ifFalse, at + 3)
    filter.writeUInt32LE(value >>> 0, at + 4)
  }
  return filter
}
