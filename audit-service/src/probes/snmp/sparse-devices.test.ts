import { describe, expect, test } from 'vitest'
import { identify } from './identify.ts'
import { deviceFacts } from './testing/device.ts'

/** Lines of a device whose manufacturer has no known MIB; objects are named in full. */
const device = (description: string, objects: Record<string, string | number> = {}): string =>
  [
    `1.3.6.1.2.1.1.1.0|4|${description}`,
    '1.3.6.1.2.1.1.2.0|6|1.3.6.1.4.1.61616.1',
    ...Object.entries(objects).map(([oid, value]) => `${oid}|${tagOf(value)}|${value}`),
  ].join('\n')

const tagOf = (value: string | number): number => {
  if (typeof value === 'number') return 2
  return /^1\.3\.6\.[\d.]+$/.test(value) ? 6 : 4
}

async function identified(lines: string) {
  const { type, model, serialNumber, firmwareVersion, recognized } = identify(await deviceFacts(lines))
  const values = Object.assign({ model, serialNumber, firmwareVersion }, ...recognized)
  return { type, model: values.model, serialNumber: values.serialNumber, firmwareVersion: values.firmwareVersion }
}

const part = (
  index: number,
  kind: number,
  values: { model?: string; serial?: string; descr?: string; parent?: number },
) => ({
  [`1.3.6.1.2.1.47.1.1.1.1.4.${index}`]: values.parent ?? 0,
  [`1.3.6.1.2.1.47.1.1.1.1.5.${index}`]: kind,
  ...(values.descr && { [`1.3.6.1.2.1.47.1.1.1.1.2.${index}`]: values.descr }),
  ...(values.serial && { [`1.3.6.1.2.1.47.1.1.1.1.11.${index}`]: values.serial }),
  ...(values.model && { [`1.3.6.1.2.1.47.1.1.1.1.13.${index}`]: values.model }),
})
const module = 9
const powerSupply = 6

describe('ENTITY-MIB without a chassis', () => {
  test('takes the serial number of the module that has the model of sysDescr', async () => {
    const parts = {
      ...part(1, module, { model: 'GX-4800T', serial: 'CN41GX0017' }),
      ...part(2, module, { model: 'GX-UPLINK-4', serial: 'CN41UP0017' }),
      ...part(3, powerSupply, { model: 'PSU-150', serial: 'CN41PS0017' }),
    }
    expect(await identified(device('GX-4800T Access Switch, Version 4.2.1', parts))).toEqual({
      type: 'network-device',
      model: 'GX-4800T',
      serialNumber: 'CN41GX0017',
      firmwareVersion: '4.2.1',
    })
  })

  test('takes none if two members have the model', async () => {
    const parts = {
      ...part(1, module, { model: 'GX-4800T', serial: 'CN41GX0017' }),
      ...part(2, module, { model: 'GX-4800T', serial: 'CN41GX0018' }),
    }
    expect((await identified(device('GX-4800T Access Switch', parts))).serialNumber).toBeUndefined()
  })

  test('takes none of a power supply or a transceiver with the name of the device', async () => {
    const parts = {
      ...part(1, powerSupply, { model: 'GX-4800T', serial: 'CN41PS0017' }),
      ...part(2, 10, { descr: 'GX-4800T', serial: 'SFP0017AB' }),
      ...part(3, module, { model: 'GX-UPLINK-4', serial: 'CN41UP0017' }),
      ...part(4, module, { model: 'GX-UPLINK-4', serial: 'CN41UP0018' }),
    }
    expect((await identified(device('GX-4800T Access Switch', parts))).serialNumber).toBeUndefined()
  })
})

describe('FCMGMT-MIB', () => {
  const unit = '1.3.6.1.3.94.1.6.1'
  const own = '32.0.0.192.255.1.2.3.0.0.0.0.0.0.0.0'
  const other = '32.0.0.192.255.1.2.4.0.0.0.0.0.0.0.0'

  test('identifies a storage system by its only unit', async () => {
    const lines = device('RAID system', {
      [`${unit}.3.${own}`]: 11,
      [`${unit}.7.${own}`]: 'VX 3730',
      [`${unit}.8.${own}`]: 'VX37BD0017',
    })
    expect(await identified(lines)).toMatchObject({ type: 'storage', model: 'VX 3730', serialNumber: 'VX37BD0017' })
  })

  test('identifies nothing if the agent lists the units of a fabric', async () => {
    const lines = device('fabric element', {
      [`${unit}.3.${own}`]: 4,
      [`${unit}.3.${other}`]: 4,
      [`${unit}.7.${own}`]: 'VX 3730',
      [`${unit}.7.${other}`]: 'VX 3740',
      [`${unit}.8.${own}`]: 'VX37BD0017',
      [`${unit}.8.${other}`]: 'VX37BD0018',
    })
    expect(await identified(lines)).toMatchObject({ type: 'unknown', model: undefined, serialNumber: undefined })
  })
})

