import { cleanText } from '@rollcall/shared/inventory/normalise.ts'

/** RFC 8010, section 3.5: delimiters below 0x10 begin a group of attributes; larger tags are types of values. */
const tags = { operation: 0x01, end: 0x03, charset: 0x47, language: 0x48, uri: 0x45, keyword: 0x44 }
const delimiterMax = 0x0f
const getPrinterAttributes = 0x000b
const attributesMax = 64
const textMax = 512

/** Returns a Get-Printer-Attributes request (RFC 8011, section 4.2.5). It only reads; nothing is printed. */
export function attributesRequest(printerUri: string, names: readonly string[]): Buffer {
  const [first = '', ...others] = names
  return Buffer.concat([
    // Version 1.1, which every printer accepts; operation; request id 1.
    Buffer.from([1, 1, 0, getPrinterAttributes, 0, 0, 0, 1, tags.operation]),
    attribute(tags.charset, 'attributes-charset', 'utf-8'),
    attribute(tags.language, 'attributes-natural-language', 'en'),
    attribute(tags.uri, 'printer-uri', printerUri),
    attribute(tags.keyword, 'requested-attributes', first),
    // A further value of the same attribute has an empty name.
    ...others.map((name) => attribute(tags.keyword, '', name)),
    Buffer.from([tags.end]),
  ])
}

const attribute = (tag: number, name: string, value: string) =>
  Buffer.concat([Buffer.from([tag]), counted(name), counted(value)])

function counted(text: string): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(Buffer.byteLength(text))
  return Buffer.concat([length, Buffer.from(text)])
}

/** Returns the first value of each attribute as text. Stops at the first malformed byte. */
export function readAttributes(message: Buffer): Map<string, string> {
  const found = new Map<string, string>()
  let at = 8
  while (at < message.length && found.size < attributesMax) {
    const tag = message[at] ?? tags.end
    at += 1
    if (tag === tags.end) break
    if (tag <= delimiterMax) continue
    const name = countedAt(message, at)
    const value = name && countedAt(message, name.end)
    if (value === undefined) break
    at = value.end
    const key = name?.bytes.toString('latin1') ?? ''
    if (key !== '' && !found.has(key)) found.set(key, cleanText(value.bytes.toString('utf8'), textMax))
  }
  return found
}

function countedAt(message: Buffer, at: number): { bytes: Buffer; end: number } | undefined {
  if (at + 2 > message.length) return undefined
  const end = at + 2 + message.readUInt16BE(at)
  return end > message.length ? undefined : { bytes: message.subarray(at + 2, end), end }
}
