/** Constants of Linux's system calls, named as in its headers. */

export const AF_UNSPEC = 0
export const AF_INET = 2
export const AF_INET6 = 10
export const AF_PACKET = 17

export const SOCK_STREAM = 1
export const SOCK_DGRAM = 2
export const SOCK_RAW = 3
export const SOCK_CLOEXEC = 0o2000000

export const IPPROTO_ICMP = 1
export const IPPROTO_TCP = 6
export const IPPROTO_UDP = 17
export const IPPROTO_IPV6 = 41
export const IPPROTO_ICMPV6 = 58
/** EtherType of ARP (RFC 826). */
export const ETH_P_ARP = 0x0806
/** EtherType of IPv6 (RFC 2464). */
export const ETH_P_IPV6 = 0x86dd

export const SOL_SOCKET = 1
export const SO_SNDBUF = 7
export const SO_RCVBUF = 8
export const SO_SNDTIMEO = 21
export const SO_ATTACH_FILTER = 26
export const SO_SNDBUFFORCE = 32
export const SO_RCVBUFFORCE = 33
export const SO_MEMINFO = 55
/** Index in SO_MEMINFO. */
export const SK_MEMINFO_DROPS = 8

export const IPV6_CHECKSUM = 7
export const IPV6_MULTICAST_HOPS = 18

export const MSG_TRUNC = 0x20
export const MSG_DONTWAIT = 0x40
