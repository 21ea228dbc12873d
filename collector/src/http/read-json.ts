import { DomainError } from '@rollcall/shared/errors.ts'
import type { Context as HonoContext } from 'hono'
import type { z } from 'zod'
import { refuseBrokenText } from './broken-text.ts'
import type { Environment } from './environment.ts'
import { refuseDeepJson, refuseDoubtfulNames } from './strict-json.ts'
import { parseBody } from './validation.ts'

/** 415 unless the body is declared as application/json, or where it may be one, as a merge patch (RFC 7396). */
export function requireJson(c: HonoContext<Environment>, mayBePatch = false): void {
  const type = c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase()
  const isPatch = mayBePatch && type === 'application/merge-patch+json'
  if (type !== 'application/json' && !isPatch) {
    throw new DomainError('unsupported_media_type', 'Send the body as application/json with that Content-Type.')
  }
}

/** 415 for a body that is compressed; where it may be, it is unpacked as it arrives (see `readSnapshotBody`). */
export function requireUncompressed(c: HonoContext<Environment>): void {
  const encoding = c.req.header('Content-Encoding')?.trim().toLowerCase() ?? 'identity'
  if (encoding !== 'identity') {
    throw new DomainError('unsupported_media_type', 'Send the body without a Content-Encoding.')
  }
}

/** The body of a route that is not declared with a validator; 415, 400 `malformed_json` or 400 `validation_failed`. */
export async function readJson<T extends z.ZodType>(c: HonoContext<Environment>, schema: T): Promise<z.output<T>> {
  requireJson(c)
  return parseBody(schema, parseStrictJson(await c.req.arrayBuffer()))
}

/** As JSON that leaves no doubt: UTF-8, every name once and none that is lost, not nested too deep, no broken text. */
export function parseStrictJson(bytes: ArrayBuffer | Uint8Array): unknown {
  const text = decode(bytes)
  const value = parseJson(text)
  refuseDoubtfulNames(text)
  if (brokenEscape.test(text)) refuseBrokenText(value)
  return value
}

/** What UTF-8 cannot have, JSON can hold by an escape only: U+0000, and surrogates, of which a pair is whole text. */
const brokenEscape = /\\u(?:0000|d[89a-f])/i

function decode(bytes: ArrayBuffer | Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new DomainError('malformed_json', 'The body is not UTF-8.')
  }
}

/** As JSON of a program that says what a device says, odd text and all: it is only not nested too deep. */
export function parseJson(text: string): unknown {
  refuseDeepJson(text)
  try {
    return JSON.parse(text)
  } catch {
    throw new DomainError('malformed_json', 'The body is not well-formed JSON.')
  }
}
