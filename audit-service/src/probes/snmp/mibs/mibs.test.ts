import { describe, expect, test } from 'vitest'
import { deviceReader } from '../testing/device.ts'
import { readClassMibs } from './device-classes.ts'
import { readEnterprises } from './enterprises.ts'
import { mainEntity, readComponents, topChassis } from './entity-mib.ts'
import { readInterfaces } from './if-mib.ts'
import { ifTypeName } from './if-type-names.ts'
import { dateAndTime, readInstalledSoftware, splitPackage } from './installed-software.ts'
import { readAddresses } from './ip-mib.ts'
import { readSystem } from './system.ts'

test('system group', async () => {
  const system = await readSystem(
    deviceReader(`1.3.6.1.2.1.1.1.0|4|Linux a 6.1.0 #1 SMP x86_64
1.3.6.1.2.1.1.2.0|6|1.3.6.1.4.1.8072.3.2.10
1.3.6.1.2.1.1.5.0|4|a.example
1.3.6.1.2.1.1.6.0|4|
1.3.6.1.2.1.1.7.0|2|72
1.3.6.1.2.1.4.1.0|2|2
1.3.6.1.6.3.10.2.1.1.0|4x|80001f8804aabb`),
  )
  expect(system).toEqual({
    description: 'Linux a 6.1.0 #1 SMP x86_64',
    objectId: [1, 3, 6, 1, 4, 1, 8072, 3, 2, 10],
    name: 'a.example',
    services: 72,
    engineId: '80001f8804aabb',
    forwards: false,
  })
})

test('reads interfaces with names, speeds beyond 32 bits, and status by name', async () => {
  const interfaces = await readInterfaces(
    deviceReader(`1.3.6.1.2.1.2.2.1.2.1|4|TenGigabitEthernet1/0/1
1.3.6.1.2.1.2.2.1.2.5|4|Loopback0
1.3.6.1.2.1.2.2.1.3.1|2|6
1.3.6.1.2.1.2.2.1.3.5|2|24
1.3.6.1.2.1.2.2.1.3.9|2|9999
1.3.6.1.2.1.2.2.1.4.1|2|9198
1.3.6.1.2.1.2.2.1.4.5|2|-1
1.3.6.1.2.1.2.2.1.5.1|66|4294967295
1.3.6.1.2.1.2.2.1.5.5|66|9600
1.3.6.1.2.1.2.2.1.6.1|4x|001b213c9df8
1.3.6.1.2.1.2.2.1.6.5|4|
1.3.6.1.2.1.2.2.1.7.1|2|1
1.3.6.1.2.1.2.2.1.8.1|2|7
1.3.6.1.2.1.2.2.1.8.5|2|77
1.3.6.1.2.1.31.1.1.1.1.1|4|Te1/0/1
1.3.6.1.2.1.31.1.1.1.15.1|66|10000
1.3.6.1.2.1.31.1.1.1.15.5|66|0
1.3.6.1.2.1.31.1.1.1.18.1|4|uplink`),
    [],
  )
  expect(interfaces).toEqual([
    {
      name: 'Te1/0/1',
      index: 1,
      addresses: [],
      description: 'TenGigabitEthernet1/0/1',
      alias: 'uplink',
      type: 'ethernetCsmacd',
      macAddress: '00:1b:21:3c:9d:f8',
      mtu: 9198,
      speedBps: 10_000_000_000,
      adminStatus: 'up',
      operStatus: 'lowerLayerDown',
    },
    { name: 'Loopback0', index: 5, addresses: [], description: 'Loopback0', type: 'softwareLoopback', speedBps: 9600 },
    { name: 'ifIndex 9', index: 9, addresses: [], type: 'type-9999' },
  ])
})

test('creates no interface from other MIBs alone', async () => {
  const interfaces = await readInterfaces(
    deviceReader(`1.2.840.10006.300.43.1.2.1.1.13.1|2|20
1.2.840.10006.300.43.1.2.1.1.13.2|2|2
1.2.840.10006.300.43.1.2.1.1.13.20|2|0
1.3.6.1.2.1.2.2.1.2.1|4|Gi0/1
1.3.6.1.2.1.2.2.1.2.2|4|Gi0/2
1.3.6.1.2.1.2.2.1.2.20|4|Po1
1.3.6.1.2.1.10.7.2.1.19.1|2|3
1.3.6.1.2.1.10.7.2.1.19.2|2|1
1.3.6.1.2.1.10.7.2.1.19.99|2|2
1.3.6.1.2.1.31.1.1.1.16.1|2|2
1.3.6.1.2.1.31.1.1.1.17.1|2|1
1.3.6.1.2.1.31.1.1.1.17.20|2|2`),
    [],
  )
  expect(interfaces).toEqual([
    {
      name: 'Gi0/1',
      index: 1,
      addresses: [],
      description: 'Gi0/1',
      duplex: 'full',
      promiscuous: false,
      connector: true,
      aggregate: 'Po1',
    },
    { name: 'Gi0/2', index: 2, addresses: [], description: 'Gi0/2' },
    { name: 'Po1', index: 20, addresses: [], description: 'Po1', connector: false },
  ])
})

