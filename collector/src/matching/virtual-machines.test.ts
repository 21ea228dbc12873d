import { expect, it } from 'vitest'
import { isVirtual } from './virtual-machines.ts'

it.each([
  { manufacturer: 'VMware, Inc.' },
  { manufacturer: 'Microsoft Corporation', model: 'Virtual Machine' },
  { manufacturer: 'Dell Inc.', virtualization: 'kvm' },
  { manufacturer: 'Nutanix', model: 'AHV' },
  { manufacturer: 'BHYVE', model: 'BHYVE' },
  { manufacturer: 'Amazon EC2', model: 'm5.large' },
  { manufacturer: 'Google', model: 'Google Compute Engine' },
  { manufacturer: 'Hetzner', model: 'vServer' },
])('a virtual machine is detected: %j', (guest) => {
  expect(isVirtual(guest)).toBe(true)
})

it.each([
  { manufacturer: 'Microsoft Corporation', model: 'Surface Pro 7' },
  { manufacturer: 'Nutanix', model: 'NX-3060-G5' },
  { manufacturer: 'Google', model: 'Eve' },
])('a physical machine is none: %j', (machine) => {
  expect(isVirtual(machine)).toBe(false)
})
