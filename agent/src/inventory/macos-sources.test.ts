import { observationSchema } from '@rollcall/shared/inventory/observation.ts'
import { describe, expect, it } from 'vitest'
import { recordedHost } from '../platform/testing/recorded-host.ts'
import { macosProfile } from './hardware/macos/profile.ts'
import { parseMacosSystem } from './hardware/macos/system.ts'
import { macosSources } from './macos-sources.ts'
import { parseIfconfig } from './network/ifconfig.ts'
import { parseNetstatRoutes } from './network/netstat-routes.ts'
import { observe } from './observe.ts'
import { parseApplications } from './software/macos/applications.ts'
import { fileVault } from './system/macos/file-vault.ts'
import { macosServices } from './system/macos/services.ts'
import { mac } from './testing/recorded-mac.ts'

describe('a recorded Mac', () => {
  const look = async () =>
    observationSchema.parse(
      await observe(recordedHost(mac), {
        now: () => new Date('2026-11-20T08:00:00Z'),
        newId: () => '01990000-0000-7000-8000-000000000001',
        sources: macosSources,
      }),
    )

  it('is identified by its firmware values', async () => {
    const seen = await look()
    expect(seen.probes.filter(({ outcome }) => outcome === 'failed')).toEqual([])
    expect(seen).toMatchObject({
      type: 'computer',
      name: 'Laptop',
      identity: {
        machineId: '2b0a150b-fa33-45bd-90f0-3369bf908e3e',
        biosUuid: '2b0a150b-fa33-45bd-90f0-3369bf908e3e',
        serialNumber: 'C02EXAMPLE01',
        manufacturer: 'Apple Inc.',
        macAddresses: ['02:fc:00:00:00:20', '02:fc:00:00:00:25'],
        ipAddresses: ['192.0.2.20', '2001:db8::20'],
      },
    })
    expect(seen.identity.domain).toBeUndefined()
  })

  it('shows its hardware', async () => {
    expect((await look()).hardware).toMatchObject({
      system: { manufacturer: 'Apple Inc.', model: 'MacBookAir10,1', chassis: 'Laptop' },
      os: { name: 'macOS', version: '14.4.1', build: '23E224', kernel: '23.4.0', architecture: 'arm64' },
      firmware: { vendor: 'Apple', version: '10151.101.3' },
      processors: [{ manufacturer: 'Apple', model: 'Apple M1', cores: 8, threads: 8 }],
      memory: { totalBytes: 2 ** 34, modules: [{ sizeBytes: 2 ** 34, type: 'LPDDR4', manufacturer: 'Hynix' }] },
      disks: [
        {
          name: 'disk0',
          model: 'APPLE SSD AP0256Q',
          serialNumber: '0ba01600013d4e27',
          kind: 'ssd',
          bus: 'nvme',
          health: { status: 'ok' },
        },
      ],
      volumes: [
        {
          mount: '/',
          device: '/dev/disk3s1s1',
          fileSystem: 'apfs',
          label: 'Macintosh HD',
          sizeBytes: 245107195904,
          freeBytes: 99_400_000_000,
          encryption: { state: 'on', method: 'FileVault' },
        },
        { mount: '/System/Volumes/Data', encryption: { state: 'on' } },
      ],
      graphics: [{ name: 'Apple M1', manufacturer: 'Apple' }],
      monitors: [
        { port: '1', manufacturer: 'Apple', model: 'Color LCD', serialNumber: '4251086178', resolution: '2560x1600' },
        { port: '2', manufacturer: 'Dell', model: 'Example 27', made: '2019-W07', resolution: '1920x1080' },
      ],
      batteries: [
        { name: 'Battery', manufacturer: 'SMP', serialNumber: 'F8Y00EXAMPLE', cycles: 12, chargePercent: 80 },
      ],
      components: [
        { id: 'usb-0x01110000', model: 'Security Key', manufacturer: 'Example', serialNumber: 'K-1' },
        { id: 'usb-0x02100000', model: 'Keyboard', manufacturer: 'Apple Inc.' },
      ],
      printQueues: [
        {
          name: 'Office',
          driver: 'Example Laser 4000',
          port: 'ipp://192.0.2.9/ipp/print',
          isDefault: true,
          isShared: false,
        },
      ],
    })
  })

  it('shows its accounts, services and protection', async () => {
    const { hardware } = await look()
    expect(hardware).toMatchObject({
      os: {
        bootedAt: '2026-11-23T08:00:00.000Z',
        pendingUpdates: {
          listsFrom: '2026-11-19T08:00:00.000Z',
          updates: [
            { name: 'macOS Sonoma 14.5', version: '14.5' },
            { name: 'Background Security Improvement', isSecurity: true },
          ],
        },
      },
      accounts: [
        {
          name: 'alice',
          fullName: 'Alice & Co',
          id: '501',
          home: '/Users/alice',
          isAdministrator: true,
          isDisabled: false,
          isSignedIn: true,
        },
        { name: 'bob', isAdministrator: false, isDisabled: true, isSignedIn: false },
        { name: 'root', isAdministrator: true, isDisabled: true },
      ],
      systemServices: [
        { name: 'com.example.off', start: 'disabled', program: '/opt/off' },
        { name: 'com.example.vpn', start: 'automatic', state: 'running', program: '/opt/vpn/vpnd', user: '_vpn' },
      ],
      security: {
        secureBoot: 'on',
        firewalls: [{ name: 'Application Firewall', state: 'on' }],
        antivirus: [{ name: 'XProtect', version: '5310', signaturesFrom: '2026-11-01T02:03:04.000Z' }],
        timeSync: { service: 'timed', state: 'on', servers: ['time.apple.com.'] },
      },
    })
  })

  it('shows its network and software', async () => {
    const { network, software } = await look()
    expect([network?.ipAddress, network?.macAddress]).toEqual(['192.0.2.20', '02:fc:00:00:00:20'])
    expect([network?.defaultGateways, network?.dnsServers]).toEqual([['192.0.2.1', 'fe80::1'], ['192.0.2.53']])
    expect(network).toMatchObject({
      interfaces: [
        { name: 'bridge0', type: 'bridge', virtual: true },
        {
          name: 'en0',
          description: 'Wi-Fi',
          type: 'ieee80211',
          operStatus: 'up',
          virtual: false,
          addresses: [
            { address: '192.0.2.20', prefixLength: 23 },
            { address: '2001:db8::20', prefixLength: 64 },
            { address: 'fe80::1c9b:7cff:fe11:2233', prefixLength: 64 },
          ],
        },
        { name: 'en5', type: 'ethernetCsmacd', operStatus: 'down', speedBps: 2_500_000_000 },
        {
          name: 'lo0',
          type: 'softwareLoopback',
          virtual: true,
          addresses: [{ address: '127.0.0.1', prefixLength: 8 }, { address: '::1' }],
        },
        { name: 'utun0', type: 'tunnel', virtual: true },
      ],
    })
    expect(software?.map(({ name, version, source }) => `${name} ${version} ${source}`)).toEqual([
      'Mail 16.0 system_profiler',
      'Wi-Fi of the office 1 configuration-profile',
      'com.example.vpn 5.1 pkgutil',
      'jq 1.7.1 homebrew',
    ])
  })
})

