import { cleanText, normaliseMac } from '@rollcall/shared/inventory/normalise.ts'
import type { Varbind } from './varbind.ts'

const textMax = 512
/** The longest remainder of a UTF-8 character that was cut by a fixed-size field. */
const cutTailBytesMax = 3

/**
 * Returns the text of an octet string: UTF-8 (without a character cut at the end), otherwise GBK if all high octets
 * pair up as its common characters do, otherwise ISO 8859-1. Empty text is undefined. Never throws.
 */
export function asText(varbind: Varbind | undefined): string | undefined {
  if (varbind === undefined || !Buffer.isBuffer(varbind.value)) return undefined
  return decodeText(varbind.value) || undefined
}

export function decodeText(bytes: Buffer): string {
  const end = bytes.indexOf(0)
  // A C string in a fixed-size field: bytes after its end are random memory.
  const content = end >= 0 ? bytes.subarray(0, end) : bytes
  if (isPlain(content)) return content.toString('latin1').trim().slice(0, textMax)
  return cleanText(decodeUtf8(content) ?? decodeGbk(content) ?? content.toString('latin1'), textMax)
}

/** Returns true for printable ASCII, which nearly all device text is. */
export function isPlain(bytes: Buffer): boolean {
  for (let i = 0; i < bytes.length; i += 1) {
    const byte = bytes[i] ?? 0
    if (byte < 0x20 || byte > 0x7e) return false
  }
  return true
}

const utf8 = new TextDecoder('utf-8', { fatal: true })
const gbk = new TextDecoder('gbk', { fatal: true })

function decodeUtf8(bytes: Buffer): string | undefined {
  for (let cut = 0; cut <= cutTailBytesMax && cut < bytes.length; cut += 1) {
    const text = decoded(utf8, bytes.subarray(0, bytes.length - cut))
    if (text === undefined) continue
    if (cut === 0) return text
    const startsCharacter = (bytes[bytes.length - cut] ?? 0) >= 0xc0
    // One odd octet after plain ASCII is probably the last letter of ISO 8859-1 text.
    return startsCharacter && (cut > 1 || text.length < bytes.length - cut) ? text : undefined
  }
  return undefined
}

function decodeGbk(bytes: Buffer): string | undefined {
  let run = 0
  let high = 0
  for (const byte of bytes) {
    if (byte >= 0xa1) {
      run += 1
      high += 1
    } else if (byte >= 0x80 || run % 2 !== 0) return undefined
    else run = 0
  }
  if (high < 2) return undefined
  // An odd run at the end is a character cut by a fixed-size field.
  return decoded(gbk, run % 2 === 0 ? bytes : bytes.subarray(0, -1))
}

function decoded(decoder: typeof utf8, bytes: Buffer): string | undefined {
  try {
    return decoder.decode(bytes)
  } catch {
    return undefined
  }
}

/** Returns a MAC address from six octets or from text; undefined for anything else. */
export function asMac(varbind: Varbind | undefined): string | undefined {
  if (varbind === undefined || !Buffer.isBuffer(varbind.value)) return undefined
  const { value } = varbind
  return normaliseMac(value.length === 6 ? value.toString('hex') : value.toString('latin1'))
}
