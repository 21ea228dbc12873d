import { expect, it } from 'vitest'
import { manufacturerKey } from './manufacturers.ts'

it.each([
  ['Dell Inc.', 'dell'],
  ['DELL', 'dell'],
  ['Hewlett-Packard', 'hp'],
  ['Hewlett Packard Enterprise', 'hp'],
  ['HPE', 'hp'],
  ['Cisco Systems, Inc.', 'cisco'],
  ['ASUSTeK COMPUTER INC.', 'asus'],
  ['Super Micro Computer, Inc.', 'supermicro'],
  ['To be filled by O.E.M.', undefined],
  ['System manufacturer', undefined],
  ['', undefined],
])('maps the manufacturer %s to the key %s', (manufacturer, key) => {
  expect(manufacturerKey(manufacturer)).toBe(key)
})
