import { dayMs } from '@rollcall/shared/durations.ts'
import { expect, test } from 'vitest'
import { bitsPerSecond, bytes, duration } from './amounts.ts'
import { relativeTime } from './time.tsx'
import { utcTime } from './time-format.ts'

test.each([
  [0, '0 B'],
  [1023, '1,023 B'],
  [1024, '1 KiB'],
  [1536 * 1024, '1.5 MiB'],
  [512e9, '476.8 GiB'],
  [Number.MAX_SAFE_INTEGER, '8 PiB'],
  [undefined, undefined],
])('%s bytes are %s', (count, words) => expect(bytes(count)).toBe(words))

test.each([
  [64_000, '64 kbit/s'],
  [1e8, '100 Mbit/s'],
  [2.5e9, '2.5 Gbit/s'],
  [0, undefined],
])('%s bit/s are %s', (count, words) => expect(bitsPerSecond(count)).toBe(words))

test.each([
  [0, 'just now'],
  [-59, 'just now'],
  [-90, '1m ago'],
  [-7200, '2h ago'],
  [-86_400 * 3, '3d ago'],
  [3600 * 5, 'in 5h'],
])('%d seconds from now is %s', (seconds, words) => expect(relativeTime(seconds * 1000, 0)).toBe(words))

test.each([
  [0, 'under 1s'],
  [499, 'under 1s'],
  [61_000, '1m 1s'],
  [59_600, '1m'],
  [3_600_000, '1h'],
  [90_061_000, '1d 1h'],
  [dayMs + 61_000, '1d'],
])('%d ms are %s', (ms, words) => expect(duration(ms)).toBe(words))

test('formats an exact time in UTC', () => expect(utcTime('2026-11-20T08:15:30.123Z')).toBe('2026-11-20 08:15:30 UTC'))
