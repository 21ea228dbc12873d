import { describe, expect, it } from 'vitest'
import type { DeviceFacts, ServicePrint } from '../../probes/banner/service-print.ts'
import { namesByPrints } from './names-by-prints.ts'

const namesOf = (...devices: DeviceFacts[]) => {
  const prints = devices.map((device, index): ServicePrint => {
    const [port, print] = ([[445, 'smb'] as const, [3389, 'rdp'] as const, [389, 'ldap'] as const] as const)[index] ?? [
      1,
      'sip',
    ]
    return { port, protocol: 'tcp', print, device }
  })
  const { evidence, ...names } = namesByPrints(prints)
  return { names, sources: evidence.map(({ source }) => source) }
}

describe('names of several ports', () => {
  it('that agree are used, whatever their case', () => {
    expect(namesOf({ hostname: 'PC-7' }, { hostname: 'pc-7' }).names).toEqual({ hostname: 'PC-7' })
  })

  it('of one machine may be cut by NetBIOS: the full one is used, with its port', () => {
    const full = 'accounting-server-2'
    expect(namesOf({ hostname: full.slice(0, 15).toUpperCase() }, { hostname: full })).toEqual({
      names: { hostname: full },
      sources: ['TCP 3389 rdp'],
    })
  })

  it('that only begin alike are those of two machines', () => {
    expect(namesOf({ hostname: 'PC-7' }, { hostname: 'PC-77' }).names).toEqual({})
  })

  it('of a domain are its name in DNS, not the short one', () => {
    expect(namesOf({ domain: 'CORP' }, { domain: 'corp.example.org' }).names).toEqual({ domain: 'corp.example.org' })
    expect(namesOf({ domain: 'CORP' }, { domain: 'OFFICE' }).names).toEqual({})
    expect(namesOf({ domain: 'a.example.org' }, { domain: 'b.example.org' }).names).toEqual({})
  })

  it('that contradict each other in a third port are not used', () => {
    expect(namesOf({ hostname: 'A' }, { hostname: 'A' }, { hostname: 'B' }).names).toEqual({})
  })
})
