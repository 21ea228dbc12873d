/**
 * Returns the digits of a MAC address or of a part of one, in lower case and without separators; undefined if the text
 * cannot be one. Groups may be separated as in `aa:bb:cc`, `aa-bb-cc`, `aabb.ccdd`, `aabb-ccdd`, `aabbcc-ddeeff` or
 * `aa bb cc`.
 */
export function macDigits(text: string): string | undefined {
  const written = text.trim().toLowerCase()
  if (!notations.some((notation) => notation.test(written))) return undefined
  const groups = written.split(/[:.\s-]/).filter(Boolean)
  // Some systems write `0:1b:21:3c:9d:f8`.
  const whole = groups.length === 6 ? groups.map((group) => group.padStart(2, '0')) : groups
  const digits = whole.join('')
  return digits.length < digitsMin || digits.length > 12 ? undefined : digits
}

/** A shorter part would be found in a large share of all addresses. */
const digitsMin = 4

/** Whole groups, of which the first and the last may be cut off. */
const cut = (separator: string, size: string) =>
  new RegExp(`^${separator}?[0-9a-f]${size}(${separator}[0-9a-f]${size})*${separator}?$`)
const notations = [
  /^[0-9a-f]+$/,
  cut(':', '{1,2}'),
  cut('-', '{1,2}'),
  cut('\\s', '{1,2}'),
  /^[0-9a-f]{0,4}(\.[0-9a-f]{4})*\.[0-9a-f]{0,4}$/,
  /^[0-9a-f]{0,4}(-[0-9a-f]{4})*-[0-9a-f]{0,4}$/,
  /^[0-9a-f]{1,6}-[0-9a-f]{1,6}$/,
]

/** Returns the common notations of a MAC address, which is given as `aa:bb:cc:dd:ee:ff`. */
export function macNotations(mac: string): string[] {
  const bare = mac.replaceAll(':', '')
  const [a, b, c] = [bare.slice(0, 4), bare.slice(4, 8), bare.slice(8)]
  const halves = `${bare.slice(0, 6)}-${bare.slice(6)}`
  return [mac, bare, mac.replaceAll(':', '-'), `${a}.${b}.${c}`, `${a}-${b}-${c}`, halves]
}
