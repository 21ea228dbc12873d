import { expect, it } from 'vitest'
import { attachedNetworkSchema } from './attached-network.ts'

const network = { interfaceName: 'eth0', macAddress: '00-1B-21-00-00-01', address: '10.9.0.5', prefixLength: 24 }
const problems = (changes: object) =>
  attachedNetworkSchema.safeParse({ ...network, ...changes }).error?.issues.map(({ path }) => path.join('.'))

it('accepts networks of IPv4 and IPv6 in canonical form', () => {
  expect(attachedNetworkSchema.parse({ ...network, interfaceName: 'eth\u202e0\n' })).toEqual({
    ...network,
    interfaceName: 'eth0',
    macAddress: '00:1b:21:00:00:01',
  })
  const ipv6 = { interfaceName: 'wg0', address: '2001:DB8:0::1', prefixLength: 64 }
  expect(attachedNetworkSchema.parse(ipv6)).toEqual({ ...ipv6, address: '2001:db8::1' })
})

it.each([
  ['127.0.0.1', 8],
  ['169.254.1.1', 16],
  ['0.0.0.0', 8],
  ['224.0.0.1', 24],
  ['255.255.255.255', 24],
  ['::1', 64],
  ['fe80::1', 64],
  ['ff02::1', 64],
  ['10.9.0.5', 32],
  ['10.9.0.5', 64],
  ['10.9.0.5', 0],
  ['10.9.0.5', -1],
  ['2001:db8::1', 128],
])('refuses %s/%i, which is no network of other hosts', (address, prefixLength) => {
  expect(problems({ address, prefixLength })).toEqual([''])
})

it.each([
  ['address', { address: 'gateway' }],
  ['address', { address: 17 }],
  ['macAddress', { macAddress: '00:1b' }],
  ['prefixLength', { prefixLength: 23.5 }],
  ['interfaceName', { interfaceName: null }],
])('names the refused field %s', (field, changes) => {
  expect(problems(changes)).toEqual([field])
})
