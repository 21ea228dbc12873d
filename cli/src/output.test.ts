import { expect, test } from 'vitest'
import { parseCount, parseDuration } from './duration.ts'
import { table } from './output.ts'

test('pads a table to its widest cells, without control characters', () => {
  const rows = [
    ['10.0.0.1', 'switch\u001b[2J\r\n'],
    ['10.0.0.200', 'a'],
  ]
  expect(table(['Address', 'Name'], rows)).toBe('Address     Name\n10.0.0.1    switch [2J\n10.0.0.200  a')
})

test('cuts long cells, except in the last column', () => {
  const long = 'x'.repeat(400)
  expect(table(['Model', 'Ports'], [[long, long]])).toBe(`Model${' '.repeat(45)}Ports\n${'x'.repeat(47)}…  ${long}`)
})

test('converts durations of any unit to seconds', () => {
  expect(['90s', '15m', '1h', '7d'].map(parseDuration)).toEqual([90, 900, 3600, 604_800])
  for (const bad of ['', '1', 'h', '1.5h', '-1h', '1w', '59s', '366d'])
    expect(() => parseDuration(bad)).toThrow(/a duration from 1m to 365d/)
  expect(parseCount('500')).toBe(500)
  for (const bad of ['0', '-1', '1.5', 'x']) expect(() => parseCount(bad)).toThrow(/whole number/)
})
