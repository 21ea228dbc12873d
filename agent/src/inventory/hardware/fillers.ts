import { isFiller } from '@rollcall/shared/inventory/junk/fillers.ts'
import { isJunkSerial } from '@rollcall/shared/inventory/junk/serials.ts'

/** Fields whose values identify a part. */
const identifying = new Set(['serialNumber', 'assetTag'])

/** Returns the object without its values that are placeholders of firmware. */
export function withoutFillers<T extends object>(value: T): T {
  const values = { ...value }
  for (const key in values) {
    const text = values[key]
    if (typeof text !== 'string') continue
    if (identifying.has(key) ? isJunkSerial(text) : isFiller(text)) delete values[key]
  }
  return values
}
