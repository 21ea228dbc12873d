import { bitsPerSecond, bytes } from './amounts.ts'

/** Formats a value of the change log or a comparison in the unit of its field; other values stay as they are. */
export function readable(path: string | null, value: string | null): string | null {
  if (path === null || value === null || !/^\d+$/.test(value)) return value
  if (/bytes$/i.test(path)) return bytes(Number(value)) ?? value
  if (path.endsWith('Bps')) return bitsPerSecond(Number(value)) ?? value
  if (path.endsWith('Mhz')) return `${value} MHz`
  return value
}
