import { type AddressFamily, formatAddress, formatIpv4, parseAddress } from '@rollcall/shared/targets/address.ts'
import { AF_INET, AF_INET6 } from './constants.ts'

/** Sizes of `struct sockaddr_in` and `struct sockaddr_in6` in bytes, by family. */
export const socketNameBytes = { 4: 16, 6: 28 } as const

/** The kernel's numbers of the address families. */
export const socketFamily = { 4: AF_INET, 6: AF_INET6 } as const

type OfFamily = { family: AddressFamily; addresses: readonly string[] }

/** Groups addresses by family, without empty groups. */
export function byFamily(addresses: readonly string[]): OfFamily[] {
  const families = ([4, 6] as const).map((family) => ({
    family,
    addresses: onlyThose(addresses, (address) => familyOf(address) === family),
  }))
  return families.filter((each) => each.addresses.length > 0)
}

/** Like `filter`, but returns the same array if all items stay: the lists of a fast sweep are long. */
export function onlyThose(addresses: readonly string[], isKept: (address: string) => boolean): readonly string[] {
  return addresses.every(isKept) ? addresses : addresses.filter(isKept)
}

export const familyOf = (address: string): AddressFamily => (address.includes(':') ? 6 : 4)

/** Writes the `struct sockaddr_in` or `struct sockaddr_in6` of an address in canonical text, with port 0. */
export function writeSocketName(names: Buffer, offset: number, address: string): void {
  if (familyOf(address) === 4) writeIpv4Name(names, offset, ipv4Value(address))
  else {
    names.writeUInt16LE(AF_INET6, offset)
    addressBytes(address).copy(names, offset + 8)
  }
}

/** Writes the `struct sockaddr_in` of an address, with port 0. */
export function writeIpv4Name(names: Buffer, offset: number, value: number): void {
  names.writeUInt32LE(AF_INET, offset)
  names.writeUInt32BE(value, offset + 4)
}

/** Returns the address of a `struct sockaddr_in` or `struct sockaddr_in6` in canonical text. */
export function addressOfName(name: Buffer): string {
  return name.readUInt16LE() === AF_INET ? formatIpv4(ipv4OfName(name)) : addressText(name.subarray(8, 24))
}

/** Returns the address of a `struct sockaddr_in` as a number. */
export const ipv4OfName = (name: Buffer): number => name.readUInt32BE(4)

/** Returns the four or sixteen bytes of an address in network order. */
export function addressBytes(address: string): Buffer {
  const bytes = Buffer.alloc(familyOf(address) === 4 ? 4 : 16)
  if (bytes.length === 4) bytes.writeUInt32BE(ipv4Value(address))
  else bytes.write((parseAddress(address)?.value ?? 0n).toString(16).padStart(32, '0'), 'hex')
  return bytes
}

/** Returns the canonical text of four or sixteen bytes. */
export function addressText(bytes: Buffer): string {
  return bytes.length === 4 ? formatIpv4(bytes.readUInt32BE()) : formatAddress(6, BigInt(`0x${bytes.toString('hex')}`))
}

/** Returns the number of a dotted quad; called very often by a sweep. */
export function ipv4Value(address: string): number {
  let [value, octet] = [0, 0]
  for (let index = 0; index < address.length; index++) {
    const digit = address.charCodeAt(index) - 48
    if (digit >= 0) octet = octet * 10 + digit
    else [value, octet] = [value * 256 + octet, 0]
  }
  return value * 256 + octet
}
