import { bitsPerSecond, bytes, measured } from './amounts.ts'
import { utcTime } from './time-format.ts'

/** Formats a value of the change log or a comparison in the unit of its field; other values stay as they are. */
export function formatValue(path: string | null, value: string | null): string | null {
  if (path === null || value === null) return value
  if (isFlag.test(path)) return flagWords[value] ?? value
  if (/(At|From|To)$/.test(path) && isTime.test(value)) return utcTime(value)
  if (!/^\d+$/.test(value)) return value
  if (/bytes$/i.test(path)) return bytes(Number(value)) ?? value
  if (path.endsWith('Bps')) return bitsPerSecond(Number(value)) ?? value
  if (path.endsWith('Mhz')) return `${value} MHz`
  if (path.endsWith('MilliwattHours')) return measured(Number(value) / 1000, 'Wh') ?? value
  return value
}

const isTime = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
/** Names of fields that are true or false. */
const isFlag = /\.(is[A-Z]\w*|needsRestart|connector)$/
const flagWords: Readonly<Record<string, string>> = { true: 'yes', false: 'no' }
