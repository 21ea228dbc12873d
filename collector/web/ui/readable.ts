import { bitsPerSecond, bytes } from './amounts.ts'

/** A value of the change log or of a comparison, in the unit that its field is counted in; all else as it is. */
export function readable(path: string | null, value: string | null): string | null {
  if (path === null || value === null || !/^\d+$/.test(value)) return value
  if (/bytes$/i.test(path)) return bytes(Number(value)) ?? value
  if (path.endsWith('Bps')) return bitsPerSecond(Number(value)) ?? value
  if (path.endsWith('Mhz')) return `${value} MHz`
  return value
}
