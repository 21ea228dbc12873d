import { parseTargets } from '@rollcall/shared/targets/parse.ts'
import { describe, expect, it } from 'vitest'
import { batches } from './batches.ts'
import { localNetwork } from './local-network.ts'

const mac = '00:1b:21:00:00:01'
const local = localNetwork(
  {
    lo: [{ address: '127.0.0.1', cidr: '127.0.0.1/8', mac: '00:00:00:00:00:00', internal: true }],
    eth0: [
      { address: '10.1.2.3', cidr: '10.1.2.3/20', mac, internal: false },
      { address: '2001:db8::3', cidr: '2001:db8::3/64', mac, internal: false },
      { address: '2001:db8::4', cidr: '2001:db8::4/64', mac, internal: false },
      { address: 'fd00:1::3', cidr: 'fd00:1::3/64', mac, internal: false },
    ],
    'eth0:1': [{ address: '10.2.2.3', cidr: '10.2.2.3/24', mac, internal: false }],
    wg0: [{ address: '10.9.9.9', cidr: '10.9.9.9/24', mac: '00:00:00:00:00:00', internal: false }],
    ipvlan0: [{ address: '10.7.7.7', cidr: '10.7.7.7/24', mac, internal: false }],
    p2p0: [{ address: '10.8.8.8', cidr: '10.8.8.8/32', mac, internal: false }],
    odd0: [{ address: '10.6.6.6', cidr: null, mac, internal: false }],
  },
  (name) => (name === 'ipvlan0' ? 0x80 : 0x1003),
)

describe('localNetwork', () => {
  it.each([
    ['10.1.15.254', 'eth0'],
    ['10.1.16.1', undefined],
    ['10.1.2.3', undefined],
    ['2001:db8::ffff', 'eth0'],
    ['2001:db8:0:1::1', undefined],
    ['127.0.0.2', undefined],
    ['10.2.2.4', 'eth0'],
    // Interfaces without hardware addresses: a tunnel, an interface without ARP.
    ['10.9.9.8', undefined],
    ['10.7.7.8', undefined],
    // No other host in the subnet.
    ['10.8.8.9', undefined],
    ['10.6.6.7', undefined],
  ])('%s is on the link of %s', (address, interfaceName) => {
    expect(local.linkOf(address)?.interfaceName).toBe(interfaceName)
  })

  it('returns its own addresses and their MAC addresses', () => {
    expect(local.isOwn('127.8.8.8')).toBe(true)
    expect(local.isOwn('10.1.2.4')).toBe(false)
    expect(local.ownMac('10.1.2.3')).toBe(mac)
    expect(local.ownMac('10.9.9.9')).toBeUndefined()
  })
})

describe('the links across ranges', () => {
  it.each<[string[], string[]]>([
    [['2001:db8::/120'], ['2001:db8::3']],
    [
      ['fd00:1::a', 'fd00:1::b', '2001:db8::/120'],
      ['2001:db8::3', 'fd00:1::3'],
    ],
    [['2001:db8:0:1::/120', '10.1.2.0/24'], []],
    // A single address is queried on its own.
    [['2001:db8::a'], []],
  ])('the links of %j are %j', (expressions, expected) => {
    const { ranges } = parseTargets(expressions, { allowNames: false })
    expect(local.linksAcross(ranges).map(({ address }) => address)).toEqual(expected)
  })
})

describe('batches', () => {
  const sizes = (addresses: Iterable<string>, packetsPerSecond: number, kernelResolves: boolean) =>
    [...batches(addresses, { packetsPerSecond, local, kernelResolves })].map((batch) => batch.addresses.length)
  const some = (second: number, count: number) =>
    Array.from({ length: count }, (_, index) => `10.${second}.${index >> 8}.${index & 255}`)

  it('have few addresses of a local link if the kernel resolves them', () => {
    expect(sizes(some(1, 600), 10_000, true)).toEqual([256, 256, 88])
    expect(sizes(some(1, 600), 10_000, false)).toEqual([600])
  })

  it('grow with the rate, within bounds', () => {
    expect(sizes(some(200, 9_000), 100, false)).toEqual([4096, 4096, 808])
    expect(sizes(some(200, 9_000), 20_000, false)).toEqual([8000, 1000])
    expect(sizes(some(200, 65_537), 1_000_000, false)).toEqual([65_536, 1])
  })
})
