import { InvalidArgumentError } from 'commander'

const seconds: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400 }

/** Parses `90s`, `15m`, `1h` or `7d` to seconds. */
export function parseDuration(text: string): number {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  const factor = unit === undefined ? undefined : seconds[unit]
  if (count === undefined || factor === undefined)
    throw new InvalidArgumentError('a duration such as 90s, 15m, 1h or 7d.')
  return Number(count) * factor
}

/** Parses an integer from 1. */
export function parseCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('a whole number from 1.')
  return Number(text)
}
