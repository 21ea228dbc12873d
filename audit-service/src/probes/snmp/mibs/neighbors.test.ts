import { describe, expect, test } from 'vitest'
import { deviceReader } from '../testing/device.ts'
import { readCdp } from './cdp.ts'
import { readEdp } from './edp.ts'
import type { SnmpInterface } from './if-mib.ts'
import { readLldp } from './lldp.ts'
import { createPortNames } from './port-names.ts'

const interfaces: SnmpInterface[] = [
  { index: 1, name: 'Gi1/0/1', description: 'GigabitEthernet1/0/1', addresses: [] },
  { index: 2, name: 'Gi1/0/2', description: 'Port', macAddress: '00:1b:21:00:00:02', addresses: [] },
  { index: 3, name: 'Gi1/0/3', description: 'Port', alias: 'uplink', addresses: [] },
]
const ports = createPortNames(interfaces)
const rem = '1.0.8802.1.1.2.1.4.1.1'
const loc = '1.0.8802.1.1.2.1.3.7.1'
const noBridge = new Map<number, number>()

const portsOf = async (lines: string, bridgePorts = noBridge) =>
  (await readLldp(deviceReader(lines), ports, bridgePorts, [])).map(({ port }) => port)

describe('LLDP', () => {
  test('reads the neighbor at a port, with its addresses and type', async () => {
    const at = '0.1.7'
    const found = await readLldp(
      deviceReader(`${rem}.4.${at}|2|4
${rem}.5.${at}|4x|001b54aa1001
${rem}.6.${at}|2|5
${rem}.7.${at}|4|ge-0/0/7
${rem}.8.${at}|4|to access-3
${rem}.9.${at}|4|core-1.example
${rem}.10.${at}|4|Juniper Networks, Inc. ex4300
${rem}.11.${at}|4x|2800
${rem}.12.${at}|4x|2800
1.0.8802.1.1.2.1.4.2.1.3.${at}.1.4.192.0.2.2|2|2
1.0.8802.1.1.2.1.4.2.1.3.${at}.2.16.32.1.13.184.0.0.0.0.0.0.0.0.0.0.0.2|2|2
1.0.8802.1.1.2.1.4.2.1.3.${at}.6.6.0.27.84.170.16.1|2|2`),
      ports,
      noBridge,
      [],
    )
    expect(found).toEqual([
      {
        port: 'Gi1/0/1',
        protocol: 'lldp',
        name: 'core-1.example',
        description: 'Juniper Networks, Inc. ex4300',
        chassisId: '00:1b:54:aa:10:01',
        macAddress: '00:1b:54:aa:10:01',
        ipAddress: '192.0.2.2',
        managementAddresses: ['192.0.2.2', '2001:db8::2'],
        remotePort: 'ge-0/0/7',
        remotePortDescription: 'to access-3',
        capabilities: ['bridge', 'router'],
      },
    ])
  })

  test('reads a host with lldpd', async () => {
    // Recorded from lldpd 1.0.16 by AgentX of net-snmp 5.9.3.
    const found = await readLldp(
      deviceReader(`1.0.8802.1.1.2.1.3.7.1.2.2|2|3
1.0.8802.1.1.2.1.3.7.1.3.2|4x|001b21000002
1.0.8802.1.1.2.1.3.7.1.4.2|4|ge1
1.0.8802.1.1.2.1.4.1.1.4.400.2.1|2|4
1.0.8802.1.1.2.1.4.1.1.5.400.2.1|4x|96d67560ce9d
1.0.8802.1.1.2.1.4.1.1.6.400.2.1|2|3
1.0.8802.1.1.2.1.4.1.1.7.400.2.1|4x|96d67560ce9d
1.0.8802.1.1.2.1.4.1.1.8.400.2.1|4|eth7
1.0.8802.1.1.2.1.4.1.1.9.400.2.1|4|core-1
1.0.8802.1.1.2.1.4.1.1.10.400.2.1|4|core-1 description
1.0.8802.1.1.2.1.4.1.1.12.400.2.1|4x|01
1.0.8802.1.1.2.1.4.2.1.3.400.2.1.1.4.198.51.100.2|2|2
1.0.8802.1.1.2.1.4.2.1.3.400.2.1.2.16.32.1.13.184.0.0.0.0.0.0.0.0.0.0.0.2|2|2`),
      ports,
      noBridge,
      [],
    )
    expect(found).toEqual([
      {
        port: 'Gi1/0/2',
        protocol: 'lldp',
        name: 'core-1',
        description: 'core-1 description',
        chassisId: '96:d6:75:60:ce:9d',
        macAddress: '96:d6:75:60:ce:9d',
        ipAddress: '198.51.100.2',
        managementAddresses: ['198.51.100.2', '2001:db8::2'],
        remotePort: 'eth7',
        remotePortDescription: 'eth7',
        capabilities: ['stationOnly'],
      },
    ])
  })

  test('reads ids by their subtypes', async () => {
    const found = await readLldp(
      deviceReader(`${rem}.4.0.1.1|2|5
${rem}.4.0.2.1|2|7
${rem}.4.0.3.1|2|4
${rem}.5.0.1.1|4x|01c0000209
${rem}.5.0.2.1|4|rack 7
${rem}.5.0.3.1|4|00-1B-54-AA-10-09
${rem}.6.0.1.1|2|3
${rem}.6.0.2.1|2|4
${rem}.6.0.3.1|2|7
${rem}.7.0.1.1|4x|001b54aa1002
${rem}.7.0.2.1|4x|0220010db8000000000000000000000003
${rem}.7.0.3.1|4|49
${rem}.8.0.1.1|4|eth0`),
      ports,
      noBridge,
      [],
    )
    expect(found).toEqual([
      {
        port: 'Gi1/0/1',
        protocol: 'lldp',
        chassisId: '192.0.2.9',
        macAddress: '00:1b:54:aa:10:02',
        remotePort: 'eth0',
        remotePortDescription: 'eth0',
      },
      { port: 'Gi1/0/2', protocol: 'lldp', chassisId: 'rack 7', remotePort: '2001:db8::3' },
      {
        port: 'Gi1/0/3',
        protocol: 'lldp',
        chassisId: '00:1b:54:aa:10:09',
        macAddress: '00:1b:54:aa:10:09',
        remotePort: '49',
      },
    ])
  })

  test('uses the newest of several time marks of a neighbor', async () => {
    const found = await readLldp(
      deviceReader(`${rem}.9.0.1.1|4|old
${rem}.9.900.1.1|4|new`),
      ports,
      noBridge,
      [],
    )
    expect(found).toEqual([{ port: 'Gi1/0/1', protocol: 'lldp', name: 'new' }])
  })

  test('maps a port by lldpLocPortTable, else by bridge port, else by ifIndex', async () => {
    const neighbor = (number: number) => `${rem}.9.0.${number}.1|4|x`
    expect(await portsOf(`${loc}.2.90|2|5\n${loc}.3.90|4|Gi1/0/2\n${neighbor(90)}`)).toEqual(['Gi1/0/2'])
    expect(await portsOf(`${loc}.2.90|2|3\n${loc}.3.90|4x|001b21000002\n${neighbor(90)}`)).toEqual(['Gi1/0/2'])
    expect(await portsOf(`${loc}.2.90|2|7\n${loc}.3.90|4|90\n${loc}.4.90|4|uplink\n${neighbor(90)}`)).toEqual([
      'Gi1/0/3',
    ])
    // Two ports have the description `Port`.
    expect(await portsOf(`${loc}.2.1|2|7\n${loc}.3.1|4|Port\n${neighbor(1)}`)).toEqual(['Gi1/0/1'])
    expect(await portsOf(neighbor(1), new Map([[1, 3]]))).toEqual(['Gi1/0/3'])
    expect(await portsOf(`${loc}.2.90|2|7\n${loc}.3.90|4|X9\n${neighbor(90)}`)).toEqual(['X9'])
    expect(await portsOf(neighbor(90))).toEqual(['port 90'])
  })

  test('reads version 2 with one more index, and ports by ifIndex', async () => {
    const v2 = '1.3.111.2.802.1.1.13.1.4'
    const found = await readLldp(
      deviceReader(`${v2}.1.1.10.0.3.1.5|4|core-2
${v2}.1.1.10.0.3.2.5|4|core-3
${v2}.2.1.3.0.3.1.5.1.4.192.0.2.3|2|2`),
      ports,
      noBridge,
      [],
    )
    expect(found).toEqual([
      {
        port: 'Gi1/0/3',
        protocol: 'lldp',
        name: 'core-2',
        ipAddress: '192.0.2.3',
        managementAddresses: ['192.0.2.3'],
      },
      { port: 'Gi1/0/3', protocol: 'lldp', name: 'core-3' },
    ])
  })
})

