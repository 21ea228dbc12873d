/** Keys of IEEE 1284 section 7.6, each in its long and short form. */
const keys = {
  manufacturer: ['MANUFACTURER', 'MFG'],
  model: ['MODEL', 'MDL'],
  serialNumber: ['SERIALNUMBER', 'SERN', 'SN'],
} as const

/** Parses `MFG:Example;MDL:LaserPrint 400;SN:X1;` to its fields. */
export function readDeviceId(text: string): { manufacturer?: string; model?: string; serialNumber?: string } {
  const values = new Map<string, string>()
  for (const part of text.split(';', 64)) {
    const colon = part.indexOf(':')
    if (colon > 0) values.set(part.slice(0, colon).trim().toUpperCase(), part.slice(colon + 1).trim())
  }
  return Object.fromEntries(
    Object.entries(keys).flatMap(([field, names]) => {
      const value = names.map((name) => values.get(name)).find((each) => each)
      return value === undefined ? [] : [[field, value]]
    }),
  )
}
