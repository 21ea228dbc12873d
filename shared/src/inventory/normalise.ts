import ipaddr from 'ipaddr.js'

// Without zod: the agent has no memory for it.

/** ASCII without spaces around it. */
const plain = /^(?:[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)?$/

/** Returns whether text is in a safe form on one line already. Nearly all is, and this takes a tenth of the time. */
export const isClean = (value: string, max: number): boolean => value.length <= max && plain.test(value)

/**
 * Returns text of a device in a safe form: control characters (except tab and newline) and lone surrogates are replaced,
 * invisible and bidirectional characters are removed, and the rest is trimmed and cut at `max` characters.
 */
export function cleanText(value: string, max: number): string {
  if (isClean(value, max)) return value
  const printable = value
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: removing control characters is the purpose
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]/g, ' ')
    .replace(/\p{Cf}/gu, '')
  return [...printable.trim().slice(0, max * 2)].slice(0, max).join('')
}

/** Returns the colon form of a MAC address in any usual notation, or undefined if the text is not one. */
export function normaliseMac(text: string): string | undefined {
  const hex = text
    .trim()
    .toLowerCase()
    .replace(/[:.\s-]/g, '')
  if (!/^[0-9a-f]{12}$/.test(hex)) return undefined
  return hex.replace(/(..)(?=.)/g, '$1:')
}

const octet = '(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
/** Longer than any address with a zone. */
const addressCharsMax = 256
const canonicalIpv4 = new RegExp(`^${octet}(\\.${octet}){3}$`)

/**
 * Returns the canonical form of an address, without its zone and with IPv4-mapped IPv6 as IPv4; undefined if the text
 * is not an address.
 */
export function normaliseIp(text: string): string | undefined {
  // Nearly all addresses are canonical IPv4, and this path takes a tenth of the time.
  if (canonicalIpv4.test(text)) return text
  // The address patterns take quadratic time on a long text.
  if (text.length > addressCharsMax) return undefined
  const bare = text.trim().replace(/%.*$/, '')
  if (!ipaddr.IPv4.isValidFourPartDecimal(bare) && !ipaddr.IPv6.isValid(bare)) return undefined
  return ipaddr.process(bare).toString()
}
