import { expect, test } from 'vitest'
import { offersOf } from './offers.ts'

const metBy = (name: string) => [{ device: { id: name, name }, port: 'Gi1/0/1', protocol: 'lldp' as const }]

test('a network is offered once, the own ones first, and where neighbours have none nothing is', () => {
  const own = [{ block: '10.1.0.0/24', count: 254, interfaceName: 'eth0' }]
  const suggestions = [
    { network: '10.9.0.0/24', seenBy: metBy('core-1') },
    { network: null, seenBy: metBy('core-1') },
    { network: '10.1.0.0/24', seenBy: metBy('core-1') },
    { network: '10.9.0.0/24', seenBy: metBy('core-2') },
  ]
  expect(offersOf(own, suggestions)).toEqual([
    { block: '10.1.0.0/24', why: 'This machine is in it, by eth0' },
    { block: '10.9.0.0/24', why: 'core-1 met a neighbour there' },
  ])
})
