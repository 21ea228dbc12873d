import { subIdentifierMax, subIdentifiersMax } from './oid.ts'

const dot = 0x2e
const zero = 0x30
const nine = 0x39

/**
 * Writes the name at the start of a recording's line, dotted decimal with or without a leading dot, as the content of
 * an OBJECT IDENTIFIER (X.690, section 8.19), which is never longer than the text. Returns its end; undefined if the
 * text is no name. A recording has hundreds of thousands of names, so nothing is allocated.
 */
export function writeName(octets: Uint8Array, at: number, text: Uint8Array, start: number, end: number) {
  let nameEnd = at
  let count = 0
  let first = 0
  let value = 0
  let digits = 0
  for (let i = text[start] === dot ? start + 1 : start; i <= end; i += 1) {
    const byte = i === end ? dot : (text[i] ?? 0)
    if (byte >= zero && byte <= nine) {
      value = value * 10 + byte - zero
      digits += 1
      continue
    }
    if (byte !== dot || digits === 0 || value > subIdentifierMax || count === subIdentifiersMax) return undefined
    // The first two sub-identifiers share an octet.
    if (count === 0) first = value
    else if (count > 1) nameEnd = writeSubIdentifier(octets, nameEnd, value)
    else if (first > 2 || (first < 2 && value > 39)) return undefined
    else nameEnd = writeSubIdentifier(octets, nameEnd, first * 40 + value)
    count += 1
    value = 0
    digits = 0
  }
  return count < 2 ? undefined : nameEnd
}

function writeSubIdentifier(octets: Uint8Array, at: number, value: number): number {
  let end = at + 1
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) end += 1
  let rest = value
  for (let i = end - 1; i >= at; i -= 1) {
    octets[i] = (i === end - 1 ? 0 : 0x80) | (rest % 128)
    rest = Math.floor(rest / 128)
  }
  return end
}
