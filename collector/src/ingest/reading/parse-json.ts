import { DomainError } from '@rollcall/shared/errors.ts'
import { type JsonBounds, scanJson } from '@rollcall/shared/node/json-bounds.ts'
import { refuseBrokenText } from './broken-text.ts'
import { refuseDoubtfulNames } from './duplicate-names.ts'

/**
 * Bounds of the bodies that the API's routes parse, on the main thread. The longest lists are the 10,000 addresses of a
 * segment, and what is written of a device: larger documents are for `POST /api/v1/imports`, which a thread reads.
 */
export const requestBounds: JsonBounds = {
  valuesMax: 40_000,
  containersMax: 10_000,
  membersMax: 1_000,
  itemsMax: 20_000,
  depthMax: 64,
}

/** Parses the JSON of a caller within the bounds; text that could be read in two ways is refused. */
export function parseRequestJson(bytes: ArrayBuffer): unknown {
  scanJson(new Uint8Array(bytes), requestBounds)
  return parseStrictJson(bytes)
}

/** As JSON that leaves no doubt: UTF-8, every name once and none that is lost, no broken text. Bounded before. */
export function parseStrictJson(bytes: ArrayBuffer | Uint8Array): unknown {
  const text = decode(bytes)
  const value = parseText(text)
  refuseDoubtfulNames(text)
  if (brokenEscape.test(text)) refuseBrokenText(value)
  return value
}

/** As JSON of a program that says what a device says, odd text and all. Bounded before. */
export const parseJson = (bytes: Buffer): unknown => parseText(bytes.toString('utf8'))

/** What UTF-8 cannot have, JSON can hold by an escape only: U+0000, and surrogates, of which a pair is whole text. */
const brokenEscape = /\\u(?:0000|d[89a-f])/i

function decode(bytes: ArrayBuffer | Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new DomainError('malformed_json', 'The body is not UTF-8.')
  }
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new DomainError('malformed_json', 'The body is not well-formed JSON.')
  }
}
