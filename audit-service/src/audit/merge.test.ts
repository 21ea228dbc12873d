import { expect, test } from 'vitest'
import type { SnmpProbeResult } from '../probes/snmp/probe.ts'
import { mergeObservation } from './merge.ts'

const made = { id: '01a1fbef-48a8-7183-baae-4fbe6af29078', observedAt: '2026-11-20T08:15:30.123Z' }

const router: NonNullable<SnmpProbeResult['observation']> = {
  type: 'network-device',
  name: 'edge',
  identity: { macAddresses: ['00:1b:21:00:00:01', '00:1b:21:00:00:02'], ipAddresses: ['10.0.0.1', '10.0.1.1'] },
  hardware: {},
  network: {
    interfaces: [
      { name: 'ge-0', macAddress: '00:1b:21:00:00:01', addresses: [{ address: '10.0.0.1' }] },
      { name: 'ge-1', macAddress: '00:1b:21:00:00:02', addresses: [{ address: '10.0.1.1' }] },
    ],
  },
  evidence: [],
  truncated: [],
}
const snmp = { outcome: 'ok' as const, detail: '', tried: [], port: 161, observation: router }

test('uses the visible MAC address, else that of the interface with the reached address', () => {
  const merge = (live: { address: string; macAddress?: string }) =>
    mergeObservation({ live: { ...live, foundBy: 'icmp' }, snmp, probes: [], truncated: [] }, made)
  expect(merge({ address: '10.0.1.1' }).network).toMatchObject({
    ipAddress: '10.0.1.1',
    macAddress: '00:1b:21:00:00:02',
  })
  // For example that of a virtual router, which no interface has.
  const seen = merge({ address: '10.0.1.1', macAddress: '00:00:5e:00:01:01' })
  expect(seen.network).toMatchObject({ macAddress: '00:00:5e:00:01:01' })
  expect(merge({ address: '192.0.2.1' }).network).not.toHaveProperty('macAddress')
})

test('fills gaps of SNMP with the external view, which is used alone without SNMP', () => {
  const live = { address: '10.0.0.1', foundBy: 'icmp' as const }
  const certificate = { subject: 'O=Fortinet, OU=FortiGate, CN=FGT60E0000000001', issuer: 'CN=support' }
  const prints = [{ port: 443, protocol: 'tcp' as const, name: 'https', certificate }]
  const netbios = { computer: 'EDGE', workgroup: 'OFFICE', macAddress: '00:1b:21:00:00:09' }
  const found = { live, prints, netbios, probes: [], truncated: [] }
  const alone = mergeObservation(found, made)
  expect(alone).toMatchObject({
    depth: 'discovery',
    type: 'network-device',
    name: 'EDGE',
    identity: { hostname: 'EDGE', macAddresses: ['00:1b:21:00:00:09'] },
    hardware: { system: { manufacturer: 'Fortinet', serialNumber: 'FGT60E0000000001' } },
    network: { hostname: 'EDGE', domain: 'OFFICE', macAddress: '00:1b:21:00:00:09' },
  })
  expect(alone.identity).not.toHaveProperty('serialNumber')
  const read = mergeObservation({ ...found, snmp }, made)
  expect(read.identity).not.toHaveProperty('serialNumber')
  expect(read).toMatchObject({ depth: 'audit', name: 'edge', network: { macAddress: '00:1b:21:00:00:01' } })
  expect(read.hardware?.system).toMatchObject({ serialNumber: 'FGT60E0000000001' })
  const other = { ...router, hardware: { system: { manufacturer: 'Cisco', serialNumber: 'FOC1' } } }
  const contradicted = mergeObservation({ ...found, snmp: { ...snmp, observation: other } }, made)
  expect(contradicted.hardware?.system).toEqual({ manufacturer: 'Cisco', serialNumber: 'FOC1' })
  expect(contradicted.evidence).toEqual([])
})

test('prefers what a protocol tells to a value recognized among private objects, which is no identity', () => {
  const live = { address: '10.0.0.1', foundBy: 'icmp' as const }
  const certificate = { subject: 'O=Fortinet, OU=FortiGate, CN=FGT60E0000000001', issuer: 'CN=support' }
  const prints = [{ port: 443, protocol: 'tcp' as const, name: 'https', certificate }]
  const source = '1.3.6.1.4.1.61616.2.1.2.0'
  const observation = {
    ...router,
    recognized: [
      { serialNumber: 'KX99Z0B1TTFC', source },
      { firmwareVersion: 'V2.14.1', source },
    ],
  }
  const found = { live, snmp: { ...snmp, observation }, probes: [], truncated: [] }
  const alone = mergeObservation(found, made)
  expect(alone.hardware).toMatchObject({
    system: { serialNumber: 'KX99Z0B1TTFC' },
    firmware: { version: 'V2.14.1' },
  })
  expect(alone.identity).not.toHaveProperty('serialNumber')
  expect(alone.evidence).toContainEqual({ field: 'system.serialNumber', value: 'KX99Z0B1TTFC', source })
  expect(alone).not.toHaveProperty('recognized')
  const both = mergeObservation({ ...found, prints }, made)
  expect(both.hardware).toMatchObject({
    system: { serialNumber: 'FGT60E0000000001' },
    firmware: { version: 'V2.14.1' },
  })
})

test('does not join what SSH and SNMP read of two machines behind one address', () => {
  const server = {
    ...router,
    type: 'computer' as const,
    name: 'web-1',
    identity: { hostname: 'web-1', macAddresses: ['00:1b:21:00:00:99'], ipAddresses: ['192.168.0.5'] },
  }
  const firewall = { ...router, identity: { ...router.identity, hostname: 'edge', snmpEngineId: '80003a8c04726f7574' } }
  const head = {
    schemaVersion: 1,
    id: made.id,
    source: 'Service',
    observedAt: made.observedAt,
    depth: 'audit',
  } as const
  const merge = (observation: typeof server) =>
    mergeObservation(
      {
        live: { address: '203.0.113.5', foundBy: 'icmp' },
        ssh: { port: 22, observation: { ...head, ...observation } },
        snmp: { ...snmp, observation: firewall },
        ...{ probes: [], truncated: [] },
      },
      made,
    )
  const forwarded = merge(server)
  expect(forwarded.identity).toMatchObject({ hostname: 'web-1', macAddresses: ['00:1b:21:00:00:99'] })
  expect(forwarded.identity).not.toHaveProperty('snmpEngineId')
  expect(forwarded.truncated).toEqual([expect.stringMatching(/^SNMP: edge is another machine than web-1/)])
  const common = { ...server.identity, macAddresses: [...server.identity.macAddresses, '00:1b:21:00:00:01'] }
  expect(merge({ ...server, identity: common }).identity).toMatchObject({ snmpEngineId: '80003a8c04726f7574' })
})
