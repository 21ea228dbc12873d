import { describe, expect, test } from 'vitest'
import { deviceReader } from '../testing/device.ts'
import { readGateways } from './gateways.ts'
import { readAddresses } from './ip-mib.ts'
import { readLinkAddresses } from './link-addresses.ts'

const linkLocal = '254.128.0.0.0.0.0.0.2.27.33.255.254.60.157.248'
const global = '32.1.13.184.0.0.0.0.0.0.0.0.0.0.0.1'

describe('addresses', () => {
  test('drops the zone of an address', async () => {
    const addresses = await readAddresses(
      deviceReader(`1.3.6.1.2.1.4.34.1.3.3.8.169.254.0.9.0.0.0.2|2|2
1.3.6.1.2.1.4.34.1.3.4.20.${linkLocal}.0.0.0.2|2|2
1.3.6.1.2.1.4.34.1.5.4.20.${linkLocal}.0.0.0.2|6|1.3.6.1.2.1.4.32.1.5.2.4.20.254.128.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.2.64`),
      [],
      [],
    )
    expect(addresses).toEqual([
      { ifIndex: 2, address: '169.254.0.9' },
      { ifIndex: 2, address: 'fe80::21b:21ff:fe3c:9df8', prefixLength: 64 },
    ])
  })

  test('reads addresses without a length, and ignores other kinds', async () => {
    const addresses = await readAddresses(
      deviceReader(`1.3.6.1.2.1.4.34.1.3.1.3.0.113.5|2|2
1.3.6.1.2.1.4.34.1.3.1.5.203.0.113.5.1|2|2
1.3.6.1.2.1.4.34.1.3.16.16.${[...Buffer.from('host.example.org')].join('.')}|2|2
1.3.6.1.2.1.4.34.1.3.3.20.${linkLocal}.0.0.0.2|2|2`),
      [],
      [],
    )
    expect(addresses).toEqual([{ ifIndex: 2, address: '3.0.113.5' }])
  })

  test('reads IPv6 from the draft table of Cisco, only for Cisco', async () => {
    const lines = `1.3.6.1.4.1.9.10.86.1.1.2.1.3.2.16.${global}|2|7
1.3.6.1.4.1.9.10.86.1.1.2.1.5.2.16.${global}|6|1.3.6.1.4.1.9.10.86.1.1.1.1.5.7.2.16.${global}.64`
    expect(await readAddresses(deviceReader(lines), [9], [])).toEqual([
      { ifIndex: 7, address: '2001:db8::1', prefixLength: 64 },
    ])
    expect(await readAddresses(deviceReader(lines), [2636], [])).toEqual([])
    const standard = `1.3.6.1.2.1.55.1.8.1.2.3.${linkLocal}|2|10\n${lines}`
    expect(await readAddresses(deviceReader(standard), [9], [])).toEqual([
      { ifIndex: 3, address: 'fe80::21b:21ff:fe3c:9df8', prefixLength: 10 },
    ])
  })
})

describe('who was met on the links', () => {
  test('reads the newer table without own, invalid and incomplete entries', async () => {
    const row = (index: string, mac: string, type: number) => `1.3.6.1.2.1.4.35.1.4.${index}|4x|${mac}
1.3.6.1.2.1.4.35.1.6.${index}|2|${type}`
    const found = await readLinkAddresses(
      deviceReader(`${row('3.1.4.192.0.2.7', '001b213c9df8', 3)}
${row('3.1.4.192.0.2.8', '000000000000', 3)}
${row('3.1.4.192.0.2.9', '001b213c9df9', 2)}
${row('3.1.4.192.0.2.10', '001b213c9dfa', 5)}
${row('3.1.4.224.0.0.251', '01005e0000fb', 4)}
${row(`4.2.16.${global}`, '001b213c9dfb', 3)}
1.3.6.1.2.1.4.22.1.2.3.192.0.2.7|4x|001b213c9df8
1.3.6.1.2.1.4.22.1.4.3.192.0.2.7|2|3`),
      [],
      [],
    )
    expect(found).toEqual([
      { ifIndex: 3, ipAddress: '192.0.2.7', macAddress: '00:1b:21:3c:9d:f8' },
      { ifIndex: 4, ipAddress: '2001:db8::1', macAddress: '00:1b:21:3c:9d:fb' },
    ])
  })

  test('reads the older table and the draft of Cisco if the newer one is empty', async () => {
    const found = await readLinkAddresses(
      deviceReader(`1.3.6.1.2.1.4.22.1.2.3.192.0.2.7|4x|001b213c9df8
1.3.6.1.2.1.4.22.1.4.3.192.0.2.7|2|3
1.3.6.1.4.1.9.10.86.1.1.3.1.3.5.2.16.${global}|4x|001b213c9dfb
1.3.6.1.4.1.9.10.86.1.1.3.1.5.5.2.16.${global}|2|2`),
      [9],
      [],
    )
    expect(found).toEqual([{ ifIndex: 3, ipAddress: '192.0.2.7', macAddress: '00:1b:21:3c:9d:f8' }])
  })
})

describe('default gateways', () => {
  test('returns only next hops of default routes', async () => {
    const ipv4 = '1.3.6.1.2.1.4.24.7.1.7.1.4'
    const ipv6 = '1.3.6.1.2.1.4.24.7.1.7.2.16'
    const zeros = new Array(16).fill(0).join('.')
    const reader = deviceReader(`${ipv4}.0.0.0.0.0.2.0.0.1.4.192.0.2.1|2|3
${ipv4}.0.0.0.0.0.3.0.0.7.1.4.192.0.2.2|2|3
${ipv4}.10.0.0.0.8.2.0.0.1.4.192.0.2.9|2|3
${ipv6}.${zeros}.0.2.0.0.2.16.${linkLocal}|2|3
${ipv6}.${zeros}.0.2.0.1.2.16.${zeros}|2|1
1.3.6.1.2.1.4.21.1.7.0.0.0.0|64|192.0.2.99`)
    expect(await readGateways(reader)).toEqual(['192.0.2.1', 'fe80::21b:21ff:fe3c:9df8', '192.0.2.2'])
  })

  test('reads the older tables if no newer one exists', async () => {
    const cidr = '1.3.6.1.2.1.4.24.4.1.4.0.0.0.0.0.0.0.0.0.192.0.2.1|64|192.0.2.1'
    const old = '1.3.6.1.2.1.4.21.1.7.0.0.0.0|64|192.0.2.99'
    expect(await readGateways(deviceReader(`${old}\n${cidr}`))).toEqual(['192.0.2.1'])
    expect(await readGateways(deviceReader(old))).toEqual(['192.0.2.99'])
    expect(await readGateways(deviceReader('1.3.6.1.2.1.1.5.0|4|a'))).toEqual([])
  })
})
