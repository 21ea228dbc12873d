import { isJunkSerial } from '@rollcall/shared/inventory/junk/serials.ts'

/** Other first words of the same manufacturer. */
const aliases: ReadonlyMap<string, string> = new Map([
  ['hewlett', 'hp'],
  ['hpe', 'hp'],
  ['international', 'ibm'],
  ['asustek', 'asus'],
  ['super', 'supermicro'],
  ['konicaminolta', 'konica'],
])

const junkManufacturers = new Set(['system manufacturer', 'oem', 'o.e.m.', 'manufacturer', 'empty', 'undefined'])

/**
 * The manufacturer as a key: SMBIOS, ENTITY-MIB and printers write `Dell Inc.`, `DELL` or `Hewlett-Packard` for the
 * same one, so that only the first word counts. Undefined for text that names no manufacturer.
 */
export function manufacturerKey(manufacturer: string): string | undefined {
  const text = manufacturer.trim().toLowerCase()
  if (isJunkSerial(text) || junkManufacturers.has(text)) return undefined
  const [word] = text.match(/[\p{L}\p{N}]+/u) ?? []
  return word === undefined ? undefined : (aliases.get(word) ?? word)
}