test('names interface types as in IANAifType-MIB', () => {
  const known = {
    1: 'other',
    6: 'ethernetCsmacd',
    24: 'softwareLoopback',
    53: 'propVirtual',
    71: 'ieee80211',
    117: 'gigabitEthernet',
    131: 'tunnel',
    135: 'l2vlan',
    161: 'ieee8023adLag',
    209: 'bridge',
    258: 'vmwareVirtualNic',
  }
  for (const [number, name] of Object.entries(known)) expect(ifTypeName(Number(number))).toBe(name)
})

describe('addresses', () => {
  test('reads both tables and both families without duplicates, with prefix lengths', async () => {
    const addresses = await readAddresses(
      deviceReader(`1.3.6.1.2.1.4.20.1.1.192.0.2.1|64|192.0.2.1
1.3.6.1.2.1.4.20.1.1.198.51.100.7|64|198.51.100.7
1.3.6.1.2.1.4.20.1.2.192.0.2.1|2|3
1.3.6.1.2.1.4.20.1.2.198.51.100.7|2|4
1.3.6.1.2.1.4.20.1.3.192.0.2.1|64|255.255.255.192
1.3.6.1.2.1.4.20.1.3.198.51.100.7|64|255.0.255.0
1.3.6.1.2.1.4.34.1.3.1.4.192.0.2.1|2|3
1.3.6.1.2.1.4.34.1.3.1.4.192.0.2.63|2|3
1.3.6.1.2.1.4.34.1.3.2.16.32.1.13.184.0.0.0.0.0.0.0.0.0.0.0.1|2|3
1.3.6.1.2.1.4.34.1.4.1.4.192.0.2.63|2|3
1.3.6.1.2.1.4.34.1.5.1.4.192.0.2.1|6|0.0
1.3.6.1.2.1.4.34.1.5.2.16.32.1.13.184.0.0.0.0.0.0.0.0.0.0.0.1|6|1.3.6.1.2.1.4.32.1.5.3.2.16.32.1.13.184.0.0.0.0.0.0.0.0.0.0.0.0.64`),
      [],
      [],
    )
    expect(addresses).toEqual([
      { ifIndex: 3, address: '192.0.2.1', prefixLength: 26 },
      { ifIndex: 3, address: '2001:db8::1', prefixLength: 64 },
      { ifIndex: 4, address: '198.51.100.7' },
    ])
  })

  test('reads agents that number their rows, omit the length, or write invalid values', async () => {
    const addresses = await readAddresses(
      deviceReader(`1.3.6.1.2.1.4.20.1.1.1|64|192.0.2.9
1.3.6.1.2.1.4.20.1.1.2|64|
1.3.6.1.2.1.4.20.1.1.3|64|0.0.0.0
1.3.6.1.2.1.4.20.1.2.1|2|1
1.3.6.1.2.1.4.20.1.2.2|2|2
1.3.6.1.2.1.4.20.1.2.3|2|2
1.3.6.1.2.1.4.34.1.3.1.203.0.113.5|2|2
1.3.6.1.2.1.4.34.1.3.2.16.999.1|2|2
1.3.6.1.2.1.55.1.8.1.2.7.254.128.0.0.0.0.0.0.2.27.33.255.254.60.157.248|2|10`),
      [],
      [],
    )
    expect(addresses).toEqual([
      { ifIndex: 2, address: '203.0.113.5' },
      { ifIndex: 1, address: '192.0.2.9' },
      { ifIndex: 7, address: 'fe80::21b:21ff:fe3c:9df8', prefixLength: 10 },
    ])
  })
})

const entity = (rows: [index: number, parent: number, kind: number, model: string, serial: string][]) =>
  deviceReader(
    rows
      .flatMap(([index, parent, kind, model, serial]) => [
        `1.3.6.1.2.1.47.1.1.1.1.4.${index}|2|${parent}`,
        `1.3.6.1.2.1.47.1.1.1.1.5.${index}|2|${kind}`,
        `1.3.6.1.2.1.47.1.1.1.1.11.${index}|4|${serial}`,
        `1.3.6.1.2.1.47.1.1.1.1.13.${index}|4|${model}`,
      ])
      .join('\n'),
  )

describe('which entity is the device', () => {
  test('returns the members of a stack as chassis, not their components', async () => {
    const components = await readComponents(
      entity([
        [1, 0, 11, '', ''],
        [2, 900, 9, 'WS-X1', 'MODULE1'],
        [900, 1000, 3, 'PART', 'PART1'],
        [1000, 1, 3, 'C9300-48P', 'FOC1'],
        [2000, 1, 3, 'C9300-24P', 'FOC2'],
      ]),
      [],
    )
    expect(topChassis(components).map(({ serialNumber }) => serialNumber)).toEqual(['FOC1', 'FOC2'])
    expect(mainEntity(components)).toMatchObject({ id: '1000', model: 'C9300-48P' })
    expect(components[0]).toEqual({ id: '1', class: 'stack' })
    expect(components[2]).toMatchObject({ id: '900', parentId: '1000', class: 'chassis' })
  })

  test('returns the single root without a chassis, or nothing', async () => {
    const one = await readComponents(
      entity([
        [1, 0, 9, 'X1', 'S1'],
        [2, 1, 10, '', ''],
      ]),
      [],
    )
    expect(mainEntity(one)).toMatchObject({ model: 'X1' })
    const two = await readComponents(
      entity([
        [1, 0, 6, 'PSU', 'S1'],
        [2, 0, 6, 'PSU', 'S2'],
      ]),
      [],
    )
    expect(mainEntity(two)).toBeUndefined()
  })

  test('ends at a loop of containment', async () => {
    const loop = await readComponents(
      entity([
        [1, 2, 9, 'A', 'S1'],
        [2, 1, 9, 'B', 'S2'],
        [3, 1, 3, 'C', 'S3'],
      ]),
      [],
    )
    expect(mainEntity(loop)).toMatchObject({ model: 'C' })
  })
})

