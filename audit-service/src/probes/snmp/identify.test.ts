import { describe, expect, test } from 'vitest'
import { identify } from './identify.ts'
import { observe } from './observe.ts'
import { deviceFacts } from './testing/device.ts'

const chassis = (index: number, model: string, serial: string, parent = 0, kind = 3) => `
1.3.6.1.2.1.47.1.1.1.1.4.${index}|2|${parent}
1.3.6.1.2.1.47.1.1.1.1.5.${index}|2|${kind}
1.3.6.1.2.1.47.1.1.1.1.11.${index}|4|${serial}
1.3.6.1.2.1.47.1.1.1.1.13.${index}|4|${model}`
const system = (descr: string, objectId: string, name = 'device-1') => `
1.3.6.1.2.1.1.1.0|4|${descr}
1.3.6.1.2.1.1.2.0|6|${objectId}
1.3.6.1.2.1.1.5.0|4|${name}`
const identified = async (lines: string) => identify(await deviceFacts(lines))

describe('what a device is', () => {
  test('identifies a switch stack by its first member, with the serials of all and the evidence', async () => {
    const found = await identified(
      `${system('Cisco IOS Software, C3750 Software (C3750-IPBASE-M), Version 12.2(50)SE5, RELEASE SOFTWARE', '1.3.6.1.4.1.9.1.516')}
${chassis(1001, 'WS-C3750G-12S', 'FDO1')}${chassis(2001, 'WS-C3750G-24T', 'FDO2')}`,
    )
    expect(found).toMatchObject({
      type: 'network-device',
      name: 'device-1',
      manufacturer: 'Cisco',
      model: 'WS-C3750G-12S',
      serialNumber: 'FDO1',
      firmwareVersion: '12.2(50)SE5',
      os: { name: 'Cisco IOS', version: '12.2(50)SE5' },
      chassisSerials: ['FDO1', 'FDO2'],
    })
    expect(found.evidence).toContainEqual({
      field: 'system.model',
      value: 'WS-C3750G-12S',
      source: '1.3.6.1.2.1.47.1.1.1.1.13.1001',
    })
    expect(found.evidence).toContainEqual({ field: 'system.manufacturer', value: 'Cisco', source: '1.3.6.1.2.1.1.2.0' })
  })

  test('ignores entities of another device', async () => {
    const found = await identified(`${system('ArubaOS (MODEL: Aruba7210), Version 6.5.1.6', '1.3.6.1.4.1.14823.1.1.32')}
${chassis(1, 'ArubaS2500-24P', 'BJ1', 0, 11)}`)
    expect(found).toMatchObject({
      manufacturer: 'Aruba',
      model: '7210',
      firmwareVersion: '6.5.1.6',
      chassisSerials: [],
    })
    expect(found.serialNumber).toBeUndefined()
  })

  test('identifies a printer by its MIB, with the model from hrDeviceDescr', async () => {
    const found = await identified(`${system('HP ETHERNET MULTI-ENVIRONMENT,JETDIRECT,JD149', '1.3.6.1.4.1.11.2.3.9.1')}
1.3.6.1.2.1.25.3.2.1.2.1|6|1.3.6.1.2.1.25.3.1.5
1.3.6.1.2.1.25.3.2.1.3.1|4|HP LaserJet M506
1.3.6.1.2.1.43.5.1.1.17.1|4|PHB1234567`)
    expect(found).toMatchObject({
      type: 'printer',
      manufacturer: 'HP',
      model: 'LaserJet M506',
      serialNumber: 'PHB1234567',
    })
  })

  test('identifies a UPS by UPS-MIB, despite its network card', async () => {
    const found = await identified(`${system('Network card', '1.3.6.1.4.1.244.1.1')}
1.3.6.1.2.1.33.1.1.1.0|4|RIELLO
1.3.6.1.2.1.33.1.1.2.0|4|SDH 3000
1.3.6.1.2.1.33.1.1.3.0|4|N/A`)
    expect(found).toMatchObject({ type: 'ups', manufacturer: 'RIELLO', model: 'SDH 3000' })
    expect(found.firmwareVersion).toBeUndefined()
  })

  test('returns no manufacturer of a general-purpose host without private objects', async () => {
    const linux = system('Linux db 6.1.0 #1 SMP x86_64', '1.3.6.1.4.1.8072.3.2.10')
    const plain = await identified(`${linux}\n1.3.6.1.4.1.2021.4.1.0|2|0`)
    expect(plain).toMatchObject({ type: 'computer', os: { name: 'Linux', kernel: '6.1.0' } })
    expect(plain.manufacturer).toBeUndefined()
    expect(await identified(`${linux}\n1.3.6.1.4.1.6574.1.1.0|2|1`)).toMatchObject({
      manufacturer: 'Synology',
      type: 'storage',
    })
    expect(
      (await identified(`${linux}\n1.3.6.1.4.1.232.1.0|2|1\n1.3.6.1.4.1.674.1.0|2|1`)).manufacturer,
    ).toBeUndefined()
  })

  test('identifies a device without a system group by its other objects', async () => {
    expect(await identified('1.3.6.1.2.1.17.1.1.0|4x|001b213c9df8\n1.3.6.1.2.1.17.1.2.0|2|24')).toMatchObject({
      type: 'network-device',
      name: '',
    })
    expect(await identified('1.3.6.1.4.1.39165.1.1.0|4|x')).toMatchObject({ type: 'camera', manufacturer: 'Hikvision' })
  })

  test('prefers vendor objects', async () => {
    const found =
      await identified(`${system('NetApp Release 8.2.3 7-Mode: Thu Jan 15 21:30:45 PST 2015', '1.3.6.1.4.1.789.2.3')}
1.3.6.1.4.1.789.1.1.5.0|4|FAS3270
1.3.6.1.4.1.789.1.1.9.0|4|940001051000`)
    expect(found).toMatchObject({
      type: 'storage',
      manufacturer: 'NetApp',
      model: 'FAS3270',
      serialNumber: '940001051000',
      firmwareVersion: '8.2.3 7-Mode',
    })
  })

  test('identifies a printer without Printer-MIB or manufacturer, but no print queue', async () => {
    const printer = '\n1.3.6.1.2.1.25.3.2.1.2.1|6|1.3.6.1.2.1.25.3.1.5\n1.3.6.1.2.1.25.3.2.1.3.1|4|HP LaserJet P2055dn'
    expect(await identified(`1.3.6.1.2.1.1.5.0|4|prn${printer}`)).toMatchObject({
      type: 'printer',
      manufacturer: 'HP',
      model: 'LaserJet P2055dn',
    })
    const windows = 'Hardware: x86 Family 6 - Software: Windows Version 5.2 (Build 3790 Multiprocessor Free)'
    const host = await identified(`${system(windows, '1.3.6.1.4.1.311.1.1.3.1.2')}${printer}`)
    expect(host).toMatchObject({ type: 'computer', manufacturer: 'Microsoft' })
    expect(host.model).toBeUndefined()
  })

  test('splits serial number and version from the name of a printer', async () => {
    const found = await identified(`${system('Lexmark CX510de version NH61.GM7.N650', '1.3.6.1.4.1.641.2.71435399')}
1.3.6.1.2.1.25.3.2.1.2.1|6|1.3.6.1.2.1.25.3.1.5
1.3.6.1.2.1.25.3.2.1.3.1|4|Lexmark CX510de 7527ABCDE0123 NH61.GM7.N650
1.3.6.1.2.1.43.5.1.1.17.1|4|7527ABCDE0123`)
    expect(found).toMatchObject({ manufacturer: 'Lexmark', model: 'CX510de', serialNumber: '7527ABCDE0123' })
  })

  test('returns the manufacturer of the chassis without a system group', async () => {
    const found = await identified(`1.3.6.1.2.1.47.1.1.1.1.12.1001|4|Cisco Systems, Inc.
${chassis(1001, 'WS-C2960X-24TS-L', 'FOC1932X0AB')}`)
    expect(found).toMatchObject({ type: 'network-device', manufacturer: 'Cisco', model: 'WS-C2960X-24TS-L' })
    expect(found.evidence).toContainEqual({
      field: 'system.manufacturer',
      value: 'Cisco',
      source: '1.3.6.1.2.1.47.1.1.1.1.12.1001',
    })
  })

  test('never returns the serial number of a fan as that of the device', async () => {
    const found = await identified(
      `${system('S4048-ON', '1.3.6.1.4.1.6027.1.3.23')}${chassis(1, '', 'CN0ABC123', 0, 7)}`,
    )
    expect(found.serialNumber).toBeUndefined()
  })

  test('takes model and serial number of a fixed device whose chassis is empty from description and board', async () => {
    const found = await identified(`${system('switch', '1.3.6.1.4.1.2636.1.1.1.2.31')}
1.3.6.1.2.1.47.1.1.1.1.2.1|4|Juniper EX4200-48T
1.3.6.1.2.1.47.1.1.1.1.4.1|2|0
1.3.6.1.2.1.47.1.1.1.1.5.1|2|3
1.3.6.1.2.1.47.1.1.1.1.10.2|4|12.3R9.4
${chassis(2, '', 'BP0212345678', 1, 9)}${chassis(3, 'PWR-1', 'PS123', 1, 6)}`)
    expect(found).toMatchObject({ model: 'EX4200-48T', serialNumber: 'BP0212345678', firmwareVersion: '12.3R9.4' })
  })

  test('takes the name of no module for the device, and the serial number of none of several', async () => {
    const found = await identified(`${system('switch', '1.3.6.1.4.1.9.1.1208')}
1.3.6.1.2.1.47.1.1.1.1.2.1|4|chassis
${chassis(1, '', '')}${chassis(2, 'LINECARD-48', 'LC1', 1, 9)}${chassis(3, 'LINECARD-24', '', 1, 9)}`)
    expect(found.model).toBeUndefined()
    expect(found.serialNumber).toBeUndefined()
  })

  test.each([
    ['a licence key', 'KQ2M-7H2K-9QX4-TT1Z'],
    ['a digest', '0123456789abcdef0123456789abcdef'],
    ['the agent', 'NET-SNMP 5.7.2'],
    ['a name', 'standard'],
    ['an address', '00:1b:21:3c:9d:f8'],
  ])('takes %s in the column of versions for none: %s', async (_, text) => {
    const found = await identified(`${system('switch', '1.3.6.1.4.1.9.1.1208')}${chassis(1, 'X1', 'S1')}
1.3.6.1.2.1.47.1.1.1.1.10.1|4|${text}
1.3.6.1.2.1.47.1.1.1.1.9.1|4|V4.2`)
    expect(found.firmwareVersion).toBe('V4.2')
  })

  test('removes the kind behind a model', async () => {
    const objects = system('switch', '1.3.6.1.4.1.9.1.1208')
    const modelOf = async (name: string) => (await identified(`${objects}${chassis(1, name, 'S1')}`)).model
    expect(await modelOf('6125G Ethernet Blade Switch')).toBe('6125G')
    expect(await modelOf('S2910 Managed L2 Switch')).toBe('S2910')
    expect(await modelOf('Switch 4500')).toBe('Switch 4500')
    expect(await modelOf('Blade Switch')).toBe('Blade Switch')
  })

  test('keeps a part number that starts with the manufacturer', async () => {
    const found = await identified(
      `${system('Cisco IOS Software', '1.3.6.1.4.1.9.1.1042')}${chassis(1, 'CISCO3925-CHASSIS', 'FTX1632AH0B')}`,
    )
    expect(found.model).toBe('CISCO3925-CHASSIS')
  })

  test('returns no values without evidence', async () => {
    const { evidence, ...found } = await identified(
      `${system('box', '1.3.6.1.4.1.0.1')}${chassis(1, 'N/A', 'unknown')}`,
    )
    expect(found).toEqual({ type: 'unknown', name: 'device-1', chassisSerials: [], recognized: [] })
    expect(evidence.map(({ field }) => field)).toEqual(['name'])
  })
})

