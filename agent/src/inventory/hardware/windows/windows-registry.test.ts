import { describe, expect, it } from 'vitest'
import { recordedHost } from '../../../platform/testing/recorded-host.ts'
import {
  type RecordedRegistry,
  recordedWindows,
  type WindowsRecording,
} from '../../../platform/windows/testing/recorded-windows.ts'
import { machineGuid } from '../../identity/windows-machine-guid.ts'
import type { Source } from '../../source.ts'
import { windowsAntivirus } from './antivirus.ts'
import { windowsDevices } from './devices.ts'
import { windowsDisplays } from './displays.ts'
import { windowsFirewall } from './firewall.ts'
import { windowsGraphics } from './graphics.ts'
import { hyperVGuest } from './hyper-v-guest.ts'
import { windowsPrinters } from './printers.ts'
import { windowsTime } from './time-service.ts'
import { windowsVersion } from './version.ts'

type MakeSource<Part> = (api: ReturnType<typeof recordedWindows>) => Source<Part>

/** Runs a source and returns its data and what it cut. */
async function collect<Part>(source: MakeSource<Part>, registry: RecordedRegistry, more: WindowsRecording = {}) {
  const cuts: string[] = []
  const api = recordedWindows({ ...more, registry })
  return { part: await source(api).collect(recordedHost({}), (what) => cuts.push(what)), cuts }
}

const control = 'HKLM\\SYSTEM\\CurrentControlSet\\Control'
const services = 'HKLM\\SYSTEM\\CurrentControlSet\\Services'
const devices = 'HKLM\\SYSTEM\\CurrentControlSet\\Enum'
const microsoft = 'HKLM\\SOFTWARE\\Microsoft'
const alice = 'S-1-5-21-1004336348-1177238915-682003330-1001'
const filetime = (time: string): bigint => (BigInt(Date.parse(time)) + 11_644_473_600_000n) * 10_000n
const filetimeBytes = (time: string): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(filetime(time))
  return bytes
}

describe('the version of Windows', () => {
  const key = `${microsoft}\\Windows NT\\CurrentVersion`
  const current = {
    ProductName: 'Windows 10 Pro',
    EditionID: 'Professional',
    DisplayVersion: '23H2',
    ReleaseId: '2009',
    CurrentBuild: '22631',
    CurrentBuildNumber: '22631',
    UBR: 3007,
    InstallDate: 1_700_000_000,
    InstallTime: { type: 'qword', value: filetime('2023-11-14T22:13:21.000Z') },
  } as const
  const environment = { [`${control}\\Session Manager\\Environment`]: { PROCESSOR_ARCHITECTURE: 'AMD64' } }

  it('is 11 from build 22000 on, whatever it calls itself', async () => {
    expect((await collect(windowsVersion, { [key]: current, ...environment })).part.os).toEqual({
      name: 'Windows 11 Pro',
      version: '23H2',
      edition: 'Professional',
      build: '22631.3007',
      architecture: 'x86_64',
      installedAt: '2023-11-14T22:13:21.000Z',
      pendingUpdates: { needsRestart: false },
    })
  })

  it.each([
    ['Windows 10 Enterprise', '19045', 'Windows 10 Enterprise'],
    ['Windows 10 Enterprise', '21999', 'Windows 10 Enterprise'],
    ['Windows 10 Enterprise', '22000', 'Windows 11 Enterprise'],
    ['Windows 11 Home', '26100', 'Windows 11 Home'],
    ['Windows Server 2025 Standard', '26100', 'Windows Server 2025 Standard'],
    ['Windows 100', '30000', 'Windows 100'],
    ['Windows 10 Pro', 'odd', 'Windows 10 Pro'],
  ])('%s of build %s is %s', async (ProductName, CurrentBuildNumber, name) => {
    expect((await collect(windowsVersion, { [key]: { ProductName, CurrentBuildNumber } })).part.os?.name).toBe(name)
  })

  it('has what an older Windows has, and nothing of another type', async () => {
    const old = {
      ProductName: 'Windows 7',
      CSDVersion: 'Service Pack 1',
      CurrentBuildNumber: '7601',
      InstallDate: 1_300_000_000,
    }
    expect((await collect(windowsVersion, { [key]: old })).part.os).toMatchObject({
      version: 'Service Pack 1',
      build: '7601',
      installedAt: '2011-03-13T07:06:40.000Z',
    })
    const odd = {
      ProductName: Buffer.from('x'),
      UBR: 'x',
      CurrentBuildNumber: Buffer.alloc(4),
      InstallDate: 2 ** 32 - 1,
      InstallTime: Buffer.alloc(3),
    }
    expect((await collect(windowsVersion, { [key]: odd })).part.os).toEqual({ pendingUpdates: { needsRestart: false } })
  })

  it('says if an update waits for a restart, and nothing if that cannot be read', async () => {
    const pending = `${microsoft}\\Windows\\CurrentVersion\\Component Based Servicing\\RebootPending`
    const required = `${microsoft}\\Windows\\CurrentVersion\\WindowsUpdate\\Auto Update\\RebootRequired`
    const restart = async (registry: RecordedRegistry) =>
      (await collect(windowsVersion, registry)).part.os?.pendingUpdates?.needsRestart
    expect(await restart({ [pending]: {} })).toBe(true)
    expect(await restart({ [required]: { 'a-b-c': 1 } })).toBe(true)
    expect(await restart({ [required]: 'refused' })).toBeUndefined()
    expect(await restart({ [required]: 'refused', [pending]: {} })).toBe(true)
  })
})

