import { newId } from '@rollcall/shared/ids.ts'
import { type ObservationInput, observationSchema } from '@rollcall/shared/inventory/observation.ts'
import { observationOf, sightingSchema } from '@rollcall/shared/messages/sighting.ts'
import { describe, expect, test } from 'vitest'
import { mergeObservation } from '../audit/merge.ts'
import type { LiveHost } from '../discovery/live-host.ts'
import { sightingOf } from './sighting-of.ts'

const address = '10.0.0.1'
const macAddress = '00:1b:21:3c:9d:f8'
const made = () => ({ id: newId(), observedAt: '2026-11-20T08:00:00.000Z' })
const foundAt = (live: Omit<LiveHost, 'foundBy'>, dnsName?: string) =>
  mergeObservation({ live: { foundBy: 'icmp', ...live }, dnsName, probes: [], truncated: [] }, made())

describe('a sighting', () => {
  test.each<[string, ObservationInput]>([
    ['behind a router', foundAt({ address })],
    ['on the link', foundAt({ address, macAddress, macVendor: 'Intel Corporate' })],
    ['with a name', foundAt({ address }, 'pc1.example.com')],
    ['by IPv6', foundAt({ address: 'fd00::1', macAddress }, 'pc1.example.com')],
  ])('contains all data of an unaudited host found %s', (_, observation) => {
    const sighting = sightingOf(observation.network?.ipAddress ?? '', observation)
    const { evidence: _evidence, ...told } = observationSchema.parse(observation)
    expect(observationOf(sightingSchema.parse(sighting))).toEqual({ ...told, evidence: [] })
  })

  test.each<[string, ObservationInput]>([
    ['took a connection', foundAt({ address, openPorts: [80] })],
    ['was audited', { ...foundAt({ address }), depth: 'audit' }],
    ['has a type', { ...foundAt({ address }), type: 'printer' }],
    ['has a name of its own', { ...foundAt({ address }), name: 'pc1' }],
    ['has a host name', { ...foundAt({ address }), identity: { ipAddresses: [address], hostname: 'pc1' } }],
    ['has a second address', { ...foundAt({ address }), identity: { ipAddresses: [address, '10.0.0.2'] } }],
    ['has a gateway', { ...foundAt({ address }), network: { ipAddress: address, defaultGateways: ['10.0.0.2'] } }],
    ['has hardware', { ...foundAt({ address }), hardware: { system: { model: 'X1' } } }],
    ['has no software', { ...foundAt({ address }), software: [] }],
    ['has custom fields', { ...foundAt({ address }), customFields: { room: '4.12' } }],
    ['was told of by another', { ...foundAt({ address }), source: 'Import' }],
  ])('returns no sighting for a host that %s', (_, observation) => {
    expect(sightingOf(address, observation)).toBeUndefined()
  })
})
