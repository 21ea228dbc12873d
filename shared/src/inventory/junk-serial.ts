/**
 * Placeholders that manufacturers, firmware and drivers write instead of a serial number. Compared in lower case and
 * trimmed.
 */
const junkSerials: ReadonlySet<string> = new Set([
  '',
  'n/a',
  'none',
  'unknown',
  'unknow',
  'invalid',
  'eval',
  'iatpass',
  'default string',
  'not specified',
  'not present',
  'not available',
  'not installed',
  'null',
  '(null string)',
  'to be filled by o.e.m.',
  'system serial number',
  'systemserialnumb',
  'oem_serial',
  'chassis serial number',
  'no asset tag',
  '0',
  '1',
  '0123456789',
  '123456789000',
  '12345678901234567',
  'sys-1234567890',
  'sys-9876543210',
  'sn-12345',
  'sn-1234567890',
  'mb-1234567890',
  'sn-123456fvgv3i0b8o5n6n7k',
  'serial number xxxxxx',
  'tulip computers',
  '<bad index>',
  '<out of spec>',
])

/** Returns true if a serial number or an asset tag identifies nothing. */
export function isJunkSerial(serial: string): boolean {
  const value = serial.trim().toLowerCase()
  return (
    junkSerials.has(value) ||
    isRepeatedCharacter(value) ||
    isCountingRun(value) ||
    isVersion(value) ||
    value.endsWith('tag#') ||
    value.endsWith('sku#') ||
    !/[\p{L}\p{N}]/u.test(value)
  )
}

/** Returns true for placeholder text in a manufacturer or model field. */
export const isPlaceholder = (text: string): boolean => junkSerials.has(text.trim().toLowerCase())

const isRepeatedCharacter = (value: string) => /^(.)\1*$/.test(value)

/** Matches 12345 to 1234567890. */
const isCountingRun = (value: string) => value.length >= 5 && '1234567890'.startsWith(value)

/** Matches `1.0` or `1.2.3` as the whole value. */
const isVersion = (value: string) => /^\d+(\.\d+)+$/.test(value)