it.each([
  ['0F3B2A10-7C4D-4E5F-8A9B-0C1D2E3F4A5B', '0f3b2a10-7c4d-4e5f-8a9b-0c1d2e3f4a5b'],
  ['not a guid', undefined],
  ['x'.repeat(10_000), undefined],
])('reads the MachineGuid %s', async (MachineGuid, machineId) => {
  const found = await collect(machineGuid, { [`${microsoft}\\Cryptography`]: { MachineGuid } })
  expect(found.part.machineId).toBe(machineId)
})

describe('print queues', () => {
  it('are those of the machine and the connections of loaded users', async () => {
    const registry: RecordedRegistry = {
      [`${control}\\Print\\Printers\\Office`]: {
        Name: 'Office',
        'Printer Driver': 'Example Universal',
        Port: 'IP_192.0.2.9',
        Location: '2nd floor',
        Attributes: 0x1008,
      },
      [`${control}\\Print\\Printers\\Web`]: { Name: 'Web', Port: 'https://u:p@print.example/q?key=1', Attributes: 'x' },
      [`HKU\\${alice}\\Printers\\Connections\\,,server,Color`]: { Server: '\\\\server' },
      [`HKU\\${alice}\\Software\\Microsoft\\Windows NT\\CurrentVersion\\Windows`]: {
        Device: '\\\\server\\color,winspool,Ne01:',
      },
    }
    expect((await collect(windowsPrinters, registry)).part.printQueues).toEqual([
      {
        name: 'Office',
        driver: 'Example Universal',
        port: 'IP_192.0.2.9',
        location: '2nd floor',
        isShared: true,
        isDefault: false,
      },
      { name: 'Web', port: 'https://print.example/q', isShared: false, isDefault: false },
      { name: '\\\\server\\Color', port: '\\\\server\\Color', isDefault: true },
    ])
  })

  it('have no default if no user is loaded', async () => {
    const registry = { [`${control}\\Print\\Printers\\Office`]: {} }
    expect((await collect(windowsPrinters, registry)).part.printQueues).toEqual([{ name: 'Office', isShared: false }])
  })
})

describe('antivirus programs', () => {
  const center = `${microsoft}\\Security Center\\Provider\\Av`
  const defender = `${microsoft}\\Windows Defender`

  it('are those of the Security Center, with the own values of Defender', async () => {
    const registry: RecordedRegistry = {
      [`${center}\\{1}`]: { DISPLAYNAME: 'Example AV', STATE: 0x41000, PRODUCTEXE: 'C:\\av.exe' },
      [`${center}\\{2}`]: { DISPLAYNAME: 'Windows Defender', STATE: 0x60110, PRODUCTEXE: 'windowsdefender://' },
      [`${center}\\{3}`]: { DISPLAYNAME: 'Odd', STATE: 'x' },
      [`${center}\\{4}`]: { STATE: 1 },
      [defender]: { InstallLocation: 'C:\\ProgramData\\Microsoft\\Windows Defender\\Platform\\4.18.24090.11-0\\' },
      [`${defender}\\Signature Updates`]: { AVSignatureApplied: filetimeBytes('2024-11-19T06:00:00Z') },
    }
    expect((await collect(windowsAntivirus, registry)).part.security?.antivirus).toEqual([
      { name: 'Example AV', state: 'on', isUpToDate: true },
      { name: 'Odd' },
      {
        name: 'Windows Defender',
        version: '4.18.24090.11',
        state: 'off',
        isUpToDate: false,
        signaturesFrom: '2024-11-19T06:00:00.000Z',
      },
    ])
  })

  it.each<[string, RecordedRegistry, 'on' | 'off' | undefined]>([
    ['on a server without the Security Center', {}, 'on'],
    ['with its service disabled', { [`${services}\\WinDefend`]: { Start: 4 } }, 'off'],
    [
      'turned off by policy',
      { 'HKLM\\SOFTWARE\\Policies\\Microsoft\\Windows Defender': { DisableAntiSpyware: 1 } },
      'off',
    ],
    [
      'without real-time protection',
      { [`${defender}\\Real-Time Protection`]: { DisableRealtimeMonitoring: 1 } },
      'off',
    ],
    ['in passive mode', { [defender]: { PassiveMode: 1 } }, 'off'],
  ])('have the state of Defender %s', async (_, registry, state) => {
    const found = await collect(windowsAntivirus, { [`${services}\\WinDefend`]: { Start: 2 }, ...registry })
    expect(found.part.security?.antivirus).toMatchObject([{ name: 'Microsoft Defender Antivirus', state }])
  })

  it('are none on a system without Defender', async () => {
    expect((await collect(windowsAntivirus, {})).part.security?.antivirus).toEqual([])
  })
})

