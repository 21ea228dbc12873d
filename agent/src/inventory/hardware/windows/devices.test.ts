import { describe, expect, it } from 'vitest'
import type { RecordedRegistry } from '../../../platform/windows/testing/recorded-windows.ts'
import { hyperVGuest } from '../../system/windows/hyper-v-guest.ts'
import { collect, control, devices, microsoft } from '../../windows/testing/recorded-registry.ts'
import { windowsDevices } from './devices.ts'
import { windowsDisplays } from './displays.ts'
import { windowsGraphics } from './graphics.ts'
import { biosKey } from './system.ts'

it('a guest of Hyper-V names its host, and one that has moved to another hypervisor does not', async () => {
  const key = `${microsoft}\\Virtual Machine\\Guest\\Parameters`
  const firmware = {
    [biosKey]: { SystemManufacturer: 'Microsoft Corporation', SystemProductName: 'Virtual Machine' },
  }
  const registry = {
    [key]: { PhysicalHostName: 'HV01', PhysicalHostNameFullyQualified: 'hv01.example', HostName: 'hv01' },
  }
  const hostIn = async (values: RecordedRegistry) =>
    (await collect(hyperVGuest, values)).part.system?.virtualizationHost
  expect(await hostIn({ ...firmware, ...registry })).toBe('hv01.example')
  expect(await hostIn({ ...firmware, [key]: { PhysicalHostName: 7 } })).toBe('7')
  expect(await hostIn(firmware)).toBeUndefined()
  const moved = { [biosKey]: { SystemManufacturer: 'VMware, Inc.', SystemProductName: 'VMware7,1' } }
  for (const other of [moved, {}]) expect(await hostIn({ ...other, ...registry })).toBeUndefined()
})