test('assigns addresses to interfaces, and omits missing values', async () => {
  const observation = observe(
    await deviceFacts(`${system('box', '1.3.6.1.4.1.99999.1')}
1.3.6.1.2.1.2.2.1.2.3|4|eth0
1.3.6.1.2.1.2.2.1.6.3|4x|001b213c9df8
1.3.6.1.2.1.4.20.1.1.192.0.2.1|64|192.0.2.1
1.3.6.1.2.1.4.20.1.1.192.0.2.9|64|192.0.2.9
1.3.6.1.2.1.4.20.1.2.192.0.2.1|2|3
1.3.6.1.2.1.4.20.1.2.192.0.2.9|2|77
1.3.6.1.2.1.4.20.1.3.192.0.2.1|64|255.255.255.0`),
  )
  expect(observation.network?.interfaces).toEqual([
    {
      name: 'eth0',
      index: 3,
      description: 'eth0',
      macAddress: '00:1b:21:3c:9d:f8',
      addresses: [{ address: '192.0.2.1', prefixLength: 24 }],
    },
  ])
  expect(observation.identity).toMatchObject({
    ipAddresses: ['192.0.2.1', '192.0.2.9'],
    macAddresses: ['00:1b:21:3c:9d:f8'],
    hostname: 'device-1',
  })
  expect(Object.keys(observation.hardware ?? {})).toEqual(['system'])
  expect(observation).not.toHaveProperty('software')
})
