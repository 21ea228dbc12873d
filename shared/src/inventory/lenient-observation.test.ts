import { describe, expect, it } from 'vitest'
import { lenientObservationSchema } from './lenient-observation.ts'

const told = (fields: object) => ({
  schemaVersion: 1,
  id: '019a7c1e-3f60-7d3a-9b1e-000000000001',
  source: 'Agent',
  observedAt: '2026-11-20T08:00:00Z',
  type: 'computer',
  name: 'pc1',
  identity: { hostname: 'pc1' },
  depth: 'audit',
  ...fields,
})
const read = (fields: object) => lenientObservationSchema.parse(told(fields) as never)
const faults = (fields: object) =>
  lenientObservationSchema.safeParse(told(fields) as never).error?.issues.map(({ path }) => path.join('.'))

describe('an observation as it is told', () => {
  it('is unchanged if all fields are valid', () => {
    const observation = read({ software: [{ name: 'vim', version: '9' }] })
    expect(observation.software).toEqual([{ name: 'vim', version: '9' }])
    expect(observation.truncated).toEqual([])
  })

  it('drops only an invalid field, and reports it', () => {
    const { software, truncated } = read({
      software: [
        { name: 'vim', version: '9', installDate: 'yesterday', sizeBytes: -1 },
        { name: 'git', installDate: '2026-02-30T00:00:00Z' },
        { name: 'nano', installDate: '2026-02-03T00:00:00+01:00', sizeBytes: 7 },
      ],
      truncated: ['ifTable: stopped after 20000 rows'],
    })
    expect(software).toEqual([
      { name: 'vim', version: '9' },
      { name: 'git', version: '' },
      { name: 'nano', version: '', installDate: '2026-02-02T23:00:00.000Z', sizeBytes: 7 },
    ])
    expect(truncated).toEqual([
      'ifTable: stopped after 20000 rows',
      'software[].installDate: 2 left out: not a date-time with an offset such as 2026-11-20T08:15:30Z',
      'software[].sizeBytes: left out: Too small: expected number to be >=0',
    ])
  })

  it('has bounded probes, and is refused with more', () => {
    const probe = { probe: 'p'.repeat(1_000), outcome: 'failed', detail: 'd'.repeat(100_000) }
    const { probes } = read({ probes: Array(128).fill(probe) })
    expect(JSON.stringify(probes).length).toBeLessThan(128 * 600)
    expect(faults({ probes: Array(129).fill(probe) })).toEqual(['probes'])
  })

  it('drops an invalid item of a list', () => {
    const { identity, truncated } = read({
      identity: {
        macAddresses: ['00:1b:21:00:00:01', 'none', '00-1B-21-00-00-02'],
        ipAddresses: ['10.0.0.300', '10.0.0.3', '10.0.0.300'],
        hostname: 5,
      },
    })
    expect(identity).toEqual({
      chassisSerials: [],
      sshHostKeys: [],
      macAddresses: ['00:1b:21:00:00:01', '00:1b:21:00:00:02'],
      ipAddresses: ['10.0.0.3'],
    })
    expect(truncated).toHaveLength(3)
    expect(truncated).toContain('identity.ipAddresses[]: 2 left out: not an IPv4 or IPv6 address')
  })

  it('drops the parent of an invalid required field', () => {
    const { software, network } = read({
      software: [{ version: '1' }, { name: null, version: '2' }, 'vim', { name: 'git' }],
      network: { interfaces: [{ name: 'eth0', addresses: [{ address: 'x' }, { address: '::1' }] }, { index: 1 }] },
    })
    expect(software?.map(({ name }) => name)).toEqual(['git'])
    expect(network?.interfaces).toEqual([{ name: 'eth0', addresses: [{ address: '::1' }] }])
  })

  it('cuts a list that is too long', () => {
    const macAddresses = Array.from({ length: 5_000 }, (_, n) => `001b21${n.toString(16).padStart(6, '0')}`)
    const { identity, truncated } = read({ identity: { macAddresses: [...macAddresses, 'none'] } })
    expect(identity.macAddresses).toHaveLength(4_096)
    expect(truncated[0]).toMatch(/^identity\.macAddresses: left out: Too big/)
  })

  it('is refused without identity or time, or with an invalid section', () => {
    expect(faults({ observedAt: 'yesterday' })).toEqual(['observedAt'])
    expect(faults({ identity: undefined })).toEqual(['identity'])
    expect(faults({ software: 'vim', network: { ipAddress: 'x' } })).toEqual(['software', 'network.ipAddress'])
    expect(faults({ software: Array(100_001).fill({ name: 'x' }) })).toEqual(['software'])
    for (const input of [null, 'x', 7, []])
      expect(lenientObservationSchema.safeParse(input as never).success).toBe(false)
  })

  it('limits its reports of invalid fields', () => {
    const customFields = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`${n}\u0000`, { n }]))
    const { truncated } = read({ customFields, software: Array(20_000).fill({ name: 'x', installDate: '' }) })
    expect(truncated).toHaveLength(64)
    expect(truncated.at(-1)).toBe('238 more')
    expect(read({ customFields }).customFields).toEqual({})
  })
})
