import { AF_INET6, IPPROTO_ICMPV6, IPPROTO_IPV6, IPV6_MULTICAST_HOPS, SOCK_RAW } from '../packets/constants.ts'
import { filterOf, SKF_NET_OFF } from '../packets/filter.ts'
import type { Libc } from '../packets/libc.ts'
import type { Message } from '../packets/message-vector.ts'
import { openIpSocket, type PacketSocket } from '../packets/packet-socket.ts'
import { addressBytes } from '../packets/socket-name.ts'
import { createLinkQuestion } from './link-question.ts'
import type { LinkTarget } from './link-target.ts'
import { hostMac, macBytes } from './mac.ts'

/**
 * Neighbor discovery (RFC 4861): solicitation and advertisement, each with an address and the sender's hardware
 * address.
 */
const types = { solicitation: 135, advertisement: 136 }
const options = { sourceMac: 1, targetMac: 2 }
const targetAt = 8
const optionsAt = 24
const solicitationBytes = 32
/** Routers decrement the hop limit, so 255 proves that the sender is a neighbor (section 7.1). */
const hopLimit = 255
/** Offset of the hop limit in an IPv6 header. */
const hopLimitAt = 7

/** The solicited-node multicast address (RFC 4291, section 2.7.1) without its last three bytes. */
const solicitedNode = Buffer.from('ff0200000000000000000001ff000000', 'hex')

/** Opens a socket that receives neighbor advertisements. Needs CAP_NET_RAW. */
export function openNeighborSocket(libc: Libc): PacketSocket {
  const kind = { type: SOCK_RAW, protocol: IPPROTO_ICMPV6, packetBytes: solicitationBytes }
  const socket = openIpSocket(libc, 6, kind)
  socket.setOption(IPPROTO_IPV6, IPV6_MULTICAST_HOPS, hopLimit)
  const advertisement = { offset: 0, bytes: 1, value: types.advertisement } as const
  socket.attach(filterOf([advertisement, { offset: SKF_NET_OFF + hopLimitAt, bytes: 1, value: hopLimit }], 'start'))
  return socket
}

/** Creates a solicitation for each target. */
export const createNeighborQuestion = (targets: readonly LinkTarget[]) =>
  createLinkQuestion(targets, {
    write: writeSolicitation,
    addressOf: ({ bytes }) =>
      bytes.length >= optionsAt && bytes.readUInt16BE() === types.advertisement << 8
        ? bytes.subarray(targetAt, optionsAt)
        : undefined,
    macOf: ({ bytes }) => targetMac(bytes.subarray(optionsAt)),
  })

function writeSolicitation({ bytes, name }: Message, { address, link }: LinkTarget): void {
  const asked = addressBytes(address)
  name.fill(0)
  name.writeUInt16LE(AF_INET6)
  solicitedNode.copy(name, 8)
  asked.copy(name, 21, 13)
  name.writeUInt32LE(link.interfaceIndex, 24)
  bytes.fill(0)
  bytes.writeUInt8(types.solicitation)
  asked.copy(bytes, targetAt)
  bytes.writeUInt8(options.sourceMac, optionsAt)
  bytes.writeUInt8(1, optionsAt + 1)
  macBytes(link.macAddress).copy(bytes, optionsAt + 2)
}

/**
 * Returns the target's hardware address from the options of an advertisement. Each option has its length in units of
 * eight bytes.
 */
function targetMac(text: Buffer): string | undefined {
  for (let rest = text; rest.length >= 8; ) {
    const [type, units = 0] = rest
    if (units === 0) return undefined
    if (type === options.targetMac && units === 1) return hostMac(rest.subarray(2, 8))
    rest = rest.subarray(units * 8)
  }
  return undefined
}
