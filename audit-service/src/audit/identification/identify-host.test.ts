import { describe, expect, it } from 'vitest'
import type { ServicePrint } from '../../probes/banner/service-print.ts'
import type { MdnsService } from '../../probes/mdns/read.ts'
import type { NmapHost } from '../../probes/nmap/parse-host.ts'
import type { HostFindings, ProbeFindings } from '../probe-findings.ts'
import { identifyHost } from './identify-host.ts'

const print = (port: number, name: string, said: Partial<ServicePrint>): ServicePrint => ({
  port,
  protocol: 'tcp',
  name,
  ...said,
})
const open = (...ports: number[]) => ({ address: '10.0.0.9', foundBy: 'tcp' as const, openPorts: ports })
const findings = (found: ProbeFindings, live: HostFindings['live'] = open()): HostFindings => ({
  ...found,
  live,
  probes: [],
  truncated: [],
})
const nmapHost = (said: Partial<NmapHost>): NmapHost => ({
  address: '10.0.0.9',
  hostnames: [],
  ports: [],
  timedOut: false,
  rawXml: '',
  ...said,
})
const service = (type: string, instance: string, txt: Record<string, string>): MdnsService => ({
  type,
  instance,
  txt: new Map(Object.entries(txt)),
})

const debian = print(22, 'ssh', { banner: 'SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u3' })
const proxmox = print(8006, 'https', { page: { server: 'pve-api-daemon/3.0' } })
const hpPage = print(80, 'http', { page: { title: 'HP LaserJet 400 M401dn' } })

describe('what a host shows', () => {
  it('returns only the unknown type without findings', () => {
    expect(identifyHost({}, findings({}))).toEqual({ type: 'unknown', evidence: [] })
  })

  it('is used with its source', () => {
    const printer = { manufacturer: 'Hewlett-Packard', model: 'HP LaserJet 400 M401dn', serialNumber: 'CN00000001' }
    expect(identifyHost({}, findings({ prints: [print(631, 'ipp', { printer })] }))).toEqual({
      type: 'printer',
      manufacturer: 'HP',
      model: 'LaserJet 400 M401dn',
      serialNumber: 'CN00000001',
      evidence: [
        { field: 'type', value: 'printer', source: 'TCP 631 printer attributes' },
        { field: 'system.manufacturer', value: 'HP', source: 'TCP 631 printer attributes' },
        { field: 'system.model', value: 'LaserJet 400 M401dn', source: 'TCP 631 printer attributes' },
        { field: 'system.serialNumber', value: 'CN00000001', source: 'TCP 631 printer attributes' },
      ],
    })
  })

  it('of several signs uses the special one: an appliance contains a general-purpose system', () => {
    expect(identifyHost({}, findings({ prints: [debian, proxmox] }))).toMatchObject({
      type: 'hypervisor',
      os: { name: 'Proxmox VE' },
    })
    expect(identifyHost({}, findings({ prints: [debian] }))).toMatchObject({
      type: 'computer',
      os: { name: 'Debian', version: '12' },
    })
  })

  it('of another manufacturer is ignored as a whole', () => {
    const known = { manufacturer: 'Brother', type: 'printer' as const }
    expect(identifyHost(known, findings({ prints: [hpPage] }))).toEqual({ ...known, evidence: [] })
    // Another name of the same manufacturer.
    expect(identifyHost({ manufacturer: 'Hewlett-Packard' }, findings({ prints: [hpPage] }))).toMatchObject({
      manufacturer: 'Hewlett-Packard',
      model: 'LaserJet 400 M401dn',
    })
  })

  it('never changes the own data of the device, and adds missing values', () => {
    const inside = { type: 'storage' as const, manufacturer: 'Synology', model: 'DS920+' }
    const title = print(5000, 'http', { page: { title: 'vault - Synology DiskStation' } })
    expect(identifyHost(inside, findings({ prints: [title, debian] }))).toEqual({
      ...inside,
      os: { name: 'Debian', version: '12' },
      evidence: [
        { field: 'os.name', value: 'Debian', source: 'TCP 22 greeting' },
        { field: 'os.version', value: '12', source: 'TCP 22 greeting' },
      ],
    })
  })
})

describe('the system that prints report', () => {
  const windows = { os: { name: 'Windows', version: '10.0.17763', build: '17763' } }
  const server = { os: { name: 'Windows Server' } }
  const smb = (device: ServicePrint['device'] = windows) => print(445, 'microsoft-ds', { print: 'smb', device })
  const ldap = print(389, 'ldap', { print: 'ldap', device: server })

  it('has its version and build as evidence', () => {
    expect(identifyHost({}, findings({ prints: [smb()] }))).toMatchObject({
      ...windows,
      evidence: [
        { field: 'os.name', value: 'Windows', source: 'TCP 445 smb' },
        { field: 'os.version', value: '10.0.17763', source: 'TCP 445 smb' },
        { field: 'os.build', value: '17763', source: 'TCP 445 smb' },
      ],
    })
  })

  it('has the more exact name of two, and the version of the other', () => {
    const { os, evidence } = identifyHost({}, findings({ prints: [smb(), ldap] }))
    expect(os).toEqual({ name: 'Windows Server', version: '10.0.17763', build: '17763' })
    expect(evidence.filter(({ field }) => field === 'os.name')).toEqual([
      { field: 'os.name', value: 'Windows Server', source: 'TCP 389 ldap' },
    ])
  })

  it('never changes the one that the device was read with', () => {
    const inside = { os: { name: 'Windows', version: '6.3' } }
    expect(identifyHost(inside, findings({ prints: [ldap] })).os).toEqual(inside.os)
  })
})

