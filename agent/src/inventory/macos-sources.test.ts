import { observationSchema } from '@rollcall/shared/inventory/observation.ts'
import { describe, expect, it } from 'vitest'
import { type Recording, recordedHost } from '../platform/testing/recorded-host.ts'
import { fileVault } from './hardware/macos/file-vault.ts'
import { macosProfile } from './hardware/macos/profile.ts'
import { macosServices } from './hardware/macos/services.ts'
import { parseMacosSystem } from './hardware/macos/system.ts'
import { macosSources } from './macos-sources.ts'
import { parseIfconfig } from './network/ifconfig.ts'
import { parseNetstatRoutes } from './network/netstat-routes.ts'
import { observe } from './observe.ts'
import { binaryPlist } from './plist/testing/binary-plist.ts'
import { parseApplications } from './software/macos/applications.ts'

const swVers = 'ProductName:\t\tmacOS\nProductVersion:\t\t14.4.1\nBuildVersion:\t\t23E224\n'
const ioreg = `+-o J313AP  <class IOPlatformExpertDevice, id 0x10000024d, registered, matched, active, busy 0 (0 ms), retain 40>
    {
      "IOPlatformSerialNumber" = "C02EXAMPLE01"
      "manufacturer" = <"Apple Inc.">
      "IOPlatformUUID" = "2B0A150B-FA33-45BD-90F0-3369BF908E3E"
      "model" = <"MacBookAir10,1">
      "name" = <"device-tree">
    }
`
const sysctl = `kern.boottime: { sec = 1795420800, usec = 262842 } Tue Nov 23 08:00:00 2026
kern.osrelease: 23.4.0
kern.hv_vmm_present: 0
hw.model: MacBookAir10,1
hw.machine: arm64
hw.memsize: 17179869184
hw.packages: 1
hw.physicalcpu: 8
hw.logicalcpu: 8
machdep.cpu.brand_string: Apple M1
`
const profile = {
  SPHardwareDataType: [{ _name: 'hardware_overview', machine_name: 'MacBook Air', boot_rom_version: '10151.101.3' }],
  SPiBridgeDataType: [{ _name: 'controller_information', ibridge_secure_boot: 'Full Security' }],
  SPMemoryDataType: [{ SPMemoryDataType: '16 GB', dimm_manufacturer: 'Hynix', dimm_type: 'LPDDR4' }],
  SPNVMeDataType: [
    {
      _name: 'Apple SSD Controller',
      _items: [
        {
          _name: 'APPLE SSD AP0256Q',
          bsd_name: 'disk0',
          device_model: 'APPLE SSD AP0256Q                       ',
          device_revision: '874.100.3',
          device_serial: '0ba01600013d4e27',
          size_in_bytes: 251000193024,
          smart_status: 'Verified',
        },
      ],
    },
  ],
  SPSerialATADataType: [],
  SPStorageDataType: [
    {
      _name: 'Macintosh HD',
      bsd_name: 'disk3s1s1',
      file_system: 'APFS',
      mount_point: '/',
      size_in_bytes: 245107195904,
      free_space_in_bytes: 99_400_000_000,
    },
    { _name: 'Recovery', bsd_name: 'disk3s3', file_system: 'APFS', size_in_bytes: 5368664064 },
  ],
  SPDisplaysDataType: [
    {
      _name: 'kHW_AppleM1Item',
      sppci_model: 'Apple M1',
      spdisplays_vendor: 'sppci_vendor_Apple',
      spdisplays_ndrvs: [
        {
          _name: 'Color LCD',
          '_spdisplays_display-vendor-id': '610',
          '_spdisplays_display-serial-number': 'fd626d62',
          '_spdisplays_display-week': '0',
          '_spdisplays_display-year': '0',
          _spdisplays_displayID: '1',
          _spdisplays_pixels: '2880 x 1800',
          spdisplays_online: 'spdisplays_yes',
          spdisplays_pixelresolution: 'spdisplays_2560x1600Retina',
        },
        {
          _name: 'Example 27',
          '_spdisplays_display-vendor-id': '10ac',
          '_spdisplays_display-serial-number': '0',
          '_spdisplays_display-week': '7',
          '_spdisplays_display-year': '2019',
          _spdisplays_displayID: '2',
          _spdisplays_pixels: '1920 x 1080',
        },
      ],
    },
  ],
  SPPowerDataType: [
    {
      _name: 'spbattery_information',
      sppower_battery_charge_info: { sppower_battery_state_of_charge: 80 },
      sppower_battery_health_info: { sppower_battery_cycle_count: 12, sppower_battery_health: 'Good' },
      sppower_battery_model_info: {
        sppower_battery_device_name: 'bq20z451',
        sppower_battery_manufacturer: 'SMP',
        sppower_battery_serial_number: 'F8Y00EXAMPLE',
      },
    },
    { _name: 'sppower_ac_charger_information' },
  ],
  SPUSBDataType: [
    {
      _name: 'USB31Bus',
      host_controller: 'AppleT8103USBXHCI',
      _items: [
        {
          _name: 'USB2.0 Hub',
          location_id: '0x01100000 / 1',
          vendor_id: '0x05e3',
          _items: [
            {
              _name: 'Security Key',
              location_id: '0x01110000 / 3',
              manufacturer: 'Example',
              serial_num: 'K-1',
              vendor_id: '0x1050',
            },
          ],
        },
      ],
    },
  ],
  SPUSBHostDataType: [
    {
      _name: 'USB 3.1 Bus',
      USBKeyLocationID: '0x02000000',
      _items: [
        {
          _name: 'Keyboard',
          USBDeviceKeyVendorID: '0x05ac',
          USBDeviceKeyVendorName: 'Apple Inc.',
          USBDeviceKeySerialNumber: 'Not Provided',
          USBKeyLocationID: '0x02100000',
        },
      ],
    },
  ],
}
const applications = {
  SPApplicationsDataType: [{ _name: 'Mail', version: '16.0', obtained_from: 'apple', arch_kind: 'arch_arm_i64' }],
}
const printers = {
  SPPrintersDataType: [
    {
      _name: 'Office',
      default: 'yes',
      ppd: 'Example Laser 4000',
      shared: 'no',
      uri: 'ipp://alice:secret@192.0.2.9/ipp/print?waitjob=false',
    },
  ],
}
const profiles = {
  SPConfigurationProfileDataType: [
    {
      _name: 'spconfigprofile_section_deviceconfigprofiles',
      _items: [
        {
          _name: 'Wi-Fi of the office',
          spconfigprofile_install_date: 'Monday, January 5, 2026 at 9:00:00 AM (2026-01-05 08:00:00 +0000)',
          spconfigprofile_organization: 'Example Inc.',
          spconfigprofile_profile_identifier: 'com.example.wifi',
          spconfigprofile_version: 1,
        },
      ],
    },
  ],
}
const standard = (values: Record<string, string[]>): string =>
  Object.entries(values)
    .map(
      ([name, texts]) =>
        `<key>dsAttrTypeStandard:${name}</key><array>${texts.map((text) => `<string>${text}</string>`).join('')}</array>`,
    )
    .join('')
