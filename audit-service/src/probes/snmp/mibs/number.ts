import { asNumber, type Varbind } from '../varbind.ts'

/** A number that counts or measures; agents write negative ones for what they do not know. */
export function asNatural(varbind: Varbind | undefined): number | undefined {
  const value = asNumber(varbind)
  return value === undefined || value < 0 ? undefined : value
}