test('reads CDP, and splits the serial number from the name in NX-OS', async () => {
  const cache = '1.3.6.1.4.1.9.9.23.1.2.1.1'
  const found = await readCdp(
    deviceReader(`${cache}.4.2.1|4x|c0000202
${cache}.5.2.1|4|NX-OS 7.0(3)
${cache}.6.2.1|4|dc-1(SSI15190ABC)
${cache}.7.2.1|4|Ethernet1/4
${cache}.8.2.1|4|N5K-C5548UP
${cache}.9.2.1|4x|00000029
${cache}.11.2.1|2|12
${cache}.20.2.1|4x|c0000202
${cache}.22.2.1|4x|c0000203
${cache}.6.9.4|4|SEP001B54AA1001
${cache}.9.9.4|4x|00000490
${cache}.11.9.4|2|0
${cache}.4.9.5|4x|00000000`),
    'cdp',
    ports,
    [],
  )
  expect(found).toEqual([
    {
      port: 'Gi1/0/2',
      protocol: 'cdp',
      name: 'dc-1',
      description: 'N5K-C5548UP, NX-OS 7.0(3)',
      chassisId: 'dc-1(SSI15190ABC)',
      ipAddress: '192.0.2.2',
      managementAddresses: ['192.0.2.2', '192.0.2.3'],
      remotePort: 'Ethernet1/4',
      capabilities: ['router', 'bridge'],
      vlan: 12,
    },
    {
      port: 'ifIndex 9',
      protocol: 'cdp',
      name: 'SEP001B54AA1001',
      chassisId: 'SEP001B54AA1001',
      capabilities: ['stationOnly', 'telephone', 'twoPortMacRelay'],
    },
  ])
})

