import type { NetworkInterface } from '@rollcall/shared/inventory/network.ts'
import { expect, it } from 'vitest'
import { ownNetworks } from './own-networks.ts'

const at = (name: string, address: string, prefixLength: number, more: Partial<NetworkInterface> = {}) => ({
  name,
  addresses: [{ address, prefixLength }],
  ...more,
})

it('returns each network with other hosts once', () => {
  expect(
    ownNetworks([
      at('lo', '127.0.0.1', 8),
      at('eth0', '192.0.2.77', 26),
      at('eth1', '192.0.2.78', 26),
      at('eth2', '10.20.30.40', 16),
      at('big', '10.0.0.1', 8),
      at('tunnel', '198.51.100.1', 32),
      at('docker0', '172.17.0.1', 16, { virtual: true }),
      at('eth3', '203.0.113.1', 24, { operStatus: 'down' }),
      at('zeroconf', '169.254.3.4', 16),
      at('eth4', '2001:db8::1', 64),
      { name: 'eth5', addresses: [{ address: '198.51.100.9' }] },
    ]),
  ).toEqual([
    { block: '192.0.2.64/26', count: 64, interfaceName: 'eth0' },
    { block: '10.20.0.0/16', count: 65_536, interfaceName: 'eth2' },
  ])
})
