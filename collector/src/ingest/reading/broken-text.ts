import { invalidField, jsonPointer } from '@rollcall/shared/errors.ts'

/** Rejects U+0000 and unpaired surrogates: neither engine can store them unchanged. */
const isWhole = (text: string): boolean => text.isWellFormed() && !text.includes('\u0000')

const fault = 'must not hold U+0000 or half of a surrogate pair'

/** Refuses a JSON value with a name or text that cannot be stored unchanged. Not for deeply nested values. */
export function refuseBrokenText(value: unknown, path = ''): void {
  if (typeof value === 'string' && !isWhole(value)) throw invalidField(path, fault)
  if (typeof value !== 'object' || value === null) return
  for (const [name, each] of Object.entries(value)) {
    const pointer = path + jsonPointer([name.toWellFormed()])
    if (!isWhole(name)) throw invalidField(pointer, fault)
    refuseBrokenText(each, pointer)
  }
}

/**
 * Refuses a query or form (application/x-www-form-urlencoded) with a parameter that is not UTF-8 or cannot be stored
 * unchanged. Invalid UTF-8 would be read as something other than was meant.
 */
export function refuseBrokenParameters(text: string): void {
  for (const parameter of text.split('&')) {
    const [name = '', ...rest] = parameter.replaceAll('+', ' ').split('=')
    const decoded = decode(name)
    if (decoded === undefined) throw invalidField(name, 'is not percent-encoded UTF-8')
    const value = decode(rest.join('='))
    if (value === undefined) throw invalidField(decoded, 'is not percent-encoded UTF-8')
    if (!isWhole(decoded) || !isWhole(value)) throw invalidField(decoded.toWellFormed(), fault)
  }
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
