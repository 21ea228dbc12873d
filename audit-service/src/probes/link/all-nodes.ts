import { randomBytes } from 'node:crypto'
import { echoBytes, echoTypes, identifierAt, secretAt, sequenceOfReply, writeEchoRequest } from '../icmp/echo.ts'
import { checksum } from '../packets/checksum.ts'
import { ETH_P_IPV6, IPPROTO_ICMPV6 } from '../packets/constants.ts'
import { filterOf } from '../packets/filter.ts'
import type { Libc } from '../packets/libc.ts'
import type { Message } from '../packets/message-vector.ts'
import type { PacketSocket } from '../packets/packet-socket.ts'
import { addressBytes, addressText } from '../packets/socket-name.ts'
import { secretBytes } from '../packets/targets.ts'
import { interfaceOf, openLinkSocket, senderMac, writeLinkName } from './link-socket.ts'
import type { Link } from './link-target.ts'
import { macBytes } from './mac.ts'

/** An IPv6 header (RFC 8200), followed by an ICMPv6 echo request or reply (RFC 4443). */
const headerBytes = 40
const packetBytes = headerBytes + echoBytes
const offsets = { payloadLength: 4, nextHeader: 6, hopLimit: 7, source: 8, destination: 24 }
const version = 0x60

/** The all-nodes address of a link (RFC 4291, section 2.7.1) and its Ethernet address (RFC 2464, section 7). */
const allNodes = addressBytes('ff02::1')
const allNodesMac = macBytes('33:33:00:00:00:01')

/** A host of the link that answered, with the hardware address that sent the answer. */
export type Node = { address: string; macAddress: string; rttMs: number }

/**
 * Opens a socket that sends whole IPv6 packets, because each must have our own address of its link as source, and
 * receives echo replies before this machine's firewall, which cannot relate an answer to a multicast request. Needs
 * CAP_NET_RAW.
 */
export function openAllNodesSocket(libc: Libc): PacketSocket {
  const icmp = { offset: offsets.nextHeader, bytes: 1, value: IPPROTO_ICMPV6 } as const
  const reply = { offset: headerBytes, bytes: 1, value: echoTypes[6].reply } as const
  return openLinkSocket(libc, { etherType: ETH_P_IPV6, packetBytes, filter: filterOf([icmp, reply], 'start') })
}

/**
 * Creates an echo request to all nodes of each link. All nodes see the same secret, so it proves only that an answer
 * came from the link, where a host could also claim other addresses by neighbor discovery.
 */
export function createAllNodesQuestion(links: readonly Link[], identifier: number, now = () => performance.now()) {
  const secret = randomBytes(secretBytes)
  /** Send times by round and link. */
  const sentAtMs: number[][] = []
  return {
    write: ({ bytes, name }: Message, link: Link, round: number): void => {
      writeLinkName(name, ETH_P_IPV6, link.interfaceIndex, allNodesMac)
      bytes.fill(0, 0, headerBytes)
      bytes.writeUInt8(version)
      bytes.writeUInt16BE(echoBytes, offsets.payloadLength)
      bytes.writeUInt8(IPPROTO_ICMPV6, offsets.nextHeader)
      bytes.writeUInt8(1, offsets.hopLimit)
      addressBytes(link.address).copy(bytes, offsets.source)
      allNodes.copy(bytes, offsets.destination)
      const request = bytes.subarray(headerBytes)
      secret.copy(request, secretAt)
      writeEchoRequest(request, 6, identifier, round)
      request.writeUInt16BE(echoChecksum(bytes), 2)
      sentAtMs[round] ??= []
      sentAtMs[round][links.indexOf(link)] = now()
    },
    read: (message: Message): Node | undefined => {
      // Ethernet may have padded it.
      const packet = message.bytes.subarray(0, packetBytes)
      if (packet.length < packetBytes || echoChecksum(packet) !== 0) return undefined
      if (packet.readUInt16BE(offsets.payloadLength) !== echoBytes) return undefined
      const reply = packet.subarray(headerBytes)
      const sequence = sequenceOfReply(reply, 6)
      if (sequence === undefined || reply.readUInt16BE(identifierAt) !== identifier) return undefined
      if (!reply.subarray(secretAt).equals(secret)) return undefined
      const to = addressText(packet.subarray(offsets.destination, headerBytes))
      const link = links.findIndex((each) => each.interfaceIndex === interfaceOf(message) && each.address === to)
      const rttMs = now() - (sentAtMs[sequence]?.[link] ?? Number.NaN)
      const macAddress = senderMac(message)
      if (Number.isNaN(rttMs) || macAddress === undefined) return undefined
      return { address: addressText(packet.subarray(offsets.source, offsets.destination)), macAddress, rttMs }
    },
  }
}

/**
 * Computes the checksum over both addresses and the message (RFC 4443, section 2.3); 0 for a packet with a valid
 * checksum.
 */
const echoChecksum = (packet: Buffer) => checksum(packet.subarray(offsets.source), echoBytes + IPPROTO_ICMPV6)
