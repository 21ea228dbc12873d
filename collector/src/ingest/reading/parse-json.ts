import { DomainError } from '@rollcall/shared/errors.ts'
import { type JsonBounds, scanJson } from '@rollcall/shared/node/json-bounds.ts'
import { refuseBrokenText } from './broken-text.ts'
import { refuseDoubtfulNames } from './duplicate-names.ts'

/**
 * Limits for bodies that the API's routes parse on the main thread. The largest are the 10,000 addresses of a segment
 * and a device written by hand. Larger documents go to `POST /api/v1/imports`, which a thread reads.
 */
const requestBounds: JsonBounds = {
  valuesMax: 40_000,
  containersMax: 10_000,
  membersMax: 1_000,
  itemsMax: 20_000,
  depthMax: 64,
}

/** Parses a caller's JSON within the limits. Refuses text that could be read in two ways. */
export function parseRequestJson(bytes: ArrayBuffer): unknown {
  scanJson(new Uint8Array(bytes), requestBounds)
  return parseStrictJson(bytes)
}

/** Parses unambiguous JSON: UTF-8, unique names, no lost names and no broken text. The limits are checked before. */
export function parseStrictJson(bytes: ArrayBuffer | Uint8Array): unknown {
  const text = decode(bytes)
  const value = parseText(text)
  refuseDoubtfulNames(text)
  if (brokenEscape.test(text)) refuseBrokenText(value)
  return value
}

/** Parses JSON of a program that repeats a device's values, odd text included. The limits are checked before. */
export const parseJson = (bytes: Buffer): unknown => parseText(bytes.toString('utf8'))

/**
 * Escapes are the only form in which JSON can hold text that UTF-8 cannot: U+0000 and surrogates. A pair of surrogates
 * is valid text.
 */
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
