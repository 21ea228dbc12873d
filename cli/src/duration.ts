import { InvalidArgumentError } from 'commander'

const seconds: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400 }

/** Parses `90s`, `15m`, `1h` or `7d` to seconds: at least a minute and at most a year. */
export function parseDuration(text: string): number {
  const [, count, unit = ''] = /^(\d{1,8})([smhd])$/.exec(text) ?? []
  const duration = Number(count) * (seconds[unit] ?? Number.NaN)
  if (duration >= 60 && duration <= 365 * 86_400) return duration
  throw new InvalidArgumentError('a duration from 1m to 365d, such as 90s, 15m, 1h or 7d.')
}

/** Parses an integer from 1. */
export function parseCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('a whole number from 1.')
  return Number(text)
}
