import { counted as countedAs } from '@rollcall/shared/counted.ts'

const sizes = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB']
const one = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

export function bytes(count: number | undefined): string | undefined {
  if (count === undefined) return undefined
  const at = count < 1 ? 0 : Math.min(Math.floor(Math.log2(count) / 10), sizes.length - 1)
  return `${one.format(count / 1024 ** at)} ${sizes[at]}`
}

/** Formats a measured value with its unit. A missing value shows nothing; zero is shown. */
export const measured = (value: number | undefined, unit: string): string | undefined =>
  value === undefined ? undefined : `${one.format(value)} ${unit}`

/** Formats a link speed in decimal units, as the standards do. */
export function bitsPerSecond(count: number | undefined): string | undefined {
  if (count === undefined || count === 0) return undefined
  const [unit, size] = count >= 1e9 ? ['Gbit/s', 1e9] : count >= 1e6 ? ['Mbit/s', 1e6] : (['kbit/s', 1e3] as const)
  return `${one.format(count / (size as number))} ${unit}`
}

const lengths: [unit: string, seconds: number][] = [
  ['d', 86_400],
  ['h', 3_600],
  ['m', 60],
  ['s', 1],
]

/** Formats a duration in its two largest units: `1h 5m`. */
export function duration(ms: number): string {
  let seconds = Math.max(0, Math.round(ms / 1000))
  const parts = lengths.flatMap(([unit, size]) => {
    const count = Math.floor(seconds / size)
    seconds -= count * size
    return [{ unit, count }]
  })
  const from = parts.findIndex(({ count }) => count > 0)
  if (from === -1) return 'under 1s'
  return parts
    .slice(from, from + 2)
    .filter(({ count }) => count > 0)
    .map(({ unit, count }) => `${count}${unit}`)
    .join(' ')
}

const whole = new Intl.NumberFormat('en')

/** Formats a number: `1,048,576`. */
export const count = (number: number | bigint): string => whole.format(number)

/** Writes a number with its noun: `1 device`, `2,000 devices`. The plural has an s unless it is given. */
export const counted = (number: number, one: string, many?: string): string => countedAs(number, one, many, count)

/** Writes the first of some names, and the number of the others: `pc-1, pc-2 and 3 more`. */
export function firstNames(names: readonly string[], max: number): string {
  const more = names.length - max
  return `${names.slice(0, max).join(', ')}${more > 0 ? ` and ${count(more)} more` : ''}`
}
