import { expect, test } from 'vitest'
import { offersOf } from './offers.ts'

const metBy = (name: string) => [{ device: { id: name, name }, port: 'Gi1/0/1', protocol: 'lldp' as const }]

test('offers each network once, own networks first', () => {
  const own = [{ block: '10.1.0.0/24', count: 254, interfaceName: 'eth0' }]
  const suggestions = [
    { network: '10.9.0.0/24', seenBy: metBy('core-1') },
    { network: null, seenBy: metBy('core-1') },
    { network: '10.1.0.0/24', seenBy: metBy('core-1') },
    { network: '10.9.0.0/24', seenBy: metBy('core-2') },
  ]
  expect(offersOf(own, suggestions)).toEqual([
    { block: '10.1.0.0/24', reason: 'Network of this machine (eth0)' },
    { block: '10.9.0.0/24', reason: 'core-1 has a neighbour there' },
  ])
})
