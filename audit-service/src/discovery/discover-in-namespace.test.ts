import { describe, expect, it } from 'vitest'
import { discoverInNamespace } from './testing/namespace-network.ts'

const minuteMs = 60_000

describe('discover, in a network of namespaces', () => {
  it('finds exactly the hosts that are there, hidden ones too', { timeout: minuteMs }, async () => {
    const found = await discoverInNamespace('10.75.0.0/24', '10.77.0.0-10.77.0.255')
    const hosts = found.map((line): Record<string, unknown> => JSON.parse(line))
    const byAddress = hosts.sort((a, b) => (String(a['address']) < String(b['address']) ? -1 : 1))
    const intel = 'Intel Corporate'
    expect(byAddress).toEqual([
      {
        address: '10.75.0.1',
        foundBy: expect.any(String),
        macAddress: '00:1b:21:00:01:01',
        macVendor: intel,
        timed: expect.any(Boolean),
      },
      // Drops all that reaches it, but has to answer ARP.
      { address: '10.75.0.10', foundBy: 'arp', macAddress: '00:1b:21:00:01:0a', macVendor: intel, timed: false },
      expect.objectContaining({ address: '10.77.0.1' }),
      expect.objectContaining({ address: '10.77.0.10' }),
      expect.objectContaining({ address: '10.77.0.11' }),
      // Drops echo requests and refuses connections; behind the router, so a refusal may have been the router's.
      { address: '10.77.0.12', foundBy: 'tcp', timed: false },
      // Drops all but one port.
      { address: '10.77.0.13', foundBy: 'tcp', openPorts: [443], timed: false },
      // Not .0 and .255, where others answer; not .100 to .107, which a router refuses.
    ])
  })
})
