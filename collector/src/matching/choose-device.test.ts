import type { Evidence } from '@rollcall/shared/inventory/match.ts'
import { describe, expect, it } from 'vitest'
import { agent, ping, snmp } from '../ingest/testing/observations.ts'
import type { Candidate } from './candidates.ts'
import { reconcile } from './choose-device.ts'
import { evidenceOf } from './evidence.ts'

const candidateOf = (
  deviceId: string,
  evidence: readonly Evidence[],
  lastSeen = '2026-11-01T00:00:00.000Z',
): Candidate => ({
  deviceId,
  identifiers: evidence.map(({ kind, value }) => ({ kind, value, lastSeen })),
})
const machine = {
  biosUuid: '4c4c4544-0042-3010-8053-b7c04f4e4432',
  machineId: '0f3a8c1b5d2e4f60918273645546372a',
  manufacturer: 'Dell Inc.',
  serialNumber: 'B7C0ND2',
  macAddresses: ['00:1b:21:3c:9d:f8'],
  hostname: 'pc1',
}

describe('a decision', () => {
  it('is a new device with high confidence if nothing matches', () => {
    expect(reconcile(evidenceOf(agent(0, machine)), [])).toEqual({
      decision: 'new',
      deviceId: null,
      reason: { decision: 'new', matched: [], against: [], confidence: 1, review: null, rule: null },
      collisions: [],
      alternatives: [],
    })
  })

  it('lists matching and contradicting evidence, with a confidence that rises with the matches', () => {
    const candidates = [candidateOf('d1', evidenceOf(agent(0, machine)))]
    const whole = reconcile(evidenceOf(agent(1, machine)), candidates)
    expect(whole.reason).toEqual({
      decision: 'matched',
      matched: [
        { kind: 'serial', value: 'B7C0ND2', manufacturer: 'Dell Inc.' },
        { kind: 'uuid', value: '4c4c4544-0042-3010-8053-b7c04f4e4432' },
        { kind: 'machine', value: machine.machineId },
        { kind: 'mac', value: '00:1b:21:3c:9d:f8' },
        { kind: 'name', value: 'pc1' },
      ],
      against: [],
      confidence: 1,
      review: null,
      rule: 'hardware',
    })
    const renamed = reconcile(evidenceOf(agent(1, { ...machine, hostname: 'pc2' })), candidates)
    expect(renamed.reason.against).toEqual([
      { kind: 'name', detail: 'the value differs from before', observed: ['pc2'], known: ['pc1'] },
    ])
    const byMac = reconcile(evidenceOf(ping(1, '10.0.0.1', '00:1b:21:3c:9d:f8')), candidates)
    expect(byMac).toMatchObject({ deviceId: 'd1' })
    const sure = [whole, renamed, byMac].map(({ reason }) => reason.confidence)
    expect(sure).toEqual(sure.toSorted((a, b) => b - a))
  })

  it('ignores values shared by two devices that must not be merged', () => {
    const { hostname: _, macAddresses: __, ...shared } = machine
    const own = (n: number) => ({ ...shared, hostname: `pc${n}`, macAddresses: [`00:1b:21:00:00:0${n}`] })
    const candidates = [
      candidateOf('d1', evidenceOf(agent(0, own(1)))),
      candidateOf('d2', evidenceOf(agent(0, own(2)))),
    ]
    const separated = candidates.map((candidate) => ({ ...candidate, doNotMerge: new Set(['d1', 'd2']) }))
    expect(reconcile(evidenceOf(agent(1, own(3))), candidates)).toMatchObject({ decision: 'matched' })
    expect(reconcile(evidenceOf(agent(1, own(3))), separated)).toMatchObject({ decision: 'new' })
    for (const n of [1, 2])
      expect(reconcile(evidenceOf(agent(1, own(n))), separated)).toMatchObject({ deviceId: `d${n}` })
  })

  it('does not depend on the order of evidence and candidates', () => {
    const shared = evidenceOf(ping(0, '10.0.0.1', '00:1b:21:3c:9d:f8'))
    const candidates = [
      candidateOf('d1', shared),
      candidateOf('d2', shared, '2026-11-02T00:00:00.000Z'),
      candidateOf('d0', shared),
    ]
    for (const list of [candidates, candidates.toReversed()]) {
      const decision = reconcile(shared.toReversed(), list)
      expect(decision.deviceId).toBe('d2')
      expect(decision.alternatives).toEqual(['d0', 'd1'])
    }
  })

  it('lists the other devices with a value that should be unique', () => {
    const dock = '00:50:b6:aa:00:01'
    const other = evidenceOf(
      agent(0, { serialNumber: 'C8VT3Y1', manufacturer: 'Dell', macAddresses: [dock], hostname: 'pc2' }),
    )
    const own = evidenceOf(agent(1, { ...machine, macAddresses: [...machine.macAddresses, dock] }))
    const { deviceId, collisions } = reconcile(own, [
      candidateOf('d1', evidenceOf(agent(0, machine))),
      candidateOf('d2', other),
    ])
    expect(deviceId).toBe('d1')
    expect(collisions).toEqual([{ kind: 'mac', value: dock, deviceIds: ['d2'] }])
  })

  it('is less confident about a new device the more it shares with another', () => {
    const clone = evidenceOf(
      agent(0, { ...machine, serialNumber: undefined, macAddresses: ['00:1b:21:00:00:09'], hostname: 'pc9' }),
    )
    const decision = reconcile(clone, [candidateOf('d1', evidenceOf(agent(0, machine)))])
    expect(decision.decision).toBe('new')
    expect(decision.reason.confidence).toBeLessThan(0.8)
    expect(decision.collisions.map(({ kind }) => kind)).toEqual(['uuid', 'machine'])
  })

  it('matches a cloud instance by its id', () => {
    const instance = { ...machine, cloudInstanceId: 'i-1' }
    const candidates = [candidateOf('d1', evidenceOf(agent(0, instance)))]
    expect(reconcile(evidenceOf(agent(1, { ...instance, cloudInstanceId: 'i-2' })), candidates).decision).toBe('new')
    const moved = { cloudInstanceId: 'i-1', macAddresses: ['00:1b:21:00:00:09'], hostname: 'other' }
    expect(reconcile(evidenceOf(agent(1, moved)), candidates).deviceId).toBe('d1')
  })

  it('keeps a device whose name and card changed if its SNMP engine and address stay', () => {
    const before = { hostname: 'ups1', macAddresses: ['00:c0:b7:00:00:01'], snmpEngineId: '8000031605aabbcc' }
    const candidates = [candidateOf('d1', evidenceOf(snmp(0, '10.0.0.1', before)))]
    const card = snmp(1, '10.0.0.1', { ...before, macAddresses: ['00:c0:b7:00:00:02'] })
    expect(reconcile(evidenceOf(card), candidates).deviceId).toBe('d1')
    const stranger = snmp(1, '10.0.0.1', { ...before, macAddresses: ['00:c0:b7:00:00:02'], hostname: 'ups2' })
    expect(reconcile(evidenceOf(stranger), candidates).deviceId).toBeNull()
  })
})