const users = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><array>
<dict>${standard({ RecordName: ['_www', 'www'], UniqueID: ['70'], UserShell: ['/usr/bin/false'] })}</dict>
<dict>${standard({ RecordName: ['root', 'BUILTIN\\Local System'], UniqueID: ['0'], RealName: ['System Administrator'], UserShell: ['/bin/sh'] })}</dict>
<dict>${standard({ RecordName: ['alice'], UniqueID: ['501'], RealName: ['Alice &amp; Co'], NFSHomeDirectory: ['/Users/alice'], UserShell: ['/bin/zsh'], AuthenticationAuthority: [';ShadowHash;HASHLIST:&lt;SALTED&gt;'] })}</dict>
<dict>${standard({ RecordName: ['bob'], UniqueID: ['502'], UserShell: ['/bin/zsh'], AuthenticationAuthority: [';DisabledUser;;ShadowHash;'] })}</dict>
</array></plist>
`
const admins = `<plist version="1.0"><dict>${standard({ GroupMembership: ['root', 'alice'] })}</dict></plist>`
const date = (text: string) => new Date(text)
const interfaces = `lo0: flags=8049<UP,LOOPBACK,RUNNING,MULTICAST> mtu 16384
	options=1203<RXCSUM,TXCSUM,TXSTATUS,SW_TIMESTAMP>
	inet 127.0.0.1 netmask 0xff000000
	inet6 ::1 prefixlen 128
en0: flags=8863<UP,BROADCAST,SMART,RUNNING,SIMPLEX,MULTICAST> mtu 1500
	options=6460<TSO4,TSO6,CHANNEL_IO,PARTIAL_CSUM,ZEROINVERT_CSUM>
	ether 02:fc:00:00:00:20
	inet6 fe80::1c9b:7cff:fe11:2233%en0 prefixlen 64 secured scopeid 0xb
	inet 192.0.2.20 netmask 0xfffffe00 broadcast 192.0.3.255
	inet6 2001:db8::20 prefixlen 64 autoconf secured
	inet6 2001:db8::dead prefixlen 64 autoconf temporary
	nd6 options=201<PERFORMNUD,DAD>
	media: autoselect
	status: active
en5: flags=8863<UP,BROADCAST,SMART,RUNNING,SIMPLEX,MULTICAST> mtu 1500
	ether 02:fc:00:00:00:25
	media: autoselect (2500Base-T <full-duplex>)
	status: inactive
bridge0: flags=8863<UP,BROADCAST,SMART,RUNNING,SIMPLEX,MULTICAST> mtu 1500
	ether 02:fc:00:00:00:30
	member: en1 flags=3<LEARNING,DISCOVER>
utun0: flags=8051<UP,POINTOPOINT,RUNNING,MULTICAST> mtu 1380
	inet6 fe80::9c:1%utun0 prefixlen 64 scopeid 0xf