describe('multicast DNS', () => {
  const identified = (...services: MdnsService[]) => identifyHost({}, findings({ mdns: { services } }))

  it('identifies a printer by its fields or by its first word', () => {
    const txt = { usb_mfg: 'Brother', usb_mdl: 'HL-L2350DW series', ty: 'Brother HL-L2350DW series' }
    expect(identified(service('_ipp', 'Office', txt))).toMatchObject({
      type: 'printer',
      manufacturer: 'Brother',
      model: 'HL-L2350DW series',
    })
    expect(identified(service('_printer', 'Office', { ty: 'EPSON WF-3720 Series' }))).toMatchObject({
      manufacturer: 'Epson',
      model: 'WF-3720 Series',
    })
    expect(identified(service('_printer', 'Office', { ty: 'Colour printer' }))).not.toHaveProperty('manufacturer')
  })

  it('of a shared print queue does not identify the computer', () => {
    expect(identified(service('_ipp', 'Office @ pc', { ty: 'HP LaserJet 4', rp: 'printers/office' })).type).toBe(
      'unknown',
    )
  })

  it('identifies an Axis camera and an Apple computer, but no similar file server', () => {
    expect(identified(service('_axis-video', 'AXIS M1065-LW - ACCC8E123456', {}))).toMatchObject({
      type: 'camera',
      model: 'M1065-LW',
    })
    expect(identified(service('_airplay', 'desk', { model: 'Mac14,2' }))).toMatchObject({
      manufacturer: 'Apple',
      model: 'Mac14,2',
    })
    expect(identified(service('_device-info', 'vault', { model: 'MacPro7,1' })).type).toBe('unknown')
  })
})

describe('nmap', () => {
  it('identifies the type by a service, and the system by a certain IP stack match', () => {
    const versions = nmapHost({
      ports: [{ port: 80, protocol: 'tcp', state: 'open', deviceType: 'webcam', osType: 'Linux' }],
    })
    expect(identifyHost({}, findings({ versions }))).toMatchObject({ type: 'camera', os: { name: 'Linux' } })
    const stack = (accuracyPercent: number) =>
      identifyHost(
        {},
        findings({ ports: nmapHost({ os: { name: 'Cisco IOS 15', accuracyPercent, deviceType: 'router' } }) }),
      )
    expect(stack(100)).toMatchObject({ type: 'network-device', os: { name: 'Cisco IOS 15' } })
    expect(stack(96)).toMatchObject({ type: 'unknown', os: { name: 'Cisco IOS 15' } })
    expect(stack(90)).toEqual({ type: 'unknown', evidence: [] })
  })

  it('identifies the manufacturer by a hardware CPE of a service, not by its software', () => {
    const made = (...cpes: string[]) => {
      const versions = nmapHost({ ports: [{ port: 80, protocol: 'tcp', state: 'open', cpes }] })
      return identifyHost({}, findings({ versions })).manufacturer
    }
    expect(made('cpe:/a:lighttpd:lighttpd:1.4', 'cpe:/h:axis:p1435-le_network_camera')).toBe('Axis')
    expect(made('cpe:/o:cisco:ios:15')).toBeUndefined()
    expect(made('cpe:/h:nobody_known:box')).toBeUndefined()
  })

  it('derives no device type from Linux', () => {
    const os = { name: 'Linux 5.4', accuracyPercent: 100, deviceType: 'general purpose', family: 'Linux' }
    expect(identifyHost({}, findings({ ports: nmapHost({ os }) })).type).toBe('unknown')
    const windows = { ...os, name: 'Microsoft Windows 10', family: 'Windows' }
    expect(identifyHost({}, findings({ ports: nmapHost({ os: windows }) })).type).toBe('computer')
  })
})

describe('open ports', () => {
  it('identify Windows by ports that Samba does not open', () => {
    expect(identifyHost({}, findings({}, open(135, 445, 5985)))).toMatchObject({
      type: 'computer',
      os: { name: 'Windows' },
    })
    expect(identifyHost({}, findings({}, open(135, 139, 445))).type).toBe('unknown')
    expect(identifyHost({}, findings({}, open(3389))).type).toBe('unknown')
  })

  it('and the vendor of the MAC address identify together what neither does alone', () => {
    const brother = { ...open(80, 9100), macVendor: 'Brother Industries, LTD.' }
    expect(identifyHost({}, findings({}, brother))).toMatchObject({
      type: 'printer',
      manufacturer: 'Brother',
      evidence: expect.arrayContaining([
        {
          field: 'system.manufacturer',
          value: 'Brother',
          source: 'IEEE OUI of Brother Industries, LTD., with TCP 9100 open',
        },
      ]),
    })
    expect(identifyHost({}, findings({}, { ...brother, openPorts: [80] })).type).toBe('unknown')
    expect(identifyHost({}, findings({}, { ...open(9100), macVendor: 'Intel Corporate' })).type).toBe('unknown')
  })
})
