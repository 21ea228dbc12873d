import { expect, test } from 'vitest'
import { offersOf } from './offers.ts'

const metBy = (name: string) => ({
  auditService: null,
  seenBy: [{ device: { id: name, name }, port: 'Gi1/0/1', protocol: 'lldp' as const }],
})
const of = (name: string) => ({ auditService: { id: name, name, interfaceName: 'eth0' }, seenBy: [] })

const suggestions = [
  { network: '10.9.0.0/24', ...metBy('core-1') },
  { network: null, ...metBy('core-1') },
  { network: '10.1.0.0/24', ...metBy('core-1') },
  { network: '10.9.0.0/24', ...metBy('core-2') },
  { network: '10.1.0.0/24', ...of('hq') },
  { network: '10.2.0.0/24', ...of('branch') },
]
const ofHq = { block: '10.1.0.0/24', reason: 'Network of hq (eth0)', auditServiceId: 'hq' }
const ofBranch = { block: '10.2.0.0/24', reason: 'Network of branch (eth0)', auditServiceId: 'branch' }
const nearCore = { block: '10.9.0.0/24', reason: 'core-1 has a neighbour there', auditServiceId: null }

test('offers each network once, networks of Audit Services first', () => {
  expect(offersOf(suggestions, null)).toEqual([ofHq, ofBranch, nearCore])
})

test('offers no network of another Audit Service than the chosen one', () => {
  expect(offersOf(suggestions, 'branch')).toEqual([
    ofBranch,
    nearCore,
    { block: '10.1.0.0/24', reason: 'core-1 has a neighbour there', auditServiceId: null },
  ])
})