describe('installed software', () => {
  test.each([
    ['bash_5.2.15-2+b7_amd64', 'bash', '5.2.15-2+b7', 'amd64'],
    ['kernel-core-5.14.0-70.el9.x86_64', 'kernel-core', '5.14.0-70.el9', 'x86_64'],
    ['glibc-2.12-1.166.el6', 'glibc', '2.12-1.166.el6', undefined],
    ['perl5-5.32.1_1', 'perl5', '5.32.1_1', undefined],
    ['bos.rte 7.1.3.45 Base Operating System Runtime', 'bos.rte', '7.1.3.45', undefined],
    [
      'Microsoft Visual C++ 2008 Redistributable - x64',
      'Microsoft Visual C++ 2008 Redistributable - x64',
      '',
      undefined,
    ],
    ['7-Zip 19.00 (x64)', '7-Zip 19.00 (x64)', '', undefined],
  ])('%s', (text, name, version, architecture) => {
    expect(splitPackage(text)).toEqual(architecture === undefined ? { name, version } : { name, version, architecture })
  })

  test('keeps a long text that is no package as a name', () => {
    const hostile = `a-${'1'.repeat(200_000)}`
    expect(splitPackage(`${hostile} `)).toEqual({ name: `${hostile} `, version: '' })
  })

  test('reads the date, in octets or as text', async () => {
    const software = await readInstalledSoftware(
      deviceReader(`1.3.6.1.2.1.25.6.3.1.2.1|4|bash_5.2.15-2_amd64
1.3.6.1.2.1.25.6.3.1.2.2|4|
1.3.6.1.2.1.25.6.3.1.2.3|4|bos.rte 7.1.3.45 Runtime
1.3.6.1.2.1.25.6.3.1.5.1|4x|07e80a050c1e00002b0200
1.3.6.1.2.1.25.6.3.1.5.3|4|2017-7-11,21:47:16.0`),
      [],
    )
    expect(software).toEqual([
      {
        name: 'bash',
        version: '5.2.15-2',
        architecture: 'amd64',
        source: 'hrSWInstalled',
        installDate: '2024-10-05T10:30:00.000Z',
      },
      { name: 'bos.rte', version: '7.1.3.45', source: 'hrSWInstalled', installDate: '2017-07-11T21:47:16.000Z' },
    ])
    expect(dateAndTime(Buffer.alloc(8))).toBeUndefined()
    expect(dateAndTime(Buffer.from('07e8021d00000000', 'hex'))).toBe('2024-02-29T00:00:00.000Z')
    // Month 13, 30 February, the last minute of 9999 with an offset into the next year, 255 hours from UTC, 1980 (a lost clock).
    for (const odd of [
      '07e80d0100000000',
      '07e8021e00000000',
      '270f0c1f173b3b002d0200',
      '07e80a050c1e00002bff00',
      '07bc010100000000',
    ]) {
      expect(dateAndTime(Buffer.from(odd, 'hex')), odd).toBeUndefined()
    }
  })
})

test('reads the MIBs of one class of devices', async () => {
  const classes = await readClassMibs(
    deviceReader(`1.2.840.10036.3.1.2.1.3.5|4|NanoStation M5
1.3.6.1.2.1.17.1.1.0|4x|001b213c9df8
1.3.6.1.2.1.17.1.2.0|2|24
1.3.6.1.2.1.33.1.1.1.0|4|
1.3.6.1.2.1.33.1.1.2.0|4|Smart 1500
1.3.6.1.2.1.43.5.1.1.17.1|4|JP12345678`),
  )
  expect(classes).toEqual({
    ups: { model: 'Smart 1500' },
    printer: { serialNumber: 'JP12345678' },
    bridge: { address: '00:1b:21:3c:9d:f8', ports: 24 },
    radio: { index: 5, product: 'NanoStation M5' },
  })
})

test('finds enterprises by skipping their subtrees', async () => {
  const lines = [9, 2021, 41112].flatMap((number) => [1, 2, 3].map((i) => `1.3.6.1.4.1.${number}.${i}.0|2|1`))
  expect(await readEnterprises(deviceReader(lines.join('\n')))).toEqual([9, 2021, 41112])
  expect(await readEnterprises(deviceReader('1.3.6.1.6.3.1.0|2|1'))).toEqual([])
})
