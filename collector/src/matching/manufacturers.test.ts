import { expect, it } from 'vitest'
import { isVirtual, manufacturerKey } from './manufacturers.ts'

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

it('detects virtual machines', () => {
  expect(isVirtual({ manufacturer: 'VMware, Inc.' })).toBe(true)
  expect(isVirtual({ manufacturer: 'Microsoft Corporation', model: 'Virtual Machine' })).toBe(true)
  expect(isVirtual({ manufacturer: 'Dell Inc.', virtualization: 'kvm' })).toBe(true)
  expect(isVirtual({ manufacturer: 'Microsoft Corporation', model: 'Surface Pro 7' })).toBe(false)
})
