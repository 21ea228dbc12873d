/** Placeholders that manufacturers leave in SMBIOS fields; they count as no value. */
const fillers = new Set([
  'to be filled by o.e.m.',
  'default string',
  'system manufacturer',
  'system product name',
  'system serial number',
  'system version',
  'chassis serial number',
  'base board serial number',
  'asset tag',
  'no asset tag',
  'no asset information',
  'not specified',
  'not available',
  'not applicable',
  'n/a',
  'none',
  'unknown',
  'o.e.m.',
  'oem',
  'invalid',
])

/** Returns the object without its values that are placeholders. */
export function withoutFillers<T extends object>(value: T): T {
  const values = { ...value }
  for (const key in values) {
    const text = values[key]
    if (typeof text === 'string' && fillers.has(text.trim().toLowerCase())) delete values[key]
  }
  return values
}
