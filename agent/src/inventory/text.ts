import { parseJson } from '@rollcall/shared/node/parse-json.ts'

/** Returns the lines of a text without line ends; an empty last one is dropped. */
export const linesOf = (text: string): string[] => (text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/))

/** Compares by code unit: the same order on every machine and in every locale. */
export const byText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)

/** Parses a non-negative decimal integer; undefined for any other text. */
export function parseInteger(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text.trim()) ? Number(text) : undefined
}

/** Converts seconds since 1970 to RFC 3339; undefined for a time before 1970 or after 2100. */
export function timeOfSeconds(text: string | undefined): string | undefined {
  const seconds = Number(text)
  return text && seconds > 0 && seconds < 4_102_444_800 ? new Date(Math.floor(seconds) * 1000).toISOString() : undefined
}

/** Returns the trimmed text, or undefined if it is empty. */
export const textOrNone = (text: string | undefined): string | undefined => text?.trim() || undefined

/** Parses the JSON that a program printed; throws if it is none, without a word of the text. */
export function parseOutput(text: string, program: string): unknown {
  const value = parseJson(text)
  if (value === undefined) throw new Error(`${program} printed no JSON`)
  return value
}

/** Converts a date in text to RFC 3339; undefined for one that is unreadable, before 1970 or after 2100. */
export function timeOfText(text: string | undefined): string | undefined {
  return text === undefined ? undefined : timeOfSeconds(`${Date.parse(text) / 1000}`)
}

const entities = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

/** Decodes the named and numeric entities of XML. */
export const decodeXml = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{1,8}));/gi, (whole, ten, hex, name) => {
    if (name !== undefined) return entities.get(name) ?? whole
    const code = ten === undefined ? Number.parseInt(hex, 16) : Number(ten)
    return code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : whole
  })
