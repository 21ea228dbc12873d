import type { Oid } from './oid.ts'

/**
 * The content of an OBJECT IDENTIFIER within a message, from `oidAt` to `oidEnd`. A walk compares thousands of them in
 * place, and decodes almost none.
 */
export type OidSpan = { readonly octets: Uint8Array; readonly oidAt: number; readonly oidEnd: number }

/** Returns the length in octets: the prefix to skip when comparing the indexes of objects below it. */
export const spanLength = ({ oidAt, oidEnd }: OidSpan): number => oidEnd - oidAt

/** Decodes a span whose octets were checked before. */
export function decodeSpan({ octets, oidAt, oidEnd }: OidSpan): Oid {
  // Some agents write zeroDotZero without content.
  if (oidAt === oidEnd) return [0, 0]
  const [first = 0, ...rest] = decodeSubIdentifiers(octets, oidAt, oidEnd)
  const root = first < 40 ? 0 : first < 80 ? 1 : 2
  return [root, first - root * 40, ...rest]
}

/** Returns the sub-identifiers after the first `skip` octets: the index of a row, after its column. */
export const decodeTail = ({ octets, oidAt, oidEnd }: OidSpan, skip: number): Oid =>
  decodeSubIdentifiers(octets, oidAt + skip, oidEnd)

function decodeSubIdentifiers(octets: Uint8Array, at: number, end: number): number[] {
  let count = 0
  for (let i = at; i < end; i += 1) if ((octets[i] ?? 0) < 0x80) count += 1
  // An array of its final length: an array that grows takes several times the memory.
  const values: number[] = new Array(count)
  let value = 0
  let place = 0
  for (let i = at; i < end; i += 1) {
    const octet = octets[i] ?? 0
    value = value * 128 + (octet & 0x7f)
    if (octet >= 0x80) continue
    values[place] = value
    place += 1
    value = 0
  }
  return values
}

/** Compares two spans lexicographically after the first `aSkip` and `bSkip` octets: negative if a comes first. */
export function compareSpans(a: OidSpan, aSkip: number, b: OidSpan, bSkip: number): number {
  const aAt = a.oidAt + aSkip
  const bAt = b.oidAt + bSkip
  const length = Math.min(a.oidEnd - aAt, b.oidEnd - bAt)
  let same = 0
  while (same < length && a.octets[aAt + same] === b.octets[bAt + same]) same += 1
  if (same === length) return a.oidEnd - aAt - (b.oidEnd - bAt)
  // A sub-identifier with more octets is larger: compare the whole one that differs.
  while (same > 0 && (a.octets[aAt + same - 1] ?? 0) >= 0x80) same -= 1
  return subIdentifierAt(a.octets, aAt + same) - subIdentifierAt(b.octets, bAt + same)
}

function subIdentifierAt(octets: Uint8Array, at: number): number {
  let value = 0
  for (let i = at; ; i += 1) {
    const octet = octets[i] ?? 0
    value = value * 128 + (octet & 0x7f)
    if (octet < 0x80) return value
  }
}

/** Returns true if the span is below the prefix. Sub-identifiers are self-delimiting, so equal octets are enough. */
export function isUnder(span: OidSpan, prefix: OidSpan): boolean {
  const length = spanLength(prefix)
  if (spanLength(span) < length) return false
  // From the end, where siblings differ.
  for (let i = length - 1; i >= 0; i -= 1) {
    if (span.octets[span.oidAt + i] !== prefix.octets[prefix.oidAt + i]) return false
  }
  return true
}
