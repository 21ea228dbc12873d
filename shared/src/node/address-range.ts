import ipaddr from 'ipaddr.js'

/** An address, or a CIDR block. */
export type AddressRange = {
  network: ipaddr.IPv4 | ipaddr.IPv6
  prefixLength: number
}

/** Parses an address or CIDR block. Returns the reason as a text if it is invalid: `is not …`. */
export function parseAddressRange(text: string): AddressRange | string {
  const form = 'is not an address or CIDR block such as 10.0.0.5, 10.0.0.0/8 or fd00::/8'
  const [address = '', bits, ...rest] = text.split('/')
  if (rest.length > 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits))) return form
  // `isValidFourPartDecimal` refuses 010.1 and similar forms, which programs read in different ways.
  if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !ipaddr.IPv6.isValid(address)) return form
  const network = ipaddr.parse(address)
  const isMapped = network instanceof ipaddr.IPv6 && network.isIPv4MappedAddress()
  if (isMapped) return 'is an IPv4 address written as IPv6; write it as IPv4'
  const bitsMax = network.kind() === 'ipv4' ? 32 : 128
  const prefixLength = bits === undefined ? bitsMax : Number(bits)
  if (prefixLength > bitsMax) return `has a prefix length above ${bitsMax}`
  return { network, prefixLength }
}

/** Returns true if the range contains the address. An IPv4-mapped IPv6 address counts as IPv4. */
export function isInRange({ network, prefixLength }: AddressRange, text: string): boolean {
  const address = ipaddr.process(text)
  return network.kind() === address.kind() && address.match(network, prefixLength)
}
