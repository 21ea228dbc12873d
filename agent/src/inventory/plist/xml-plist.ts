import { decodeXml } from '../text.ts'
import { BrokenPlistError, type PlistValue, plistDepthMax, plistValuesMax } from './plist-value.ts'

/** Parses an XML property list by Apple's PropertyList-1.0.dtd. Entities of a document type are not expanded. */
export function parseXmlPlist(xml: string): PlistValue {
  const reader = new Tokens(xml)
  if (reader.next().open !== 'plist') throw new BrokenPlistError('no plist element')
  return readValue(reader, reader.next(), 0)
}

type Token = { open?: string | undefined; close?: string | undefined; isEmpty?: boolean; cdata?: string }

function readValue(reader: Tokens, { open, isEmpty }: Token, depth: number): PlistValue {
  if (depth > plistDepthMax) throw new BrokenPlistError(`deeper than ${plistDepthMax}`)
  if (open === 'array') return isEmpty ? [] : readArray(reader, depth)
  if (open === 'dict') return isEmpty ? {} : readDictionary(reader, depth)
  if (open === undefined) throw new BrokenPlistError('a value is missing')
  const text = isEmpty ? '' : reader.text(open)
  if (open === 'true' || open === 'false') return open === 'true'
  if (open === 'integer' || open === 'real') return Number(text)
  if (open === 'date') return dateOf(text)
  if (open === 'data') return Buffer.from(text, 'base64')
  if (open === 'string') return text
  throw new BrokenPlistError(`element ${open}`)
}

function readArray(reader: Tokens, depth: number): PlistValue[] {
  const items: PlistValue[] = []
  for (;;) {
    const token = reader.next()
    if (token.close === 'array') return items
    items.push(readValue(reader, token, depth + 1))
  }
}

function readDictionary(reader: Tokens, depth: number): PlistValue {
  const entries: [string, PlistValue][] = []
  for (;;) {
    const token = reader.next()
    if (token.close === 'dict') return Object.fromEntries(entries)
    if (token.open !== 'key') throw new BrokenPlistError('a key is missing')
    const name = token.isEmpty ? '' : reader.text('key')
    entries.push([name, readValue(reader, reader.next(), depth + 1)])
  }
}

/** Reads tags and texts in one pass: each search starts where the last one ended. */
class Tokens {
  readonly #xml: string
  #at = 0
  #count = 0

  constructor(xml: string) {
    this.#xml = xml
  }

  /** Returns the next tag. */
  next(): Token {
    for (;;) {
      this.#textBefore('<')
      const token = this.#markup()
      if (token.cdata === undefined && (token.open ?? token.close) !== undefined) return token
    }
  }

  /** Returns the text up to the closing tag of an element without children. */
  text(element: string): string {
    let text = ''
    for (;;) {
      text += decodeXml(this.#textBefore('<'))
      const { cdata, open, close } = this.#markup()
      text += cdata ?? ''
      if (close === element) return text
      if (open !== undefined || close !== undefined) throw new BrokenPlistError(`${element} has no end`)
    }
  }

  /** Reads a tag or a CDATA section; returns an empty token for comments, instructions and the document type. */
  #markup(): Token {
    if (++this.#count > plistValuesMax * 3) throw new BrokenPlistError(`more than ${plistValuesMax} values`)
    if (this.#skip('!--')) {
      this.#textBefore('-->')
      return {}
    }
    if (this.#skip('![CDATA[')) return { cdata: this.#textBefore(']]>') }
    const tag = this.#textBefore('>')
    const [, slash, name, rest = ''] = /^(\/?)([a-z]+)\b(.*)$/s.exec(tag) ?? []
    if (slash) return { close: name }
    return { open: name, isEmpty: rest.endsWith('/') }
  }

  #skip(text: string): boolean {
    const isNext = this.#xml.startsWith(text, this.#at)
    if (isNext) this.#at += text.length
    return isNext
  }

  #textBefore(end: string): string {
    const at = this.#xml.indexOf(end, this.#at)
    if (at < 0) throw new BrokenPlistError('it ends early')
    const text = this.#xml.slice(this.#at, at)
    this.#at = at + end.length
    return text
  }
}

/** Returns null for an invalid date. */
function dateOf(text: string): Date | null {
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? null : date
}
