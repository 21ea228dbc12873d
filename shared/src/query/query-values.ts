import { readTimestamp } from '../inventory/timestamp.ts'
import { addressBits, formatAddress, parseAddress } from '../targets/address.ts'
import type { Field, FieldKind } from './fields.ts'
import type { Operator, Value } from './query.ts'
import { inQuotes, quoted } from './query-tokens.ts'

/** A value, or the reason that a text is none, as the end of the sentence "‘x’ is …". */
type ReadValue = { value: Value } | { problem: string }

/** A number that keeps its digits when it is written again. */
const decimal = /^-?\d{1,15}(?:\.\d{1,6})?$/

const sizes = ['B', 'KB', 'MB', 'GB', 'TB', 'PB']
const size = /^(\d{1,16}(?:\.\d{1,6})?) ?(?:([kmgtp])i?)?b?$/i

const periods: readonly [unit: string, spellings: readonly string[], ms: number][] = [
  ['d', ['d', 'day', 'days'], 86_400_000],
  ['h', ['h', 'hour', 'hours'], 3_600_000],
  ['min', ['min', 'minute', 'minutes'], 60_000],
  ['s', ['s', 'second', 'seconds'], 1_000],
  ['w', ['w', 'week', 'weeks'], 604_800_000],
]
const period = /^(\d{1,9}) ?([a-z]+) (ago|from now)$/i
/** A hundred years. */
const agoMax = 36_525 * 86_400_000

const readers: Record<FieldKind, (text: string, field: Field, operator: Operator) => ReadValue> = {
  text: (text) => ({ value: text }),
  version: (text) => ({ value: text }),
  choice(text, { choices }) {
    const chosen = choices?.find((choice) => choice.toLowerCase() === text.toLowerCase())
    if (!choices) return { value: text }
    return chosen === undefined ? { problem: `not one of its values: ${choices.join(', ')}` } : { value: chosen }
  },
  number: (text) => numberFrom(text) ?? { problem: 'not a number, such as 12' },
  percent: (text) => numberFrom(text.replace(/ ?%$/, '')) ?? { problem: 'not a percentage, such as 10%' },
  size(text) {
    const [, number, letter = ''] = size.exec(text) ?? []
    const value = Math.round(Number(number) * 1024 ** ' kmgtp'.indexOf(letter.toLowerCase() || ' '))
    return Number.isSafeInteger(value) ? { value } : { problem: 'not a size, such as 16 GB' }
  },
  time: (text) => timeFrom(text) ?? { problem: 'not a time, such as 14d ago, 2026-05-03 or 2026-05-03T10:00:00Z' },
  boolean: (text) => booleanFrom(text) ?? { problem: 'neither true nor false' },
  address(text, _, operator) {
    if (operator === '~') return { value: text }
    if (operator === 'in') return isBlock(text) ? { value: text } : { problem: 'not a block, such as 10.20.0.0/16' }
    const address = parseAddress(text)
    if (!address) return { problem: 'not an IP address, such as 10.20.30.40' }
    return { value: formatAddress(address.family, address.value) }
  },
  custom: (text) => numberFrom(text) ?? booleanFrom(text) ?? { value: text },
}

/** Reads the value of a condition. A custom field's value in quotes is text. */
export const readValue = (text: string, field: Field, operator: Operator, isQuoted: boolean): ReadValue =>
  isQuoted && field.kind === 'custom' ? { value: text } : readers[field.kind](text, field, operator)

/** Kinds whose values may have spaces without quotes, such as `16 GB` and `14 days ago`. */
export const hasWords = (kind: FieldKind): boolean => kind === 'size' || kind === 'time' || kind === 'percent'

/** Writes a value so that it is read back as the same. */
export function valueText(value: Value, kind: FieldKind): string {
  if (typeof value === 'object') return periodText(value.ago)
  if (kind === 'size' && typeof value === 'number') return sizeText(value)
  if (kind === 'percent') return `${value}%`
  if (typeof value !== 'string') return String(value)
  if (kind === 'time') return value.replace(/T00:00:00\.000Z$/, '').replace(/\.000Z$/, 'Z')
  const isTyped = kind === 'custom' && (numberFrom(value) ?? booleanFrom(value)) !== undefined
  return isTyped ? inQuotes(value) : quoted(value)
}

function sizeText(bytes: number): string {
  const fits = sizes.filter((_, at) => bytes > 0 && bytes % 1024 ** at === 0)
  return `${bytes / 1024 ** Math.max(0, fits.length - 1)} ${fits.at(-1) ?? 'B'}`
}

function periodText(ago: number): string {
  const length = Math.abs(ago)
  const [unit, , ms] = periods.find(([, , ms]) => length % ms === 0) ?? ['s', [], 1000]
  return `${Math.round(length / ms)}${unit} ${ago < 0 ? 'from now' : 'ago'}`
}

const numberFrom = (text: string) => (decimal.test(text) ? { value: Number(text) + 0 } : undefined)

function booleanFrom(text: string): { value: boolean } | undefined {
  if (/^(?:true|yes)$/i.test(text)) return { value: true }
  return /^(?:false|no)$/i.test(text) ? { value: false } : undefined
}

function timeFrom(text: string): ReadValue | undefined {
  const [, count, unit = '', direction = ''] = period.exec(text) ?? []
  if (count !== undefined) {
    const ms = periods.find(([, spellings]) => spellings.includes(unit.toLowerCase()))?.[2]
    const ago = Number(count) * (ms ?? Number.NaN)
    return ago <= agoMax ? { value: { ago: direction.toLowerCase() === 'ago' ? ago : -ago } } : undefined
  }
  const whole = /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text
  const read = readTimestamp(whole)
  return 'time' in read ? { value: read.time } : undefined
}

function isBlock(text: string): boolean {
  const [, address = '', length = ''] = /^([^/]*)\/(0|[1-9]\d{0,2})$/.exec(text) ?? []
  const parsed = parseAddress(address)
  return parsed !== undefined && Number(length) <= addressBits(parsed.family)
}
