import { observationSchema } from '@rollcall/shared/inventory/observation.ts'
import { expect, it } from 'vitest'
import { mergeNetwork } from '../inventory/network/merge.ts'
import { observe } from '../inventory/observe.ts'
import { recordedHost } from './recorded-host.ts'
import { networkOf, systemInformationSources } from './systeminformation-sources.ts'

const wifi = {
  iface: 'en0',
  ifaceName: 'en0',
  default: true,
  ip4: '192.0.2.20',
  ip4subnet: '255.255.254.0',
  ip6: 'fd00::20',
  ip6subnet: 'ffff:ffff:ffff:ffff::',
  mac: '02:fc:00:00:00:20',
  internal: false,
  virtual: false,
  operstate: 'up',
  type: 'wireless',
  duplex: '',
  mtu: 1500,
  speed: 300,
  dhcp: true,
  dnsSuffix: '',
  ieee8021xAuth: '',
  ieee8021xState: '',
  carrierChanges: 0,
}
const loopback = {
  ...wifi,
  iface: 'lo0',
  ifaceName: 'lo0',
  default: false,
  ip4: '127.0.0.1',
  ip4subnet: '255.0.0.0',
  ip6: '',
  ip6subnet: '',
  mac: '00:00:00:00:00:00',
  internal: true,
  type: 'virtual',
  speed: null,
}

it('converts the network data of systeminformation', () => {
  const network = mergeNetwork([
    networkOf([wifi, loopback], '192.0.2.1', { hostname: 'Laptop.local', fqdn: 'laptop.example.com' }),
  ])
  expect(network).toMatchObject({
    hostname: 'Laptop',
    domain: 'example.com',
    ipAddress: '192.0.2.20',
    macAddress: '02:fc:00:00:00:20',
    defaultGateways: ['192.0.2.1'],
  })
  expect(network.interfaces).toMatchObject([
    {
      name: 'en0',
      type: 'ieee80211',
      speedBps: 300_000_000,
      virtual: false,
      addresses: [
        { address: '192.0.2.20', prefixLength: 23 },
        { address: 'fd00::20', prefixLength: 64 },
      ],
    },
    { name: 'lo0', type: 'softwareLoopback', virtual: true, addresses: [{ address: '127.0.0.1', prefixLength: 8 }] },
  ])
  expect(network.interfaces[1]?.macAddress).toBeUndefined()
})

it('creates a valid observation from systeminformation on this machine', async () => {
  const sources = { ...systemInformationSources, software: [] }
  const options = { now: () => new Date(), newId: () => '01990000-0000-7000-8000-000000000001', sources }
  const seen = observationSchema.parse(await observe(recordedHost({}), options))
  expect(seen.probes.map(({ outcome }) => outcome)).toEqual(['ok', 'ok', 'ok'])
  expect(seen.hardware?.memory?.totalBytes).toBeGreaterThan(0)
})
