import { z } from 'zod'
import { cleanText, isClean, normaliseIp, normaliseMac } from './normalise.ts'
import { readTimestamp } from './timestamp.ts'

/**
 * Schema for device text of one or more lines. It accepts anything: control characters (except tab and newline) and
 * lone surrogates are replaced, invisible and bidirectional characters are removed, and the rest is trimmed and cut at
 * `max` characters. One odd field never costs the whole observation.
 */
export function deviceText(max: number) {
  return z.string().transform((value) => cleanText(value, max))
}

/** Schema for a device name, cleaned like other text and put on one line. */
export function deviceLine(max: number) {
  return z
    .string()
    .transform((value) => (isClean(value, max) ? value : cleanText(value.replace(/[\t\n\r]+/g, ' '), max)))
}

/** IEEE 802 MAC address: six lower-case octets with colons. */
export const macAddressSchema = z
  .string()
  .transform((value) => normaliseMac(value))
  .pipe(z.string('not a MAC address: six octets such as 00:1b:21:3c:9d:f8'))

/** IPv4 or IPv6 address in its canonical text form (RFC 5952), without a zone. */
export const ipAddressSchema = z
  .string()
  .transform((value) => normaliseIp(value))
  .pipe(z.string('not an IPv4 or IPv6 address'))

/** RFC 3339 date-time with an offset on input; UTC with milliseconds after parsing. */
export const timestampSchema = z
  .string()
  .transform((value, context) => {
    const read = readTimestamp(value)
    if ('time' in read) return read.time
    context.addIssue(read.problem)
    return z.NEVER
  })
  .meta({ type: 'string', format: 'date-time' })