test('reads FDP of Foundry with its order of objects', async () => {
  const cache = '1.3.6.1.4.1.1991.1.1.3.20.1.2.1.1'
  const found = await readCdp(
    deviceReader(`${cache}.3.1.1|4|icx-2
${cache}.5.1.1|4x|c0000205
${cache}.6.1.1|4|Version 08.0
${cache}.7.1.1|4|ethernet1/1/1
${cache}.8.1.1|4|ICX7250`),
    'fdp',
    ports,
    [],
  )
  expect(found).toEqual([
    {
      port: 'Gi1/0/1',
      protocol: 'fdp',
      name: 'icx-2',
      description: 'ICX7250, Version 08.0',
      chassisId: 'icx-2',
      ipAddress: '192.0.2.5',
      managementAddresses: ['192.0.2.5'],
      remotePort: 'ethernet1/1/1',
    },
  ])
})

test('reads EDP of Extreme with the MAC in its index, and an address of each VLAN', async () => {
  const at = '3.0.0.0.4.150.1.2.3'
  const found = await readEdp(
    deviceReader(`1.3.6.1.4.1.1916.1.13.2.1.3.${at}|4|summit
1.3.6.1.4.1.1916.1.13.2.1.4.${at}|4|15.3.1
1.3.6.1.4.1.1916.1.13.2.1.5.${at}|2|1
1.3.6.1.4.1.1916.1.13.2.1.6.${at}|2|24
1.3.6.1.4.1.1916.1.13.3.1.3.${at}.4.77.103.109.116|64|192.0.2.6
1.3.6.1.4.1.1916.1.13.3.1.3.${at}.5.88.103.109.116.1|64|0.0.0.0`),
    ports,
    [],
  )
  expect(found).toEqual([
    {
      port: 'Gi1/0/3',
      protocol: 'edp',
      name: 'summit',
      description: '15.3.1',
      chassisId: '00:04:96:01:02:03',
      macAddress: '00:04:96:01:02:03',
      ipAddress: '192.0.2.6',
      managementAddresses: ['192.0.2.6'],
      remotePort: '1:24',
    },
  ])
})
