import type { NetworkInterfaceInfo } from 'node:os'
import { heartbeatSchema } from '@rollcall/shared/messages/enrollment.ts'
import { expect, it } from 'vitest'
import { attachedNetworks } from './attached-networks.ts'

type Entry = Pick<NetworkInterfaceInfo, 'address' | 'cidr' | 'mac' | 'internal'>

const mac = '00:1b:21:00:00:01'
const at = (cidr: string, more: Partial<Entry> = {}): Entry => ({
  address: cidr.replace(/\/.*/, ''),
  cidr,
  mac,
  internal: false,
  ...more,
})
/** Ports of the bridges of a machine. */
const bridges: Record<string, string[]> = { vmbr0: ['eno1', 'veth101i0', 'tap102i0'], apps0: ['veth5f1a2b'], idle0: [] }
const networksOf = (interfaces: Record<string, Entry[]>) =>
  attachedNetworks(interfaces, (name) => bridges[name]).map(
    ({ interfaceName, address, prefixLength }) => `${interfaceName} ${address}/${prefixLength}`,
  )

it('returns each network with other hosts once', () => {
  expect(
    networksOf({
      lo: [
        at('127.0.0.1/8', { internal: true }),
        at('::1/128', { internal: true }),
        at('10.99.0.1/24', { internal: true }),
      ],
      eth0: [at('192.0.2.77/26'), at('192.0.2.78/26'), at('2001:db8::5/64'), at('fe80::1/64'), at('2001:db8::9/128')],
      'eth0:1': [at('198.51.100.9/24')],
      wlan0: [at('192.0.2.80/26')],
      zeroconf: [at('169.254.3.4/16')],
      link: [at('203.0.113.2/31'), at('203.0.113.9/32')],
      odd: [at('203.0.113.20/24', { cidr: null }), at('0.0.0.0/0')],
      wg0: [at('10.8.0.2/24', { mac: '00:00:00:00:00:00' })],
    }),
  ).toEqual([
    'eth0 192.0.2.77/26',
    'eth0 2001:db8::5/64',
    'eth0 198.51.100.9/24',
    'link 203.0.113.2/31',
    'wg0 10.8.0.2/24',
  ])
})

it('leaves out networks of containers and virtual machines, but not the bridge of a hypervisor', () => {
  const names = ['docker0', 'br-0123456789ab', 'podman1', 'cni0', 'virbr0', 'lxdbr0', 'incusbr0', 'flannel.1', 'vmnet8']
  const guests = Object.fromEntries(names.map((name, index) => [name, [at(`172.${16 + index}.0.1/16`)]]))
  const own = { apps0: [at('172.30.0.1/16')], idle0: [at('172.31.0.1/16')], vmbr0: [at('10.61.0.5/24')] }
  expect(networksOf({ ...guests, ...own })).toEqual(['vmbr0 10.61.0.5/24'])
})

it('returns what the collector accepts, however many interfaces there are', () => {
  const many = Array.from({ length: 400 }, (_, index) => [`vlan${index}`, [at(`10.${index >> 8}.${index & 255}.1/24`)]])
  const networks = attachedNetworks(Object.fromEntries(many))
  const heartbeat = { version: '1.0.0', hostname: 'h', capabilities: [], runningTasks: [], spoolBytes: 0, networks }
  expect(heartbeatSchema.parse(heartbeat).networks).toHaveLength(256)
  expect(networks[0]).toEqual({ interfaceName: 'vlan0', macAddress: mac, address: '10.0.0.1', prefixLength: 24 })
})
