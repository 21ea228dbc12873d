import type { CustomFields, CustomValue } from '@rollcall/shared/api/device.ts'

const prefix = 'customFields.'

/** What the change log calls a custom field. */
export const customFieldRow = (key: string): string => `${prefix}${key}`

/** The key of a custom field by what the change log calls it; undefined for another field. */
export const customKeyOf = (field: string): string | undefined =>
  field.startsWith(prefix) ? field.slice(prefix.length) : undefined

/** A value for the change log, from which it can be read again; null where the device has none of this key. */
export function customValueText(fields: CustomFields, key: string): string | null {
  if (!Object.hasOwn(fields, key)) return null
  const value = fields[key]
  return typeof value === 'string' && jsonValueOf(value) === undefined ? value : JSON.stringify(value)
}

/** Text is text unless it reads as a value in JSON: one that would do so by itself was written in quotes. */
export const customValueOf = (text: string): CustomValue => jsonValueOf(text) ?? text

function jsonValueOf(text: string): CustomValue | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined
  } catch {
    return undefined
  }
}
