/**
 * Text that both engines can store: PostgreSQL refuses U+0000, and neither stores a lone surrogate unchanged. Both
 * become U+FFFD, on write and in a comparison alike.
 */
export function storableText(value: string): string {
  return value.toWellFormed().replaceAll('\u0000', '\ufffd')
}

const instantPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/

/** Milliseconds since 1970 of an RFC 3339 date-time; a fraction finer than a millisecond is cut. */
export function instantToMs(value: string): number {
  const ms = instantPattern.test(value) ? Date.parse(value) : Number.NaN
  if (Number.isNaN(ms)) throw new TypeError(`not an RFC 3339 date-time with an offset: ${JSON.stringify(value)}`)
  return ms
}

/** Canonical form, such as `2026-11-20T08:15:30.123Z`. Drivers give 64-bit integers as number or as text. */
export function instantFromMs(ms: number | string): string {
  return new Date(Number(ms)).toISOString()
}

export function checkedUuid(value: string): string {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)) return value
  throw new TypeError(`not a UUID: ${JSON.stringify(value)}`)
}

/** The 16 octets of a UUID (RFC 9562). */
export function uuidToBytes(value: string): Buffer {
  return Buffer.from(checkedUuid(value).replaceAll('-', ''), 'hex')
}

/** A UUID in lower case from its octets. */
export function uuidFromBytes(value: Uint8Array): string {
  return asBuffer(value)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** The octets of a SHA-256 in hex. */
export function digestToBytes(value: string): Buffer {
  if (!/^[0-9a-f]{64}$/.test(value)) throw new TypeError(`not a SHA-256 in hex: ${JSON.stringify(value)}`)
  return Buffer.from(value, 'hex')
}

export function digestFromBytes(value: Uint8Array): string {
  return asBuffer(value).toString('hex')
}

export function asBuffer(value: Uint8Array): Buffer {
  return Buffer.isBuffer(value) ? value : Buffer.from(value.buffer, value.byteOffset, value.byteLength)
}

export function safeInteger(value: number): number {
  if (!Number.isSafeInteger(value)) throw new TypeError(`not a whole number within 53 bits: ${value}`)
  return value
}

export function finite(value: number): number {
  if (!Number.isFinite(value)) throw new TypeError(`not a finite number: ${value}`)
  return value
}
