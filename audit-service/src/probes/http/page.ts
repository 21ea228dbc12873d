import { cleanText } from '@rollcall/shared/inventory/normalise.ts'
import { optional } from '@rollcall/shared/optional.ts'
import type { WebPage } from '../banner/service-print.ts'
import { readHead } from './reply.ts'

export type HttpAnswer = WebPage & {
  status: number
  location?: string
}

const valueMax = 256
const titleMax = 256
/** Longest header in which a realm is searched. */
const realmHeaderMax = 1_024

/**
 * Parses the beginning of an HTTP response as devices write it: any line ends, odd headers, missing end. Returns
 * undefined if it is none.
 */
export function readAnswer(received: Buffer): HttpAnswer | undefined {
  const head = readHead(received)
  if (head?.protocol !== 'HTTP') return undefined
  const { status, headers, bodyAt } = head
  const found = {
    server: shown(headers.get('server'), valueMax),
    realm: shown(realmOf(headers.get('www-authenticate')), valueMax),
    title: bodyAt === undefined ? undefined : titleOf(received.toString('utf8', bodyAt)),
    location: headers.get('location'),
  }
  return { status, ...optional(found) }
}

/** Returns the realm of a WWW-Authenticate header (RFC 9110, section 11.6.1). */
export const realmOf = (header: string | undefined): string | undefined =>
  /\brealm="((?:[^"\\]|\\.)*)"/i.exec(header?.slice(0, realmHeaderMax) ?? '')?.[1]?.replace(/\\(.)/g, '$1')

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
