import { describe, expect, test } from 'vitest'
import { identify } from './identify.ts'
import { deviceFacts } from './testing/device.ts'

/** Lines of a device of an enterprise without a known MIB. */
const device = (description: string, objects: Record<string, string>, more = ''): string => `
1.3.6.1.2.1.1.1.0|4|${description}
1.3.6.1.2.1.1.2.0|6|1.3.6.1.4.1.61616.1
1.3.6.1.2.1.1.5.0|4|core-7
${Object.entries(objects)
  .map(([oid, text]) => `1.3.6.1.4.1.61616.${oid}|4|${text}`)
  .join('\n')}
${more}`

async function identified(lines: string) {
  const { model, serialNumber, firmwareVersion, recognized } = identify(await deviceFacts(lines))
  const values = Object.assign({ model, serialNumber, firmwareVersion }, ...recognized)
  return { model: values.model, serialNumber: values.serialNumber, firmwareVersion: values.firmwareVersion }
}

describe('private objects confirmed by another value of the device', () => {
  test('the model in sysDescr confirms the serial number and the version beside it', async () => {
    const lines = device('AX-4800 Access Switch', {
      '2.1.1.0': 'AX-4800',
      '2.1.2.0': '0520012345',
      '2.1.3.0': 'V2.14.1',
      '2.2.1.0': '45.8',
    })
    expect(await identified(lines)).toEqual({
      model: 'AX-4800',
      serialNumber: '0520012345',
      firmwareVersion: 'V2.14.1',
    })
    const { recognized } = identify(await deviceFacts(lines))
    expect(recognized).toContainEqual({ serialNumber: '0520012345', source: '1.3.6.1.4.1.61616.2.1.2.0' })
  })

  test("the device's own address confirms its neighbors", async () => {
    const lines = device(
      'embedded device',
      { '1.1.0': 'DS-2CD4C36FWD-AP', '1.3.0': 'V5.5.80 build 190131', '1.4.0': '94-e1-ac-4e-6c-c7' },
      '1.3.6.1.2.1.2.2.1.6.1|4x|94e1ac4e6cc7',
    )
    expect(await identified(lines)).toMatchObject({
      model: 'DS-2CD4C36FWD-AP',
      firmwareVersion: 'V5.5.80 build 190131',
    })
  })

  test('a model shares its name with sysDescr', async () => {
    const lines = device('Linux Wac', { '1.1.0': 'WAC m5800', '1.2.0': 'Tue May 14 15:04:04 CST 2019' })
    expect((await identified(lines)).model).toBe('WAC m5800')
  })

  test('a model follows the manufacturer', async () => {
    const lines = device(
      'SNMP card',
      { '1.1.0': 'Examplepower', '1.2.0': 'GES602R212035', '1.3.0': '1.08.2' },
      '1.3.6.1.2.1.33.1.1.1.0|4|Examplepower',
    )
    expect(await identified(lines)).toEqual({
      model: 'GES602R212035',
      serialNumber: undefined,
      firmwareVersion: '1.08.2',
    })
  })
})

describe('private objects that complete each other', () => {
  test('model, serial number and version side by side identify the device', async () => {
    const lines = device('appliance', { '5.1.0': 'XG125', '5.2.0': 'C1A0123456789KB', '5.3.0': 'SFOS 17.5.9 MR-9' })
    expect(await identified(lines)).toEqual({
      model: 'XG125',
      serialNumber: 'C1A0123456789KB',
      firmwareVersion: 'SFOS 17.5.9 MR-9',
    })
  })

  test('a label beside a value names it', async () => {
    const lines = device('appliance', {
      '7.1.2.1': 'Temperature',
      '7.1.2.2': 'Serial Number',
      '7.1.2.3': 'Firmware Version:',
      '7.1.3.1': '23 C',
      '7.1.3.2': 'a0123456',
      '7.1.3.3': 'R4.2',
    })
    expect(await identified(lines)).toMatchObject({ serialNumber: 'a0123456', firmwareVersion: 'R4.2' })
  })

  test('a serial number that can be nothing else needs no neighbor', async () => {
    const lines = device('company products', { '1.3.0': '0820161024CCRR666108343WCVU', '1.201.0': '1000MHZ' })
    expect(await identified(lines)).toEqual({
      model: undefined,
      serialNumber: '0820161024CCRR666108343WCVU',
      firmwareVersion: undefined,
    })
  })
})

describe('private objects that identify nothing', () => {
  test.each<[string, Record<string, string>]>([
    ['two serial numbers tell neither', { '1.1.0': 'JN11A0B1CAFC', '1.2.0': 'KX99Z0B1TTFC' }],
    ['the rows of parts', { '4.2.1': 'PSU-350W', '4.3.1': 'CV0008612', '4.2.2': 'PSU-350W', '4.3.2': 'CV0008613' }],
    [
      'the only row of a table of parts',
      { '4.2.1': 'PSU-350W', '4.3.1': 'CV0008612', '4.4.1': 'V1.2.3', '5.2.1': 'Line card', '5.3.1': 'SFP-10G' },
    ],
    ['licences', { '1.1.0': 'KQ2M-7H2K-9QX4-TT1Z', '1.2.0': 'oqsFfjNT-wMTW8F2f-jr4qCXH7', '1.3.0': 'Expired' }],
    ['the agent', { '1.1.0': 'SNMP agent 2.1.3', '1.2.0': 'NET-SNMP 5.7.2' }],
    ['what people configure', { '1.1.0': 'core-7' }],
    [
      'ports and measurements',
      { '1.1.0': 'GigabitEthernet0/1', '1.2.0': '45.8', '1.3.0': '52 %', '1.4.0': '10457776' },
    ],
  ])('%s', async (_, objects) => {
    expect(await identified(device('appliance', objects))).toEqual({
      model: undefined,
      serialNumber: undefined,
      firmwareVersion: undefined,
    })
  })

  test('a serial number of the only agent that was added to a computer', async () => {
    const found = await identified(`1.3.6.1.2.1.1.1.0|4|Linux db 6.1.0 #1 SMP x86_64
1.3.6.1.2.1.1.2.0|6|1.3.6.1.4.1.8072.3.2.10
1.3.6.1.4.1.61616.1.1.0|4|0820161024CCRR666WCVU`)
    expect(found.serialNumber).toBeUndefined()
  })

  test('objects of agents that were added to a computer', async () => {
    const objects = ['61616', '61617'].map((enterprise) => `1.3.6.1.4.1.${enterprise}.1.1.0|4|0820161024CCRR666WCVU`)
    const found = await identified(`1.3.6.1.2.1.1.1.0|4|Linux db 6.1.0 #1 SMP x86_64
1.3.6.1.2.1.1.2.0|6|1.3.6.1.4.1.8072.3.2.10
${objects.join('\n')}`)
    expect(found.serialNumber).toBeUndefined()
  })
})
