import type { AddressFamily } from '@rollcall/shared/targets/address.ts'
import { IPPROTO_ICMP, IPPROTO_ICMPV6, SOCK_DGRAM, SOCK_RAW } from '../packets/constants.ts'
import type { Libc } from '../packets/libc.ts'
import { canOpen, openIpSocket, type PacketSocket } from '../packets/packet-socket.ts'
import { echoBytes, echoFilter } from './echo.ts'

/** `datagram`: a socket for ordinary users, if net.ipv4.ping_group_range permits; the kernel chooses the identifier. */
export type EchoAccess = 'raw' | 'datagram'

const protocols = { 4: IPPROTO_ICMP, 6: IPPROTO_ICMPV6 } as const

/** Opens a socket that receives the replies with the given identifier, or with one chosen by the kernel. */
export function openEchoSocket(
  libc: Libc,
  family: AddressFamily,
  access: EchoAccess,
  identifier: number,
): PacketSocket {
  const type = access === 'raw' ? SOCK_RAW : SOCK_DGRAM
  const socket = openIpSocket(libc, family, { type, protocol: protocols[family], packetBytes: echoBytes })
  if (access === 'raw') socket.attach(echoFilter(family, identifier))
  return socket
}

/**
 * Returns the best permitted access for echo requests; undefined if none is permitted, or the family has no address.
 */
export function echoAccess(libc: Libc, family: AddressFamily): EchoAccess | undefined {
  return (['raw', 'datagram'] as const).find((access) => canOpen(() => openEchoSocket(libc, family, access, 0)))
}
