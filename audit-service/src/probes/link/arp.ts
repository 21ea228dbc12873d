import type { Question } from '../packets/ask-in-rounds.ts'
import { AF_PACKET, ETH_P_ARP, SOCK_DGRAM } from '../packets/constants.ts'
import { filterOf } from '../packets/filter.ts'
import type { Libc } from '../packets/libc.ts'
import { PacketSocket } from '../packets/packet-socket.ts'
import { addressBytes, addressText } from '../packets/socket-name.ts'
import type { LinkTarget, Neighbour } from './link-target.ts'
import { hostMac, macBytes } from './mac.ts'

/** An ARP packet of Ethernet and IPv4 (RFC 826). */
const arpBytes = 28
const ethernetIpv4 = Buffer.from([0, 1, 0x08, 0x00, 6, 4])
const operations = { request: 1, reply: 2 }
const offsets = { operation: 6, senderMac: 8, senderAddress: 14, targetMac: 18, targetAddress: 24 }

/** `struct sockaddr_ll`. */
const linkNameBytes = 20
const broadcast = Buffer.alloc(6, 0xff)

/** Gets the ARP replies of every interface. Needs CAP_NET_RAW. */
export function openArpSocket(libc: Libc): PacketSocket {
  const protocol = swapped(ETH_P_ARP)
  const sizes = { packetBytes: arpBytes, nameBytes: linkNameBytes }
  const socket = new PacketSocket(libc, { family: AF_PACKET, type: SOCK_DGRAM, protocol, ...sizes })
  socket.attach(filterOf([{ offset: offsets.operation, bytes: 2, value: operations.reply }], 'start'))
  return socket
}

/** "Who has" for each target, by broadcast. An answer is only what comes to us, on the link where we asked. */
export function createArpQuestion(targets: readonly LinkTarget[]): Omit<Question<Neighbour>, 'socket'> {
  const numbers = new Map(targets.map(({ address }, target) => [address, target]))
  return {
    write: ({ bytes, name }, number) => {
      const target = targets[number]
      if (target === undefined) return
      const { address, link } = target
      name.fill(0)
      name.writeUInt16LE(AF_PACKET)
      name.writeUInt16BE(ETH_P_ARP, 2)
      name.writeInt32LE(link.interfaceIndex, 4)
      name.writeUInt8(broadcast.length, 11)
      broadcast.copy(name, 12)
      ethernetIpv4.copy(bytes)
      bytes.writeUInt16BE(operations.request, offsets.operation)
      macBytes(link.macAddress).copy(bytes, offsets.senderMac)
      addressBytes(link.address).copy(bytes, offsets.senderAddress)
      bytes.fill(0, offsets.targetMac, offsets.targetAddress)
      addressBytes(address).copy(bytes, offsets.targetAddress)
    },
    read: ({ bytes, name }) => {
      if (bytes.length < arpBytes || !bytes.subarray(0, ethernetIpv4.length).equals(ethernetIpv4)) return undefined
      const number = numbers.get(addressText(bytes.subarray(offsets.senderAddress, offsets.targetMac)))
      const link = number === undefined ? undefined : targets[number]?.link
      if (number === undefined || link === undefined || name.readInt32LE(4) !== link.interfaceIndex) return undefined
      if (addressText(bytes.subarray(offsets.targetAddress, arpBytes)) !== link.address) return undefined
      const macAddress = hostMac(bytes.subarray(offsets.senderMac, offsets.senderAddress))
      return macAddress === undefined ? undefined : { target: number, macAddress }
    },
  }
}

/** A number of 16 bits in network order, as socket(2) takes it. */
const swapped = (value: number) => ((value & 0xff) << 8) | (value >>> 8)
