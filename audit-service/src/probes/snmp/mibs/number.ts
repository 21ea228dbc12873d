import { asNumber, type Varbind } from '../varbind.ts'

/** A whole number that is exact; an Opaque may hold a fraction, infinity, or no number at all. */
export function asInteger(varbind: Varbind | undefined): number | undefined {
  const value = asNumber(varbind)
  return Number.isSafeInteger(value) ? value : undefined
}

/** A number that counts or measures; agents write negative ones for what they do not know. */
export function asNatural(varbind: Varbind | undefined): number | undefined {
  const value = asInteger(varbind)
  return value === undefined || value < 0 ? undefined : value
}
