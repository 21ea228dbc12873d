import { AF_PACKET, SOCK_DGRAM } from '../packets/constants.ts'
import type { Filter } from '../packets/filter.ts'
import type { Libc } from '../packets/libc.ts'
import type { Message } from '../packets/message-vector.ts'
import { PacketSocket } from '../packets/packet-socket.ts'
import { hostMac } from './mac.ts'

/** Offsets in `struct sockaddr_ll`. */
const offsets = { etherType: 2, interfaceIndex: 4, macLength: 11, mac: 12 }
const nameBytes = 20
const macLength = 6

type LinkPackets = { etherType: number; packetBytes: number; filter: Filter }

/**
 * Opens a socket that sends packets of an EtherType on our links, and receives those that match the filter on every
 * interface. Needs CAP_NET_RAW.
 */
export function openLinkSocket(libc: Libc, { etherType, packetBytes, filter }: LinkPackets): PacketSocket {
  const protocol = swapped(etherType)
  const socket = new PacketSocket(libc, { family: AF_PACKET, type: SOCK_DGRAM, protocol, packetBytes, nameBytes })
  socket.attach(filter)
  return socket
}

/** Writes the destination of a packet: a hardware address, through one of our interfaces. */
export function writeLinkName(name: Buffer, etherType: number, interfaceIndex: number, mac: Buffer): void {
  name.fill(0)
  name.writeUInt16LE(AF_PACKET)
  name.writeUInt16BE(etherType, offsets.etherType)
  name.writeInt32LE(interfaceIndex, offsets.interfaceIndex)
  name.writeUInt8(macLength, offsets.macLength)
  mac.copy(name, offsets.mac)
}

/** Returns the index of the interface that received a packet. */
export const interfaceOf = ({ name }: Message): number => name.readInt32LE(offsets.interfaceIndex)

/** Returns the sender's hardware address; undefined if it cannot belong to a host. */
export const senderMac = ({ name }: Message): string | undefined =>
  name.readUInt8(offsets.macLength) === macLength
    ? hostMac(name.subarray(offsets.mac, offsets.mac + macLength))
    : undefined

/** Returns a 16-bit number in network byte order, as socket(2) requires. */
const swapped = (value: number) => ((value & 0xff) << 8) | (value >>> 8)
