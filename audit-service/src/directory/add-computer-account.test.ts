import { newId } from '@rollcall/shared/ids.ts'
import { type ObservationInput, observationSchema } from '@rollcall/shared/inventory/observation.ts'
import { expect, test } from 'vitest'
import { computerAt, enrich } from './add-computer-account.ts'

const pc = {
  name: 'PC1',
  dnsName: 'pc1.ad.example.org',
  os: { name: 'Windows 11 Pro', version: '10.0', build: '22631' },
  id: '55384c00-7ffd-41e0-b963-7bca3fcbee4b',
  createdAt: '2026-11-21T11:35:04.000Z',
  lastLogonAt: '2026-11-23T06:57:36.789Z',
}
const observation = (fields: Partial<ObservationInput> = {}): ObservationInput => ({
  schemaVersion: 1,
  id: newId(),
  source: 'Service',
  observedAt: '2026-11-24T08:00:00.000Z',
  type: 'unknown',
  name: '10.0.0.7',
  depth: 'discovery',
  identity: { ipAddresses: ['10.0.0.7'] },
  ...fields,
})

test('adds the data of the directory, with its evidence, to a host without own data', () => {
  const enriched = observationSchema.parse(enrich(observation(), pc))
  expect(enriched).toMatchObject({
    type: 'computer',
    name: 'pc1.ad.example.org',
    dnsName: 'pc1.ad.example.org',
    depth: 'discovery',
    identity: { hostname: 'pc1.ad.example.org', ipAddresses: ['10.0.0.7'] },
    hardware: { os: pc.os },
    probes: [{ probe: 'active-directory', outcome: 'ok' }],
  })
  expect(enriched.evidence.map(({ field, source }) => [field, source])).toEqual([
    ['directory.objectGuid', 'Active Directory objectGUID of PC1'],
    ['directory.createdAt', 'Active Directory whenCreated of PC1'],
    ['directory.lastLogonAt', 'Active Directory lastLogonTimestamp of PC1'],
    ['dnsName', 'Active Directory dNSHostName of PC1'],
    ['os.name', 'Active Directory operatingSystem of PC1'],
    ['os.version', 'Active Directory operatingSystemVersion of PC1'],
  ])
})

test('keeps the own data of a host', () => {
  const said = observation({
    type: 'storage',
    name: 'pc1',
    dnsName: 'old.example.org',
    depth: 'audit',
    identity: { hostname: 'pc1' },
    hardware: { system: { model: 'X' }, os: { name: 'Linux' } },
  })
  const enriched = enrich(said, pc)
  const { identity, hardware } = said
  expect(enriched).toMatchObject({ type: 'storage', name: 'pc1', identity, hardware, depth: 'audit' })
  expect(enriched.evidence).toContainEqual({
    field: 'directory.os.name',
    value: 'Windows 11 Pro',
    source: 'Active Directory operatingSystem of PC1',
  })
})

test('does not set the type computer for a storage system of the domain', () => {
  const filer = { name: 'FILER', os: { name: 'NetApp Release 9.13.1' } }
  expect(enrich(observation(), filer)).toMatchObject({ type: 'unknown', hardware: { os: filer.os } })
})

test('replaces evidence if the limit is reached', () => {
  const evidence = Array.from({ length: 256 }, () => ({ field: 'x', value: 'y', source: 'z' }))
  expect(enrich(observation({ evidence }), pc).evidence).toHaveLength(256)
})

test('does not match a host with another name, because DNS records outlive leases', () => {
  const other = { name: 'PC2', dnsName: 'pc2.ad.example.org' }
  const named = (hostname: string) => observation({ identity: { hostname } })
  expect(computerAt([pc], observation())).toBe(pc)
  expect(computerAt([pc, other], observation())).toBeUndefined()
  expect(computerAt([pc, other], named('pc2'))).toBe(other)
  expect(computerAt([pc], named('PC1.ad.example.org'))).toBe(pc)
  expect(computerAt([pc], named('laptop9'))).toBeUndefined()
  expect(computerAt([], named('pc1'))).toBeUndefined()
})
