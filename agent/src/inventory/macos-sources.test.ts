import { observationSchema } from '@rollcall/shared/inventory/observation.ts'
import { describe, expect, it } from 'vitest'
import { type Recording, recordedHost } from '../platform/recorded-host.ts'
import { parseMacosProfile } from './hardware/macos-profile.ts'
import { parseMacosSystem } from './hardware/macos-system.ts'
import { macosSources } from './macos-sources.ts'
import { parseIfconfig } from './network/ifconfig.ts'
import { parseNetstatRoutes } from './network/netstat-routes.ts'
import { observe } from './observe.ts'

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
const sysctl = `kern.osrelease: 23.4.0
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
      free_space_in_bytes: 99,
    },
    { _name: 'Recovery', bsd_name: 'disk3s3', file_system: 'APFS', size_in_bytes: 5368664064 },
  ],
}
const applications = {
  SPApplicationsDataType: [{ _name: 'Mail', version: '16.0', obtained_from: 'apple', arch_kind: 'arch_arm_i64' }],
}
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
  },
  programs: {
    sw_vers: swVers,
    ioreg,
    // A Mac with Apple's own processor has no hw.cpufrequency_max.
    sysctl: { stdout: sysctl, stderr: "sysctl: unknown oid 'hw.cpufrequency_max'\n", code: 1 },
    'system_profiler -json SPHardwareDataType SPMemoryDataType SPNVMeDataType SPSerialATADataType SPStorageDataType':
      JSON.stringify(profile),
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
      disks: [{ name: 'disk0', model: 'APPLE SSD AP0256Q', serialNumber: '0ba01600013d4e27', kind: 'ssd' }],
      volumes: [{ mount: '/', device: '/dev/disk3s1s1', fileSystem: 'apfs', sizeBytes: 245107195904, freeBytes: 99 }],
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
      'jq 1.7.1 homebrew',
    ])
  })
})

it('reads a guest, and an Intel Mac with memory slots and a hard disk', () => {
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
  const { memory, disks } = parseMacosProfile(
    JSON.stringify({ SPMemoryDataType: [{ _items: slots }], SPSerialATADataType: [{ _items: [disk] }] }),
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

it('ignores unknown values', () => {
  expect(parseIfconfig('\tinet 192.0.2.1\nnonsense\n', new Map())).toEqual({ interfaces: [], addresses: new Map() })
  expect(parseNetstatRoutes('default\ndefault x\n')).toEqual([])
})
