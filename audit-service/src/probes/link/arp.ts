import { ETH_P_ARP } from '../packets/constants.ts'
import { filterOf } from '../packets/filter.ts'
import type { Libc } from '../packets/libc.ts'
import type { Message } from '../packets/message-vector.ts'
import type { PacketSocket } from '../packets/packet-socket.ts'
import { addressBytes, addressText } from '../packets/socket-name.ts'
import { createLinkQuestion } from './link-question.ts'
import { interfaceOf, openLinkSocket, writeLinkName } from './link-socket.ts'
import type { LinkTarget } from './link-target.ts'
import { hostMac, macBytes } from './mac.ts'

/** An ARP packet of Ethernet and IPv4 (RFC 826). */
const arpBytes = 28
const ethernetIpv4 = Buffer.from([0, 1, 0x08, 0x00, 6, 4])
const operations = { request: 1, reply: 2 }
const offsets = { operation: 6, senderMac: 8, senderAddress: 14, targetMac: 18, targetAddress: 24 }

const broadcast = Buffer.alloc(6, 0xff)

/** Opens a socket that receives the ARP replies of every interface. Needs CAP_NET_RAW. */
export function openArpSocket(libc: Libc): PacketSocket {
  const filter = filterOf([{ offset: offsets.operation, bytes: 2, value: operations.reply }], 'start')
  return openLinkSocket(libc, { etherType: ETH_P_ARP, packetBytes: arpBytes, filter })
}

/**
 * Creates a broadcast "who has" request for each target. An answer counts only if it is addressed to us and arrives on
 * the link of the request.
 */
export const createArpQuestion = (targets: readonly LinkTarget[]) =>
  createLinkQuestion(targets, {
    write: writeRequest,
    addressOf: ({ bytes }) =>
      bytes.length >= arpBytes && bytes.subarray(0, ethernetIpv4.length).equals(ethernetIpv4)
        ? bytes.subarray(offsets.senderAddress, offsets.targetMac)
        : undefined,
    macOf: (message, { link }) => {
      const { bytes } = message
      if (interfaceOf(message) !== link.interfaceIndex) return undefined
      if (addressText(bytes.subarray(offsets.targetAddress, arpBytes)) !== link.address) return undefined
      return hostMac(bytes.subarray(offsets.senderMac, offsets.senderAddress))
    },
  })

function writeRequest({ bytes, name }: Message, { address, link }: LinkTarget): void {
  writeLinkName(name, ETH_P_ARP, link.interfaceIndex, broadcast)
  ethernetIpv4.copy(bytes)
  bytes.writeUInt16BE(operations.request, offsets.operation)
  macBytes(link.macAddress).copy(bytes, offsets.senderMac)
  addressBytes(link.address).copy(bytes, offsets.senderAddress)
  bytes.fill(0, offsets.targetMac, offsets.targetAddress)
  addressBytes(address).copy(bytes, offsets.targetAddress)
}