describe('the firewall', () => {
  const local = `${services}\\SharedAccess\\Parameters\\FirewallPolicy`
  const policy = 'HKLM\\SOFTWARE\\Policies\\Microsoft\\WindowsFirewall'
  const states = async (registry: RecordedRegistry) =>
    (await collect(windowsFirewall, registry)).part.security?.firewalls?.map(
      ({ profile, state }) => `${profile} ${state}`,
    )

  it('has a state for each profile, and group policy overrides it', async () => {
    const registry = {
      [`${local}\\DomainProfile`]: { EnableFirewall: 1 },
      [`${local}\\StandardProfile`]: { EnableFirewall: 0 },
      [`${local}\\PublicProfile`]: { EnableFirewall: 1 },
    }
    expect(await states(registry)).toEqual(['domain on', 'private off', 'public on'])
    const ruled = {
      ...registry,
      [`${policy}\\DomainProfile`]: { EnableFirewall: 0 },
      [`${policy}\\PrivateProfile`]: { EnableFirewall: 1 },
    }
    expect(await states(ruled)).toEqual(['domain off', 'private on', 'public on'])
  })

  it('is off without its service, and unknown without a value', async () => {
    const registry = {
      [`${local}\\DomainProfile`]: { EnableFirewall: 1 },
      [`${local}\\PublicProfile`]: { EnableFirewall: Buffer.alloc(9) },
    }
    expect(await states(registry)).toEqual(['domain on'])
    expect(await states({ ...registry, [`${services}\\MpsSvc`]: { Start: 4 } })).toEqual([
      'domain off',
      'private off',
      'public off',
    ])
  })
})

it.each<[string, RecordedRegistry, object | undefined]>([
  [
    'servers of its own',
    { [`${services}\\W32Time\\Parameters`]: { Type: 'NTP', NtpServer: 'time.windows.com,0x9  192.0.2.1 ,0x1' } },
    { state: 'on', servers: ['time.windows.com', '192.0.2.1'] },
  ],
  [
    'the domain',
    { [`${services}\\W32Time\\Parameters`]: { Type: 'NT5DS', NtpServer: 'time.windows.com,0x9' } },
    { state: 'on', servers: [] },
  ],
  ['nothing', { [`${services}\\W32Time\\Parameters`]: { Type: 'NoSync' } }, { state: 'off', servers: [] }],
  [
    'nothing, as its service is disabled',
    { [`${services}\\W32Time`]: { Start: 4 }, [`${services}\\W32Time\\Parameters`]: { Type: 'NTP' } },
    { state: 'off' },
  ],
  [
    'the servers of group policy',
    {
      [`${services}\\W32Time\\Parameters`]: { Type: 'NT5DS' },
      'HKLM\\SOFTWARE\\Policies\\Microsoft\\W32Time\\Parameters': { Type: 'NTP', NtpServer: 'ntp.example,0x8' },
    },
    { state: 'on', servers: ['ntp.example'] },
  ],
  ['unknown', {}, undefined],
])('the clock follows %s', async (_, registry, timeSync) => {
  const { part } = await collect(windowsTime, registry)
  if (timeSync === undefined) expect(part).toEqual({})
  else expect(part.security?.timeSync).toMatchObject({ service: 'w32time', ...timeSync })
})

it('a guest of Hyper-V names its host', async () => {
  const key = `${microsoft}\\Virtual Machine\\Guest\\Parameters`
  const registry = {
    [key]: { PhysicalHostName: 'HV01', PhysicalHostNameFullyQualified: 'hv01.example', HostName: 'hv01' },
  }
  expect((await collect(hyperVGuest, registry)).part).toEqual({
    system: { virtualization: 'microsoft', virtualizationHost: 'hv01.example' },
  })
  expect((await collect(hyperVGuest, { [key]: { PhysicalHostName: 7 } })).part.system?.virtualizationHost).toBe('7')
  expect((await collect(hyperVGuest, {})).part).toEqual({})
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
