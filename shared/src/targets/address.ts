import ipaddr from 'ipaddr.js'

export type AddressFamily = 4 | 6

/** An address as a number, so that ranges can be compared, merged and counted. */
export type Address = { family: AddressFamily; value: bigint }

/** Returns the number of bits of an address of the family. */
export const addressBits = (family: AddressFamily): number => (family === 4 ? 32 : 128)

const octet = '(?:0|[1-9]\\d?|1\\d\\d|2[0-4]\\d|25[0-5])'
const dottedQuad = new RegExp(`^${octet}(?:\\.${octet}){3}$`)

/**
 * Parses four plain decimal octets or RFC 4291 text without a zone. Leading zeros (octal to some programs), short forms
 * (`127.1`) and hexadecimal IPv4 are refused, because programs disagree on their meaning. An IPv4-mapped IPv6 address
 * is returned as the IPv4 address.
 */
export function parseAddress(text: string): Address | undefined {
  if (dottedQuad.test(text)) return { family: 4, value: toValue(ipaddr.IPv4.parse(text).toByteArray()) }
  if (!/^[0-9a-f:.]{2,45}$/i.test(text) || !text.includes(':')) return undefined
  const tail = text.slice(text.lastIndexOf(':') + 1)
  if (tail.includes('.') && !dottedQuad.test(tail)) return undefined
  if (!ipaddr.IPv6.isValid(text)) return undefined
  const address = ipaddr.IPv6.parse(text)
  if (address.isIPv4MappedAddress()) return { family: 4, value: toValue(address.toIPv4Address().toByteArray()) }
  return { family: 6, value: toValue(address.toByteArray()) }
}

/** Returns the dotted quad, or the canonical IPv6 text of RFC 5952. */
export function formatAddress(family: AddressFamily, value: bigint): string {
  if (family === 4) return formatIpv4(Number(value))
  const bytes = Array.from({ length: 16 }, (_, index) => Number((value >> BigInt(120 - index * 8)) & 0xffn))
  return ipaddr.fromByteArray(bytes).toString()
}

/** Returns the dotted quad of an unsigned 32-bit number. */
export function formatIpv4(value: number): string {
  return `${value >>> 24}.${(value >>> 16) & 255}.${(value >>> 8) & 255}.${value & 255}`
}

function toValue(bytes: number[]): bigint {
  return bytes.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n)
}
