import { cleanText } from '@rollcall/shared/inventory/normalise.ts'
import { optional } from '@rollcall/shared/optional.ts'
import type { WebPage } from '../banner/service-print.ts'

export type HttpAnswer = WebPage & {
  status: number
  location?: string
}

const valueMax = 256
const titleMax = 256
/** Header lines of one answer; further lines are ignored. */
const headerLinesMax = 100

/**
 * Parses the beginning of an HTTP response as devices write it: any line ends, odd headers, missing end. Returns
 * undefined if it is none.
 */
export function readAnswer(received: Buffer): HttpAnswer | undefined {
  // Title and realm are nearly always UTF-8 or ASCII; other bytes are replaced.
  const text = received.toString('utf8')
  const status = /^HTTP\/\d\.\d (\d{3})/.exec(text)?.[1]
  if (status === undefined) return undefined
  const end = text.search(/\r?\n\r?\n/)
  const head = end < 0 ? text : text.slice(0, end)
  const headers = new Map<string, string>()
  for (const line of head.split(/\r?\n/, headerLinesMax).slice(1)) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    if (colon > 0 && !headers.has(name)) headers.set(name, line.slice(colon + 1).trim())
  }
  const realm = /\brealm="((?:[^"\\]|\\.)*)"/i.exec(headers.get('www-authenticate') ?? '')?.[1]
  const found = {
    server: shown(headers.get('server'), valueMax),
    realm: shown(realm?.replace(/\\(.)/g, '$1'), valueMax),
    title: end < 0 ? undefined : titleOf(text.slice(end)),
    location: headers.get('location'),
  }
  return { status: Number(status), ...optional(found) }
}

/**
 * Returns the bytes after the headers. Chunks of a chunked body (RFC 9112, section 7.1) are joined as far as received.
 */
export function bodyOf(received: Buffer): Buffer {
  const text = received.toString('latin1')
  const end = /\r?\n\r?\n/.exec(text)
  if (end === null) return Buffer.alloc(0)
  let at = end.index + end[0].length
  if (!/^transfer-encoding:.*\bchunked\b/im.test(text.slice(0, at))) return received.subarray(at)
  const pieces: Buffer[] = []
  for (;;) {
    const size = /^([0-9a-f]{1,8})[^\n]*\n/i.exec(text.slice(at, at + 64))
    const length = Number.parseInt(size?.[1] ?? '0', 16)
    if (size === null || length === 0) return Buffer.concat(pieces)
    at += size[0].length
    pieces.push(received.subarray(at, at + length))
    // A line end follows each chunk.
    at += length + 2
  }
}

const titleTag = /<title(?:\s[^>]{0,200})?>([^<]{0,1000})/i
/** Returns true once the title is complete, or cannot follow any more. */
export const hasTitle = (received: Buffer): boolean => /<title[^<]{0,1200}<\//i.test(received.toString('latin1'))

const titleOf = (html: string): string | undefined => shown(plain(titleTag.exec(html)?.[1] ?? ''), titleMax)

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  reg: '®',
}

/** Decodes character references and collapses white space. */
const plain = (html: string): string =>
  html
    .replace(/&(?:#(\d{1,6})|([a-z]{2,4}));/gi, (whole, code?: string, name?: string) =>
      code === undefined ? (entities[name?.toLowerCase() ?? ''] ?? whole) : String.fromCodePoint(Number(code)),
    )
    .replace(/\s+/g, ' ')

const shown = (text: string | undefined, max: number) => (text && cleanText(text, max)) || undefined