it('reads a guest, and an Intel Mac with memory slots and a hard disk', async () => {
  const guest =
    'hw.model: VMware7,1\nkern.hv_vmm_present: 1\nhw.packages: 2\nhw.physicalcpu: 8\nhw.cpufrequency_max: 2900000000\nmachdep.cpu.brand_string: Intel(R)  Core(TM) i7\n'
  const { system, processors } = parseMacosSystem({ versions: '', kernel: guest, platform: '' })
  expect(system).toMatchObject({ model: 'VMware7,1', virtualization: 'vmware' })
  const processor = { manufacturer: 'Intel', model: 'Intel(R) Core(TM) i7', cores: 4, speedMhz: 2900 }
  expect(processors).toMatchObject([processor, processor])
  const slots = [
    { _name: 'DIMM0', dimm_size: '4 GB', dimm_speed: '1867 MHz', dimm_type: 'DDR3', dimm_serial_number: '0x0' },
    { _name: 'DIMM1', dimm_size: 'empty' },
  ]
  const disk = { _name: 'ST1000', spsata_medium_type: 'Rotational' }
  const intel = { SPMemoryDataType: [{ _items: slots }], SPSerialATADataType: [{ _items: [disk] }] }
  const { memory, disks } = await macosProfile.collect(
    recordedHost({ programs: { system_profiler: JSON.stringify(intel) } }),
  )
  expect(memory?.modules).toEqual([
    {
      slot: 'DIMM0',
      sizeBytes: 2 ** 32,
      type: 'DDR3',
      speedMhz: 1867,
      manufacturer: undefined,
      partNumber: undefined,
      serialNumber: undefined,
    },
  ])
  expect(disks).toMatchObject([{ name: 'ST1000', kind: 'hdd' }])
})

