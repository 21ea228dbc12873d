import { expect, test } from 'vitest'
import { ipKeyOf } from './search-text.ts'

test.each([
  ['10.1.2.255', '00000000000000000000ffff0a0102ff'],
  ['::ffff:10.1.2.255', '00000000000000000000ffff0a0102ff'],
  ['0.0.0.0', '00000000000000000000ffff00000000'],
  ['fd00::1', 'fd000000000000000000000000000001'],
  ['10.1.2.256', null],
  ['pc1', null],
  [null, null],
])('sorts the key of %s like the address', (address, key) => {
  expect(ipKeyOf(address)).toBe(key)
})
