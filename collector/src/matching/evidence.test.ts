import { describe, expect, it } from 'vitest'
import { agent, ping, type Seen, seen } from '../ingest/testing/observations.ts'
import { evidenceOf } from './evidence.ts'

const of = (identity: Seen) =>
  evidenceOf(agent(0, identity)).map(({ kind, value, strength }) => `${kind} ${value} ${strength}`)

describe('evidence', () => {
  it('is normalized, weighed and sorted', () => {
    expect(
      of({
        hostname: 'PC1.Example.COM',
        macAddresses: ['52-54-00-8A-1F-06', '001B.213C.9DF8', '00:1b:21:3c:9d:f8'],
        ipAddresses: ['10.0.0.5', '10.0.0.5', '127.0.0.1', 'fe80::1'],
        machineId: ' 0F3A8C1B-5D2E4F60918273645546372A ',
        manufacturer: 'Dell Inc.',
        serialNumber: ' B7C0ND2',
        snmpEngineId: '0x80001F88 80AABB',
        agentId: 'a1',
        cloudInstanceId: 'i-0abc',
        sshHostKeys: ['SHA256:x'],
      }),
    ).toEqual([
      'cloud i-0abc strong',
      'serial dell/b7c0nd2 strong',
      'bareSerial b7c0nd2 medium',
      'agent a1 strong',
      'machine 0f3a8c1b5d2e4f60918273645546372a medium',
      'engine 80001f8880aabb medium',
      'sshKey SHA256:x medium',
      'mac 00:1b:21:3c:9d:f8 medium',
      'mac 52:54:00:8a:1f:06 weak',
      'name pc1 weak',
      'domain example.com weak',
      'claimedIp 10.0.0.5 weak',
    ])
  })

  it('weighs a serial number without its manufacturer, a virtual and a short one less', () => {
    expect(of({ serialNumber: 'B7C0ND2' })).toEqual(['bareSerial b7c0nd2 medium'])
    expect(of({ serialNumber: 'S/N: b7-c0nd2', manufacturer: 'To be filled by O.E.M.' })).toEqual([
      'bareSerial b7c0nd2 medium',
    ])
    expect(of({ serialNumber: 'To be filled by O.E.M.' })).toEqual([])
    expect(of({ serialNumber: '4711' })).toEqual(['bareSerial 4711 weak'])
    expect(of({ serialNumber: 'VMware-56 4D', manufacturer: 'VMware, Inc.' })).toEqual([
      'serial vmware/vmware-56 4d medium',
      'bareSerial vmware564d medium',
    ])
    expect(of({ manufacturer: 'Cisco', serialNumber: 'FOC1', chassisSerials: ['FOC2', 'FOC1', 'N/A'] })).toEqual([
      'serial cisco/foc1 strong',
      'serial cisco/foc2 medium',
      'bareSerial foc1 weak',
    ])
  })

  it('ignores placeholders of every kind, and a serial number that repeats the model', () => {
    expect(
      of({
        manufacturer: 'HP',
        serialNumber: 'Type1ProductConfigId',
        chassisSerials: ['BaseBoardSerialNumber', 'S/N: 0123456789', 'EliteDesk-800-G3'],
        biosUuid: '00112233-4455-6677-8899-AABBCCDDEEFF',
        machineId: '0123456789abcdef0123456789abcdef',
        macAddresses: ['00:11:22:33:44:55'],
        snmpEngineId: '80000009030000000000ff00'.slice(0, 22),
        cloudInstanceId: 'Not Available',
        hostname: 'Local-Host',
        hardware: {
          system: { model: 'EliteDesk 800 G3' },
          disks: [
            { name: 'sda', serialNumber: '1234567890ABCDEF' },
            { name: 'sdb', serialNumber: 'WDC WD10', model: 'WDC-WD10' },
          ],
        },
      }),
    ).toEqual([])
    expect(of({ snmpEngineId: '800000090100000000' })).toEqual([])
    expect(of({ snmpEngineId: '80001f88010a000005' })).toEqual(['engine 80001f88010a000005 medium'])
  })

  it('uses disks of physical machines only', () => {
    const disks = [
      { name: 'sda', serialNumber: 'S4EWNX0N1' },
      { name: 'sr0', serialNumber: 'KZ8A1234', kind: 'optical' as const },
      { name: 'sdb', serialNumber: 'QM00001' },
      { name: 'sdc', serialNumber: 'drive-scsi0' },
      { name: 'sdd', serialNumber: '0000' },
    ]
    expect(of({ hardware: { disks } })).toEqual(['disk s4ewnx0n1 medium'])
    expect(of({ hardware: { disks, system: { virtualization: 'kvm' } } })).toEqual([])
  })

  it('distinguishes a reached address from claimed ones', () => {
    expect(evidenceOf(ping(0, '10.0.0.1', undefined, 'A.example.com.'))).toEqual([
      { kind: 'ip', value: '10.0.0.1', strength: 'weak' },
      { kind: 'dns', value: 'a.example.com', reported: 'A.example.com', strength: 'weak' },
    ])
    const routed = seen(0, {
      source: 'Service',
      ipAddresses: ['10.0.0.1', '10.0.1.1'],
      network: { ipAddress: '10.0.1.1' },
    })
    expect(evidenceOf(routed).map(({ kind, value }) => `${kind} ${value}`)).toEqual([
      'ip 10.0.1.1',
      'claimedIp 10.0.0.1',
    ])
  })

  it('leaves out bridges and container interfaces only if there is hardware', () => {
    const virtual = { name: 'veth1', macAddress: '26:00:00:00:00:01', virtual: true }
    const macAddresses = ['26:00:00:00:00:01', '00:1b:21:3c:9d:f8']
    const eth = { name: 'eth0', macAddress: '00:1b:21:3c:9d:f8' }
    expect(of({ macAddresses, network: { interfaces: [virtual, eth] } })).toEqual(['mac 00:1b:21:3c:9d:f8 medium'])
    expect(of({ macAddresses: macAddresses.slice(0, 1), network: { interfaces: [virtual] } })).toEqual([
      'mac 26:00:00:00:00:01 weak',
    ])
  })

  it('leaves out default SNMP engines', () => {
    for (const snmpEngineId of [
      ...['', '8000', '0000000000000000', '8020202020202020202020', '0x80.20.20.20.20'],
      // Nothing behind the enterprise number, or behind the form, and a counting pattern
      ...['80001f8804', '80000009000000000000', '8000000b0400000000000000', '0102030405060708090a0b'],
    ])
      expect(of({ snmpEngineId }), snmpEngineId).toEqual([])
  })

  it('is bounded', () => {
    const macAddresses = Array.from(
      { length: 4000 },
      (_, index) =>
        `00:1b:21:00:${(index >> 8).toString(16).padStart(2, '0')}:${(index & 255).toString(16).padStart(2, '0')}`,
    )
    expect(of({ macAddresses })).toHaveLength(256)
    expect(of({ macAddresses: macAddresses.toReversed() })).toEqual(of({ macAddresses }))
  })
})
