import { asNumber, type Varbind } from '../varbind.ts'

/** Returns an exact integer; an Opaque may contain a fraction, infinity or NaN. */
export function asInteger(varbind: Varbind | undefined): number | undefined {
  const value = asNumber(varbind)
  return Number.isSafeInteger(value) ? value : undefined
}

/** Returns a non-negative count or measurement; agents write negative numbers for unknown values. */
export function asNatural(varbind: Varbind | undefined): number | undefined {
  const value = asInteger(varbind)
  return value === undefined || value < 0 ? undefined : value
}