describe('printers', () => {
  const printer = (text: string, more: Record<string, string | number> = {}) =>
    device('Ethernet print interface', {
      '1.3.6.1.2.1.25.3.2.1.2.1': '1.3.6.1.2.1.25.3.1.5',
      '1.3.6.1.2.1.25.3.2.1.3.1': text,
      ...more,
    })

  test('reads a device id of IEEE 1284 in hrDeviceDescr', async () => {
    const found = await identified(printer('MFG:Example;CMD:PCL,PS;MDL:LaserPrint 4200n;CLS:PRINTER;SN:EX42A0017;'))
    expect(found).toMatchObject({ type: 'printer', model: 'LaserPrint 4200n', serialNumber: 'EX42A0017' })
  })

  test('reads the device id of the Port Monitor MIB', async () => {
    const id = '1.3.6.1.4.1.2699.1.2.1.2.1.1.3.1'
    const found = await identified(printer('Printer', { [id]: 'MFG:Example;MDL:LaserPrint 4200n;SERN:EX42A0017;' }))
    expect(found).toMatchObject({ type: 'printer', model: 'LaserPrint 4200n', serialNumber: 'EX42A0017' })
  })

  test('removes serial number and version behind the model', async () => {
    const found = await identified(printer('LaserPrint XC4150 75284620ABCDE ATL.021.063'))
    expect(found).toMatchObject({ model: 'LaserPrint XC4150', serialNumber: undefined })
  })
})

describe('rows of others', () => {
  const row = (values: Record<string, string>) =>
    Object.fromEntries(Object.entries(values).map(([column, text]) => [`1.3.6.1.4.1.61616.7.1.${column}.1`, text]))

  test('a neighbor of the same model gives it no serial number', async () => {
    const neighbor = row({ 2: 'GX-4800T', 3: 'CN41GX0099', 4: 'V4.2.1', 5: '00:1b:21:3c:9d:f8' })
    const { serialNumber } = await identified(device('GX-4800T Access Switch', neighbor))
    expect(serialNumber).toBeUndefined()
  })

  test('the row with its own address does', async () => {
    const own = row({ 2: 'GX-4800T', 3: 'CN41GX0017', 4: 'V4.2.1', 5: '00:1b:21:3c:9d:f8' })
    const lines = `${device('GX-4800T Access Switch', own)}\n1.3.6.1.2.1.2.2.1.6.1|4x|001b213c9df8`
    expect(await identified(lines)).toMatchObject({ serialNumber: 'CN41GX0017', firmwareVersion: 'V4.2.1' })
  })
})

describe('texts that identify nothing', () => {
  test.each([
    'Product: Router',
    'Model: , Serial: ',
    'Serial port server',
    'Model: unknown; SN: 0000000000; FW: n/a',
    'Serial number: see label',
    'Building 12, Floor 3, Rack 04',
    'SNMP agent version 2.1.3',
    'Net-SNMP 5.9.1',
    'Maintained by ops@example.com since 2019-05-10',
    'licence KQ2M-7H2K-9QX4-TT1Z',
    'SW-CORE-01',
    'ESX04-PROD server in DC2',
    'OpenSSL 1.1.1k, kernel 4.19.0',
    'RS-485 to Ethernet converter',
    'ARM Cortex-A9 1GHz 512MB',
    'IEEE 802.11ac 2.4GHz/5GHz',
    'Licence: ABCD-1234-EFGH-5678, valid until 2026-01-01',
    'UPS room 204, contact 030-1234567',
    'core switch floor 3 (replaced 2021-03-04, ticket 48213)',
    'fw_berlin_2',
    'rtr-edge-12 in rack 7',
  ])('%s', async (description) => {
    expect(await identified(device(description))).toMatchObject({
      model: undefined,
      serialNumber: undefined,
      firmwareVersion: undefined,
    })
  })
})
