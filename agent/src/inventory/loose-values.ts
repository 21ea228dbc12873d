import { earliestYear } from '@rollcall/shared/inventory/earliest-year.ts'
import { textOrNone } from './text.ts'

/**
 * Getters for foreign JSON and property lists, where a field may be absent or of any type. A value of an unfitting type
 * counts as absent, so that one odd field costs only itself.
 */
export type Entry = { readonly [name: string]: unknown }

export const isEntry = (value: unknown): value is Entry =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Date) &&
  !Buffer.isBuffer(value)

/** Returns a trimmed text, or a number as text; undefined for an empty one. */
export function textIn(entry: Entry | undefined, name: string): string | undefined {
  const value = entry?.[name]
  return typeof value === 'string'
    ? textOrNone(value)
    : typeof value === 'number' && Number.isFinite(value)
      ? `${value}`
      : undefined
}

/** Returns a non-negative number, also one that was written as decimal digits. */
export function numberIn(entry: Entry | undefined, name: string): number | undefined {
  const text = textIn(entry, name)
  const number = text !== undefined && /^\d{1,16}(\.\d{1,9})?$/.test(text) ? Number(text) : undefined
  return number !== undefined && number <= Number.MAX_SAFE_INTEGER ? number : undefined
}

/** Returns the date as RFC 3339; undefined for one of an implausible year, which comes from a wrong clock. */
export function timeIn(entry: Entry | undefined, name: string): string | undefined {
  const value = entry?.[name]
  if (!(value instanceof Date)) return undefined
  const year = value.getUTCFullYear()
  return year >= earliestYear && year <= 2100 ? value.toISOString() : undefined
}

export function entryIn(entry: Entry | undefined, name: string): Entry | undefined {
  const value = entry?.[name]
  return isEntry(value) ? value : undefined
}

/** Returns the entries of a list. */
export function entriesIn(entry: Entry | undefined, name: string): Entry[] {
  const value = entry?.[name]
  return Array.isArray(value) ? value.filter(isEntry) : []
}

/** Returns the texts of a list. */
export function textsIn(entry: Entry | undefined, name: string): string[] {
  const value = entry?.[name]
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}