it('lists the disk of a virtual Mac as virtual, and no optical drives', async () => {
  const items = [
    { _name: 'VBOX HARDDISK', bsd_name: 'disk0', size_in_bytes: 41_943_040_000, spsata_medium_type: 'Solid State' },
    { _name: 'VBOX CD-ROM', device_model: 'VBOX CD-ROM   ', spsata_ncq: 'No' },
  ]
  const answer = JSON.stringify({ SPSerialATADataType: [{ _items: items }] })
  const { disks } = await macosProfile.collect(recordedHost({ programs: { system_profiler: answer } }))
  expect(disks).toMatchObject([{ name: 'disk0', kind: 'virtual', bus: 'sata' }])
})

it.each([
  ['arch_arm_i64', 'universal'],
  ['arch_i32_i64', 'universal'],
  ['arch_arm', 'arm64'],
  ['arch_i64', 'x86_64'],
  ['arch_i32', 'x86'],
  ['arch_x86', 'x86'],
  ['arch_other', undefined],
  ['arch_ios', undefined],
  [undefined, undefined],
])('reads the architecture %s of an application', (kind, architecture) => {
  expect(parseApplications([{ _name: 'x', arch_kind: kind }])[0]?.architecture).toBe(architecture)
})

it('lists the data volume of FileVault only where there is one', async () => {
  const programs = { fdesetup: 'FileVault is On.\n' }
  const mounts = async (files: Record<string, string>) =>
    (await fileVault.collect(recordedHost({ programs, files }))).volumes?.map(({ mount }) => mount)
  expect(await mounts({})).toEqual(['/'])
  expect(await mounts({ '/System/Volumes/Data/x': '' })).toEqual(['/', '/System/Volumes/Data'])
})

it('lists services despite a damaged list of disabled ones, and reports it', async () => {
  const cuts: string[] = []
  const files = {
    '/Library/LaunchDaemons/a.plist': '<plist><dict><key>Label</key><string>com.example.a</string></dict></plist>',
    '/var/db/com.apple.xpc.launchd/disabled.plist': '<plist><dict><key>',
  }
  const host = recordedHost({ files, programs: { launchctl: '' } })
  const { systemServices } = await macosServices.collect(host, (what) => cuts.push(what))
  expect(systemServices).toMatchObject([{ name: 'com.example.a', start: 'manual' }])
  expect(cuts).toEqual([expect.stringContaining('disabled.plist')])
})

it('ignores unknown values', () => {
  expect(parseIfconfig('\tinet 192.0.2.1\nnonsense\n', new Map())).toEqual({ interfaces: [], addresses: new Map() })
  expect(parseNetstatRoutes('default\ndefault x\n')).toEqual([])
})
