import { isJunkSerial } from '@rollcall/shared/inventory/junk-serial.ts'

/** Placeholders that manufacturers leave in the fields of firmware, in lower case. */
const fillers = new Set([
  'default string',
  'default',
  'system manufacturer',
  'system product name',
  'system serial number',
  'system version',
  'system sku',
  'chassis manufacture',
  'chassis manufacturer',
  'chassis version',
  'chassis serial number',
  'base board manufacturer',
  'base board product name',
  'base board version',
  'base board serial number',
  'base board asset tag',
  'no asset tag',
  'no asset information',
  'not specified',
  'not available',
  'not applicable',
  'not settable',
  'not provided',
  'not present',
  'not installed',
  'not defined',
  'undefined',
  'n/a',
  'none',
  'null',
  'unknown',
  'empty',
  'invalid',
  'tbd',
  'o.e.m.',
  '<bad index>',
  '<out of spec>',
])

/** Numbered placeholders and sentences, in lower case without brackets. */
const patterns = [
  // SerNum01, A1_Manufacturer0, ModulePartNumber11, DIMM_A1_AssetTag
  /^(?:\w{1,16}_)?(?:ser(?:ial)?num(?:ber)?|(?:module)?(?:manufacturer|part ?num(?:ber)?)|asset ?tag(?:num)?)[ _]?\d{0,2}$/,
  // OEM, OEM Define 3, OEM_Define1
  /^oem(?:[ _]?(?:define|string))?[ _]?\d{0,2}$/,
  /^(?:to be )?fill(?:ed)? by o\.?e\.?m\b/,
  /^no (?:dimm|module|memory|enclosure|battery)\b/,
  // 00000000, XXXXXXXX, FFFF
  /^(.)\1{3,}$/,
]

const countedUp = '0123456789'.repeat(5)
const countedDown = '9876543210'.repeat(5)
const isCounted = (text: string): boolean =>
  text.length >= 8 && (countedUp.includes(text) || countedDown.includes(text))

/** Fields whose values identify a part. */
const identifying = new Set(['serialNumber', 'assetTag'])

function isFiller(key: string, value: string): boolean {
  const text = value.trim().toLowerCase()
  const bare = text.replace(/^\[(.*)\]$/, '$1').trim()
  // 000000-000
  const joined = bare.replace(/[\s-]/g, '')
  return (
    !/[\p{L}\p{N}]/u.test(text) ||
    fillers.has(bare) ||
    patterns.some((pattern) => pattern.test(bare)) ||
    /^0{4,}$/.test(joined) ||
    isCounted(joined) ||
    (identifying.has(key) && isJunkSerial(text))
  )
}

/** Returns the object without its values that are placeholders. */
export function withoutFillers<T extends object>(value: T): T {
  const values = { ...value }
  for (const key in values) {
    const text = values[key]
    if (typeof text === 'string' && isFiller(key, text)) delete values[key]
  }
  return values
}
