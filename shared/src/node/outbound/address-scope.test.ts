import { describe, expect, it } from 'vitest'
import { type AddressScope, addressScope } from './address-scope.ts'

const table: [AddressScope, string[]][] = [
  ['loopback', ['127.0.0.1', '127.9.9.9', '127.255.255.254', '::1', '0:0:0:0:0:0:0:1']],
  ['unspecified', ['0.0.0.0', '0.1.2.3', '::']],
  ['link-local', ['169.254.1.1', '169.254.255.255', 'fe80::1', 'fe80::1%eth0', 'febf::1']],
  ['multicast', ['224.0.0.1', '239.255.255.250', '255.255.255.255', 'ff02::1', 'ff0e::1']],
  ['private', ['10.0.0.0', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1']],
  ['private', ['fc00::1', 'fd12:3456::1', '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1']],
  ['public', ['8.8.8.8', '172.15.0.1', '172.32.0.1', '100.63.0.1', '100.128.0.1', '2606:4700::1', '2a00:1450::1']],
  ['reserved', ['240.0.0.1', '254.1.1.1', '4000::1', 'fec0::1', '100::1', '2001::1', '2001:db8::1']],
  [
    'metadata',
    ['169.254.169.254', '169.254.170.2', '169.254.0.23', '169.254.42.42', '100.100.100.200', '168.63.129.16'],
  ],
  ['metadata', ['192.0.0.192', 'fd00:ec2::254', 'fd20:ce::254', 'fd00:42::42', 'fd00:a9fe:a9fe::1']],
]

describe('addressScope', () => {
  it.each(table)('classifies as %s: %j', (scope, addresses) => {
    for (const address of addresses) expect(`${address} ${addressScope(address)}`).toBe(`${address} ${scope}`)
  })

  const ipv4 = table.flatMap(([scope, addresses]) =>
    addresses.filter((address) => !address.includes(':')).map((address) => [address, scope] as const),
  )
  const hex = (address: string) => {
    const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
    return [(a << 8) | b, (c << 8) | d].map((part) => part.toString(16)).join(':')
  }

  it.each(ipv4)('classifies every IPv6 form of %s', (address, scope) => {
    for (const form of [
      `::ffff:${address}`,
      `::FFFF:${hex(address)}`,
      `0:0:0:0:0:ffff:${hex(address)}`,
      `64:ff9b::${hex(address)}`,
      `64:ff9b::${address}`,
    ]) {
      expect(`${form} ${addressScope(form)}`).toBe(`${form} ${scope}`)
    }
  })

  it.each(ipv4)('never classifies a transition address of %s as public or private', (address) => {
    const forms = [`2002:${hex(address)}::1`, `::${hex(address)}`, `::ffff:0:${hex(address)}`]
    for (const form of forms) expect(['public', 'private']).not.toContain(addressScope(form))
  })

  const closed = ipv4.filter(([, scope]) => !['public', 'private', 'unspecified'].includes(scope))
  it.each(closed)('closes %s behind a local NAT64 prefix of any length', (address, scope) => {
    const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
    const group = (high: number, low: number) => ((high << 8) | low).toString(16)
    for (const form of [
      `64:ff9b:1:${group(a, b)}:${group(0, c)}:${group(d, 0)}::`,
      `64:ff9b:1:${group(0, a)}:${group(0, b)}:${group(c, d)}::`,
      `64:ff9b:1:0:${group(0, a)}:${group(b, c)}:${group(d, 0)}:0`,
      `64:ff9b:1::${hex(address)}`,
    ]) {
      expect(`${form} ${addressScope(form)}`).toBe(`${form} ${scope}`)
    }
  })

  it('keeps local NAT64 open as private for an open address', () => {
    for (const form of ['64:ff9b:1::a00:5', '64:ff9b:1:a00:0:500::']) expect(addressScope(form)).toBe('private')
  })
})
