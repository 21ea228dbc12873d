import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { registeredName } from './enterprise-names.ts'

describe('registeredName', () => {
  it.each([
    [2, 'IBM'],
    [9, 'ciscoSystems'],
    [8072, 'net-snmp'],
    [25506, 'H3C'],
    [16_777_215, undefined],
    [0, undefined],
    [4_294_967_295, undefined],
    [-1, undefined],
  ])('%i is %s', (number, name) => {
    expect(registeredName(number)).toBe(name)
  })

  it('finds every line of its table', () => {
    const lines = readFileSync(new URL('enterprise-numbers.txt', import.meta.url), 'utf8')
      .trimEnd()
      .split('\n')
    const missed = lines.filter((line) => {
      const [number, name] = line.split('\t')
      return registeredName(Number(number)) !== name || !name
    })
    expect(missed).toEqual([])
    expect(lines.length).toBeGreaterThan(60_000)
  })
})
