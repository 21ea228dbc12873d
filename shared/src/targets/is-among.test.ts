import { describe, expect, it } from 'vitest'
import { parseTargets } from './parse.ts'
import { isAmong } from './ranges.ts'

describe('merged ranges', () => {
  const expressions = ['10.0.0.1', '10.0.0.5-10.0.0.7', '10.9.0.0/30', '2001:db8::5', '2001:db8::10/124']
  const { ranges } = parseTargets(expressions, { allowNames: false })

  it.each(['10.0.0.1', '10.0.0.6', '10.0.0.7', '10.9.0.2', '2001:db8::5', '2001:DB8:0::1f'])(
    'contains %s',
    (address) => {
      expect(isAmong(ranges, address)).toBe(true)
    },
  )

  it.each([
    '9.255.255.255',
    '10.0.0.2',
    '10.0.0.8',
    '11.0.0.0',
    '::a00:1',
    '2001:db8::6',
    '2001:db8::20',
    'ffff::',
    'none',
  ])('does not contain %s', (address) => {
    expect(isAmong(ranges, address)).toBe(false)
  })

  it('contains nothing without ranges', () => {
    expect(isAmong([], '10.0.0.1')).toBe(false)
  })
})