`
const ports = `
Hardware Port: Wi-Fi
Device: en0
Ethernet Address: 02:fc:00:00:00:20

Hardware Port: USB 10/100/1G/2.5G LAN
Device: en5
Ethernet Address: 02:fc:00:00:00:25

Hardware Port: Thunderbolt Bridge
Device: bridge0
Ethernet Address: 02:fc:00:00:00:30

VLAN Configurations
===================
`
const routes = `Routing tables

Internet:
Destination        Gateway            Flags               Netif Expire
default            192.0.2.1          UGScg                 en0
default            link#9             UCSIg             bridge0
127                127.0.0.1          UCS                   lo0

Internet6:
Destination        Gateway            Flags               Netif Expire
default            fe80::1%en0        UGcg                  en0
default            fe80::%utun0       UGcIg               utun0
`

const mac: Recording = {
  files: {
    '/etc/resolv.conf': '# macOS Notice\nnameserver 192.0.2.53\n',
    '/opt/homebrew/Cellar/jq/1.7.1/bin': '',
    '/etc/ntp.conf': 'server time.apple.com.\n',
    '/var/db/receipts/com.example.vpn.plist': binaryPlist({
      PackageIdentifier: 'com.example.vpn',
      PackageVersion: '5.1',
      InstallDate: date('2025-03-04T05:06:07Z'),
    }),
    '/var/db/receipts/com.example.vpn.bom': 'BOMStore',
    '/Library/Apple/System/Library/CoreServices/XProtect.bundle/Contents/Info.plist':
      '<plist><dict><key>CFBundleShortVersionString</key><string>5310</string></dict></plist>',
    '/Library/Receipts/InstallHistory.plist':
      '<plist><array><dict><key>displayName</key><string>XProtectPlistConfigData</string><key>displayVersion</key><string>5310</string><key>date</key><date>2026-11-01T02:03:04Z</date></dict></array></plist>',
    '/Library/Preferences/com.apple.SoftwareUpdate.plist': binaryPlist({
      LastSuccessfulDate: date('2026-11-19T08:00:00Z'),
      LastFullSuccessfulDate: date('2026-11-18T08:00:00Z'),
      RecommendedUpdates: [
        { 'Display Name': 'macOS Sonoma 14.5', 'Display Version': '14.5', Identifier: 'MSU_UPDATE_23F79' },
        { 'Display Name': 'Background Security Improvement', 'Display Version': '1', Identifier: 'x' },
      ],
    }),
    '/Library/LaunchDaemons/com.example.vpn.plist':
      '<plist><dict><key>Label</key><string>com.example.vpn</string><key>RunAtLoad</key><true/><key>ProgramArguments</key><array><string>/opt/vpn/vpnd</string><string>-x</string></array><key>UserName</key><string>_vpn</string></dict></plist>',
    '/Library/LaunchDaemons/com.example.off.plist': binaryPlist({ Label: 'com.example.off', Program: '/opt/off' }),
    '/var/db/com.apple.xpc.launchd/disabled.plist': '<plist><dict><key>com.example.off</key><true/></dict></plist>',
    '/System/Volumes/Data/.VolumeIcon': '',
  },
  programs: {
    sw_vers: swVers,
    ioreg,
    // A Mac with Apple's own processor has no hw.cpufrequency_max.
    sysctl: { stdout: sysctl, stderr: "sysctl: unknown oid 'hw.cpufrequency_max'\n", code: 1 },
    'system_profiler -json SPHardwareDataType SPiBridgeDataType SPMemoryDataType SPNVMeDataType SPSerialATADataType SPStorageDataType SPDisplaysDataType SPPowerDataType SPUSBDataType SPUSBHostDataType':
      JSON.stringify(profile),
    'system_profiler -json SPPrintersDataType': JSON.stringify(printers),
    'system_profiler -json SPConfigurationProfileDataType': JSON.stringify(profiles),
    'dscl -plist . -readall /Users RecordName UniqueID RealName NFSHomeDirectory UserShell AuthenticationAuthority':
      users,
    'dscl -plist . -read /Groups/admin GroupMembership': admins,
    who: 'alice            console      Nov 20 07:11 \nalice            ttys000      Nov 20 07:12 \n',
    fdesetup: 'FileVault is On.\n',
    '/usr/libexec/ApplicationFirewall/socketfilterfw --getglobalstate': 'Firewall is enabled. (State = 1)\n',
    systemsetup: 'Network Time: On\n',
    launchctl: 'PID\tStatus\tLabel\n123\t0\tcom.example.vpn\n-\t0\tcom.apple.a\n',
    'system_profiler -json SPApplicationsDataType': JSON.stringify(applications),
    hostname: 'Laptop.local\n',
    ifconfig: interfaces,
    networksetup: ports,
    netstat: routes,
    find: '/opt/homebrew/Cellar/jq/1.7.1\n',
  },
}

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