describe('devices', () => {
  const displayClass = '{4d36e968-e325-11ce-bfc1-08002be10318}'
  const card = `${devices}\\PCI\\VEN_10DE&DEV_2484&SUBSYS_40C31458&REV_A1\\4&1f&0&0008`
  const registry: RecordedRegistry = {
    [card]: {
      DeviceDesc: '@oem4.inf,%nvidia_dev.2484%;NVIDIA GeForce RTX 3070',
      Mfg: '@oem4.inf,%nvidia%;NVIDIA',
      ClassGUID: displayClass,
      Driver: `${displayClass}\\0001`,
      Service: 'nvlddmkm',
      LocationInformation: '@System32\\drivers\\pci.sys,#65536;PCI bus %1, device %2, function %3;(1,0,0)',
      CompatibleIDs: ['PCI\\VEN_10DE&DEV_2484&REV_A1', 'PCI\\CC_030000', 'PCI\\CC_0300'],
    },
    [`${card}\\Control`]: {},
    [`${devices}\\PCI\\VEN_8086&DEV_1\\3&0`]: { DeviceDesc: 'Bridge', CompatibleIDs: ['PCI\\CC_0604'] },
    [`${devices}\\PCI\\VEN_8086&DEV_1\\3&0\\Control`]: {},
    [`${devices}\\PCI\\VEN_1002&DEV_2\\4&0`]: {
      DeviceDesc: 'Old card',
      ClassGUID: displayClass,
      CompatibleIDs: ['PCI\\CC_0300'],
    },
    [`${devices}\\USB\\VID_1050&PID_0407\\0012345678`]: {
      DeviceDesc: '@usb.inf,%usb\\composite.devicedesc%;USB Composite Device',
      FriendlyName: 'Security Key',
      Mfg: '@usb.inf,%generic.mfg%;(Standard USB Host Controller)',
      Service: 'usbccgp',
    },
    [`${devices}\\USB\\VID_1050&PID_0407\\0012345678\\Control`]: {},
    [`${devices}\\USB\\VID_1050&PID_0407&MI_00\\6&1`]: { DeviceDesc: 'Keyboard of it' },
    [`${devices}\\USB\\VID_1050&PID_0407&MI_00\\6&1\\Control`]: {},
    [`${devices}\\USB\\ROOT_HUB30\\4&1`]: { Service: 'USBHUB3' },
    [`${devices}\\USB\\ROOT_HUB30\\4&1\\Control`]: {},
    [`${devices}\\USB\\VID_05E3&PID_0608\\5&1&0&2`]: { Service: 'USBHUB3' },
    [`${devices}\\USB\\VID_05E3&PID_0608\\5&1&0&2\\Control`]: {},
    [`${control}\\Class\\${displayClass}\\0000`]: { DriverDesc: 'Old card' },
    [`${control}\\Class\\${displayClass}\\0001`]: {
      DriverDesc: 'NVIDIA GeForce RTX 3070',
      ProviderName: 'NVIDIA',
      DriverVersion: '31.0.15.3699',
      'HardwareInformation.MemorySize': 2 ** 32 - 2 ** 20,
      'HardwareInformation.qwMemorySize': { type: 'qword', value: 2n ** 33n },
    },
  }

  it('of PCI and USB are those that are present, without bridges, hubs and parts', async () => {
    expect((await collect(windowsDevices, registry)).part.components).toEqual([
      {
        id: 'pci-0000:01:00.0',
        class: 'module',
        description: 'Display controller',
        manufacturer: 'NVIDIA',
        model: 'NVIDIA GeForce RTX 3070',
      },
      {
        id: 'usb-VID_1050&PID_0407-0012345678',
        class: 'module',
        description: 'USB device',
        model: 'Security Key',
        serialNumber: '0012345678',
      },
    ])
  })

  it('for graphics have their driver and more than 4 GB of memory', async () => {
    const nvidia = {
      name: 'NVIDIA GeForce RTX 3070',
      manufacturer: 'NVIDIA',
      bus: '0000:01:00.0',
      driver: 'nvlddmkm',
      driverVersion: '31.0.15.3699',
      memoryBytes: 2 ** 33,
    }
    expect((await collect(windowsGraphics, registry)).part.graphics).toEqual([nvidia])
    const bytes = Buffer.alloc(8)
    bytes.writeBigUInt64LE(2n ** 34n)
    const driver = `${control}\\Class\\${displayClass}\\0001`
    const asBytes = { ...registry, [driver]: { DriverDesc: 'X', 'HardwareInformation.qwMemorySize': bytes } }
    expect((await collect(windowsGraphics, asBytes)).part.graphics?.[0]?.memoryBytes).toBe(2 ** 34)
    bytes.fill(0xff)
    expect((await collect(windowsGraphics, asBytes)).part.graphics?.[0]?.memoryBytes).toBeUndefined()
  })

  it('have odd values and still a name', async () => {
    const odd = `${devices}\\USB\\VID_1&PID_2\\a`
    const found = await collect(windowsDevices, {
      [odd]: { DeviceDesc: Buffer.alloc(3), Mfg: '@;;', LocationInformation: '(9999999,1,1)', Service: 4 },
      [`${odd}\\Control`]: {},
      [`${devices}\\PCI\\VEN_1&DEV_2\\b`]: { CompatibleIDs: Buffer.from('PCI\\CC_0300') },
      [`${devices}\\PCI\\VEN_1&DEV_2\\b\\Control`]: {},
      [`${devices}\\PCI\\VEN_1&DEV_3`]: 'refused',
    })
    expect(found.part.components).toEqual([
      {
        id: 'usb-VID_1&PID_2-a',
        class: 'module',
        description: 'USB device',
        manufacturer: ';',
        model: 'VID_1&PID_2',
        serialNumber: 'a',
      },
    ])
    expect(found.cuts).toHaveLength(1)
  })

  it('that are displays have the values of their EDID, and a broken one is reported', async () => {
    const edid = Buffer.alloc(128)
    Buffer.from([0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0x10, 0xac, 0x01, 0x40, 0x39, 0x30]).copy(edid)
    edid[16] = 7
    edid[17] = 29
    edid[127] = (256 - (edid.reduce((sum, byte) => sum + byte, 0) % 256)) % 256
    const display = (instance: string, values: object, isPresent = true) => ({
      [`${devices}\\DISPLAY\\DEL4001\\${instance}\\Device Parameters`]: { ...values },
      ...(isPresent && { [`${devices}\\DISPLAY\\DEL4001\\${instance}\\Control`]: {} }),
    })
    const { part, cuts } = await collect(windowsDisplays, {
      ...display('1&a', { EDID: edid }),
      ...display('1&b', { EDID: edid.subarray(0, 20) }),
      ...display('1&c', { EDID: 'text' }),
      ...display('1&d', { EDID: edid }, false),
    })
    expect(part.monitors).toMatchObject([
      { port: 'DISPLAY\\DEL4001\\1&a', manufacturer: 'Dell', serialNumber: '12345', made: '2019-W07' },
      { port: 'DISPLAY\\DEL4001\\1&b' },
    ])
    expect(cuts).toEqual([expect.stringContaining('ends after 20 bytes')])
  })
})
