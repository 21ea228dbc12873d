import { expect, test } from 'vitest'
import { parseCount, parseDuration } from './duration.ts'
import { table } from './output.ts'

test('a table is as wide as its widest cells, and nothing from outside moves the cursor', () => {
  const rows = [
    ['10.0.0.1', 'switch\u001b[2J\r\n'],
    ['10.0.0.200', 'a'],
  ]
  expect(table(['Address', 'Name'], rows)).toBe('Address     Name\n10.0.0.1    switch [2J\n10.0.0.200  a')
})

test('a device that talks much pushes no other column away, and the last one is whole', () => {
  const long = 'x'.repeat(400)
  expect(table(['Model', 'Ports'], [[long, long]])).toBe(`Model${' '.repeat(45)}Ports\n${'x'.repeat(47)}…  ${long}`)
})

test('durations are seconds, whatever their unit', () => {
  expect(['90s', '15m', '1h', '7d'].map(parseDuration)).toEqual([90, 900, 3600, 604_800])
  for (const bad of ['', '1', 'h', '1.5h', '-1h', '1w']) expect(() => parseDuration(bad)).toThrow(/a duration such as/)
  expect(parseCount('500')).toBe(500)
  for (const bad of ['0', '-1', '1.5', 'x']) expect(() => parseCount(bad)).toThrow(/whole number/)
})
