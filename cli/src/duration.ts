import { InvalidArgumentError } from 'commander'

const seconds: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400 }

/** `90s`, `15m`, `1h`, `7d` as seconds. */
export function parseDuration(text: string): number {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  const factor = unit === undefined ? undefined : seconds[unit]
  if (count === undefined || factor === undefined) throw new InvalidArgumentError('write it as 90s, 15m, 1h or 7d.')
  return Number(count) * factor
}

/** A whole number from 1. */
export function parseCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('a whole number from 1.')
  return Number(text)
}
