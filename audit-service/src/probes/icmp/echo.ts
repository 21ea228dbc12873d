import type { AddressFamily } from '@rollcall/shared/targets/address.ts'
import { checksum } from '../packets/checksum.ts'
import { type Filter, filterOf } from '../packets/filter.ts'
import { secretBytes } from '../packets/targets.ts'

/** Echo request and reply: ICMP (RFC 792), ICMPv6 (RFC 4443). */
export const echoTypes = { 4: { request: 8, reply: 0 }, 6: { request: 128, reply: 129 } } as const

const headerBytes = 8
export const echoBytes = headerBytes + secretBytes
/** Offsets of the identifier and the secret in requests and replies. */
export const identifierAt = 4
export const secretAt = headerBytes

/**
 * Completes a request that already contains its secret, except for the checksum of ICMPv6, which covers addresses.
 * `sequence` is the round.
 */
export function writeEchoRequest(packet: Buffer, family: AddressFamily, identifier: number, sequence: number): void {
  packet.writeUInt16BE(echoTypes[family].request << 8)
  packet.writeUInt16BE(0, 2)
  packet.writeUInt16BE(identifier, identifierAt)
  packet.writeUInt16BE(sequence, 6)
  if (family === 4) packet.writeUInt16BE(checksum(packet), 2)
}

/**
 * Returns the sequence of a reply; undefined for every other message, such as a router's error that quotes our request.
 * The kernel verifies the checksum of ICMPv6.
 */
export function sequenceOfReply(message: Buffer, family: AddressFamily): number | undefined {
  if (message.length !== echoBytes || message.readUInt16BE() !== echoTypes[family].reply << 8) return undefined
  return family === 4 && checksum(message) !== 0 ? undefined : message.readUInt16BE(6)
}

/** Returns a filter for replies with the identifier, as received by a raw socket. */
export function echoFilter(family: AddressFamily, identifier: number): Filter {
  const type = { offset: 0, bytes: 1, value: echoTypes[family].reply } as const
  const fields = [type, { offset: identifierAt, bytes: 2, value: identifier } as const]
  return filterOf(fields, family === 4 ? 'after-ipv4' : 'start')
}
