/** An object identifier as its sub-identifiers, each 0 to 2^32-1 (RFC 2578, section 7.1.3). */
export type Oid = readonly number[]

export const subIdentifiersMax = 128
export const subIdentifierMax = 0xffff_ffff

/** Parses dotted decimal, with or without a leading dot; undefined if the text is no OID. */
export function parseOid(text: string): Oid | undefined {
  const parts = (text.startsWith('.') ? text.slice(1) : text).split('.')
  if (parts.length < 2 || parts.length > subIdentifiersMax) return undefined
  const oid: number[] = []
  for (const part of parts) {
    if (!/^\d{1,10}$/.test(part)) return undefined
    const value = Number(part)
    if (value > subIdentifierMax) return undefined
    oid.push(value)
  }
  return oid
}

/** Parses an OID literal of the source code; throws if it is none. */
export function oid(text: string): Oid {
  const parsed = parseOid(text)
  if (parsed === undefined) throw new TypeError(`not an object identifier: ${text}`)
  return parsed
}

export const formatOid = (value: Oid): string => value.join('.')

/** Compares lexicographically: negative if a comes first. */
export function compareOids(a: Oid, b: Oid): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i += 1) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

export function startsWith(value: Oid, prefix: Oid): boolean {
  if (value.length < prefix.length) return false
  // From the end, where siblings differ.
  for (let i = prefix.length - 1; i >= 0; i -= 1) if (value[i] !== prefix[i]) return false
  return true
}
