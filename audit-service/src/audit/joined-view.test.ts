import { expect, test } from 'vitest'
import { joinViews, type View } from './joined-view.ts'

const inside: View = {
  type: 'computer',
  name: 'nas',
  dnsName: 'nas.example.com',
  identity: {
    machineId: 'a'.repeat(32),
    serialNumber: undefined,
    hostname: 'nas',
    macAddresses: ['02:00:00:00:00:01'],
  },
  hardware: { system: { manufacturer: 'Example', serialNumber: undefined }, os: { name: 'Debian GNU/Linux' } },
  software: [{ name: 'bash', source: 'dpkg' }],
  network: { hostname: 'nas', domain: undefined, interfaces: [{ name: 'eth0' }] },
}
const outside: View = {
  type: 'storage',
  name: 'NAS-1',
  identity: { serialNumber: 'S1', snmpEngineId: '80', macAddresses: [] },
  hardware: { system: { manufacturer: 'Example Inc.', serialNumber: 'S1', contact: 'ops' }, os: { name: 'Linux' } },
  software: [],
  network: { domain: 'example.com', interfaces: [{ name: 'Interface 1' }], neighbors: [] },
}

test('prefers the inside view, and fills gaps and the type from the other one', () => {
  expect(joinViews(inside, outside)).toEqual({
    type: 'storage',
    name: 'nas',
    dnsName: 'nas.example.com',
    identity: {
      machineId: 'a'.repeat(32),
      hostname: 'nas',
      macAddresses: ['02:00:00:00:00:01'],
      serialNumber: 'S1',
      snmpEngineId: '80',
    },
    hardware: {
      system: { manufacturer: 'Example', serialNumber: 'S1', contact: 'ops' },
      os: { name: 'Debian GNU/Linux' },
    },
    software: [{ name: 'bash', source: 'dpkg' }],
    network: { hostname: 'nas', domain: 'example.com', interfaces: [{ name: 'eth0' }], neighbors: [] },
    evidence: [],
    truncated: [],
    incomplete: [],
  })
})

test('returns a single view without its unknown values', () => {
  expect(joinViews(undefined, undefined)).toBeUndefined()
  const alone = joinViews(inside, undefined)
  expect(alone?.identity).not.toHaveProperty('serialNumber')
  expect(alone?.hardware?.system).toEqual({ manufacturer: 'Example' })
  expect(joinViews(undefined, outside)).toMatchObject({ type: 'storage', name: 'NAS-1' })
})
