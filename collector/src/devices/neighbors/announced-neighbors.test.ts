import { type Network, networkSchema } from '@rollcall/shared/inventory/network.ts'
import { expect, it } from 'vitest'
import { announcedNeighbors } from './announced-neighbors.ts'

const network = (neighbors: object[]): Network =>
  networkSchema.parse({
    interfaces: [
      { name: 'vlan1', addresses: [{ address: '10.0.0.1', prefixLength: 8 }] },
      {
        name: 'vlan9',
        addresses: [
          { address: '10.9.0.1', prefixLength: 24 },
          { address: '2001:db8:9::1', prefixLength: 64 },
        ],
      },
      { name: 'lo0', addresses: [{ address: '10.9.0.2', prefixLength: 32 }] },
      { name: 'mgmt', addresses: [{ address: '192.0.2.9' }] },
    ],
    neighbors: neighbors.map((each) => ({ port: 'Gi1', protocol: 'lldp', ...each })),
  })

it('lists announced neighbors with their address and the network of the device', () => {
  const expected = [
    { protocol: 'cdp', name: 'edge-7', description: 'Cisco IOS', ipAddress: '10.9.0.2' },
    { ipAddress: '10.8.0.2' },
    { ipAddress: '2001:db8:9::7' },
    { ipAddress: '192.0.2.10' },
  ]
  expect(announcedNeighbors(network(expected))).toEqual([
    {
      port: 'Gi1',
      protocol: 'cdp',
      name: 'edge-7',
      description: 'Cisco IOS',
      address: '10.9.0.2',
      network: '10.9.0.0/24',
    },
    { port: 'Gi1', protocol: 'lldp', name: null, description: null, address: '10.8.0.2', network: '10.0.0.0/8' },
    {
      port: 'Gi1',
      protocol: 'lldp',
      name: null,
      description: null,
      address: '2001:db8:9::7',
      network: '2001:db8:9::/64',
    },
    { port: 'Gi1', protocol: 'lldp', name: null, description: null, address: '192.0.2.10', network: null },
  ])
})

it.each([
  ['without an address', { name: 'phone' }],
  ['of a forwarding table', { protocol: 'forwarding', ipAddress: '10.9.0.3' }],
  ['at loopback', { ipAddress: '127.0.0.1' }],
  ['at loopback of IPv6', { ipAddress: '::1' }],
  ['at an address of its own link', { ipAddress: '169.254.1.1' }],
  ['at one of its own link in IPv6', { ipAddress: 'fe80::1' }],
  ['at no address', { ipAddress: '0.0.0.0' }],
  ['at a multicast address', { ipAddress: '224.0.0.9' }],
])('leaves out a neighbor %s', (_what, neighbor) => {
  expect(announcedNeighbors(network([neighbor]))).toEqual([])
})
