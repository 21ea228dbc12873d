import { expect, describe as group, it } from 'vitest'
import { agent, ping, seen, snmp } from '../ingest/testing/observations.ts'
import { describe, mergeFields } from './device-fields.ts'

group('a device is called', () => {
  it.each([
    ['its own host name', agent(0, { hostname: 'pc1', dnsName: 'pc1.example.com', name: '10.0.0.1' }), 'pc1'],
    ['its sysName', snmp(0, '10.0.0.1', { hostname: 'sw1.example.com', dnsName: 'x.example.com' }), 'sw1.example.com'],
    ['its DNS name', ping(0, '10.0.0.1', undefined, 'p1.example.com'), 'p1.example.com'],
    ['its DNS name, not a default', snmp(0, '10.0.0.1', { hostname: 'localhost', dnsName: 'a.b' }), 'a.b'],
    ['a default name, where there is no other', agent(0, { hostname: 'ubuntu', ipAddresses: ['10.0.0.1'] }), 'ubuntu'],
    ['its address', ping(0, '10.0.0.1', '00:1b:21:00:00:01'), '10.0.0.1'],
    ['its MAC', seen(0, { macAddresses: ['00:1b:21:00:00:01'] }), '00:1b:21:00:00:01'],
    ['its serial number', seen(0, { serialNumber: 'B7C0ND2' }), 'B7C0ND2'],
    ['unknown', seen(0, {}), 'unknown'],
    ['what a person wrote', seen(0, { source: 'Manual', name: 'Lobby', hostname: 'pc1' }), 'Lobby'],
  ])('by %s', (_, observation, name) => {
    expect(describe(observation).name).toBe(name)
  })
})

group('fields', () => {
  it('leave out junk', () => {
    const observation = agent(0, {
      serialNumber: 'Default string',
      macAddresses: ['00:00:00:00:00:00', '00:1b:21:00:00:01'],
      ipAddresses: ['127.0.0.1', '10.0.0.1'],
      network: { interfaces: [] },
      hardware: { system: { manufacturer: 'To Be Filled By O.E.M.', model: '4', serialNumber: 'REAL1' } },
    })
    expect(describe(observation)).toEqual({
      name: '10.0.0.1',
      dnsName: null,
      macAddress: '00:1b:21:00:00:01',
      ipAddress: '10.0.0.1',
      serialNumber: 'REAL1',
      type: 'computer',
      manufacturer: null,
      model: '4',
    })
  })

  const before = describe(agent(0, { hostname: 'pc1', ipAddresses: ['10.0.0.1'], serialNumber: 'B7C0ND2' }))

  it('of a current snapshot replace others, and absent ones stay', () => {
    const after = mergeFields(before, describe(snmp(1, '10.0.0.2', { hostname: 'new', type: 'unknown' })), 'current')
    expect(after).toMatchObject({ name: 'new', ipAddress: '10.0.0.2', serialNumber: 'B7C0ND2', type: 'computer' })
  })

  it('of another snapshot only fill gaps', () => {
    const filler = describe(snmp(1, '10.0.0.2', { hostname: 'new', dnsName: 'a.b', type: 'printer' }))
    expect(mergeFields(before, filler, 'fill')).toEqual({ ...before, dnsName: 'a.b' })
    expect(mergeFields({ ...before, type: 'unknown' }, filler, 'fill').type).toBe('printer')
  })

  it('keep a name if only another form of it is reported', () => {
    const form = describe(snmp(1, '10.0.0.1', { hostname: 'PC1.example.com' }))
    expect(mergeFields(before, form, 'current').name).toBe('pc1')
    const address = mergeFields({ ...before, name: '10.0.0.1' }, { ...form, name: '10.0.0.2' }, 'current')
    expect(address.name).toBe('10.0.0.2')
  })
})
