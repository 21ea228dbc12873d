import type { CustomFields, CustomValue } from '@rollcall/shared/api/device.ts'

const prefix = 'customFields.'

/** Name of a custom field in the change log. */
export const customFieldRow = (key: string): string => `${prefix}${key}`

/** Key of a custom field by its name in the change log; undefined for another field. */
export const customKeyOf = (field: string): string | undefined =>
  field.startsWith(prefix) ? field.slice(prefix.length) : undefined

/**
 * Converts a value to text for the change log, from which it can be read again; null if the device has none with this
 * key.
 */
export function customValueText(fields: CustomFields, key: string): string | null {
  if (!Object.hasOwn(fields, key)) return null
  const value = fields[key]
  return typeof value === 'string' && jsonValueOf(value) === undefined ? value : JSON.stringify(value)
}

/**
 * Converts text of the change log to a value. It is text unless it is valid JSON; text that is valid JSON by itself was
 * written in quotes.
 */
export const customValueOf = (text: string): CustomValue => jsonValueOf(text) ?? text

function jsonValueOf(text: string): CustomValue | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined
  } catch {
    return undefined
  }
}
