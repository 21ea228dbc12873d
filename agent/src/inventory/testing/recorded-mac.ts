import type { Recording } from '../../platform/testing/recorded-host.ts'
import { binaryPlist } from '../plist/testing/binary-plist.ts'

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

/** Files and answers of a MacBook Air with macOS 14, with serial numbers and names of our own. */
export const mac: Recording = {
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
    find: '1700000000 /opt/homebrew/Cellar/jq/1.7.1\n',
  },
}
