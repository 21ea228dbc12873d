import type { IdentityText } from '@rollcall/shared/inventory/match.ts'
import { describe, expect, it } from 'vitest'
import { agent, at } from '../ingest/testing/observations.ts'
import { evidenceOf } from './evidence.ts'
import { chosenForm, shown, shownAgainst, shownTexts, spelledAlike, textOf } from './shown-value.ts'
import { type Identifier, updateIdentifiers } from './update-identifiers.ts'

describe('an identity value', () => {
  it('is shown as it was reported, with the manufacturer beside it', () => {
    const values = evidenceOf(
      agent(0, {
        manufacturer: 'Kyocera Document Solutions',
        serialNumber: ' VX3DJMK0014R',
        biosUuid: '{564D1A2B-3C4D-5E6F-8091-A2B3C4D5E6F7}',
        machineId: '0F3A8C1B-5D2E-4F60-9182-73645546372A',
        snmpEngineId: '0x80001F88 80AABB',
        macAddresses: ['00-1B-21-3C-9D-F8'],
        hostname: 'PC1.Example.COM',
        hardware: { disks: [{ name: 'sda', serialNumber: 'S4EWnx0N1' }] },
      }),
    ).map(shown)
    expect(values).toEqual([
      { kind: 'serial', value: 'VX3DJMK0014R', manufacturer: 'Kyocera Document Solutions' },
      { kind: 'bareSerial', value: 'VX3DJMK0014R' },
      { kind: 'uuid', value: '564d1a2b-3c4d-5e6f-8091-a2b3c4d5e6f7' },
      { kind: 'machine', value: '0F3A8C1B-5D2E-4F60-9182-73645546372A' },
      { kind: 'engine', value: '0x80001F88 80AABB' },
      { kind: 'disk', value: 'S4EWnx0N1' },
      { kind: 'mac', value: '00:1b:21:3c:9d:f8' },
      { kind: 'name', value: 'PC1' },
      { kind: 'domain', value: 'example.com' },
    ])
    expect(values.slice(0, 1).map(textOf)).toEqual(['serial number VX3DJMK0014R of Kyocera Document Solutions'])
  })

  it('of an earlier release, which stored keys alone, is shown without the key of its manufacturer', () => {
    expect(shown({ kind: 'serial', value: 'dell/8xk2pl3' })).toEqual({
      kind: 'serial',
      value: '8XK2PL3',
      manufacturer: 'dell',
    })
    expect(shownTexts([{ kind: 'disk', value: 's4ewnx0n1', reported: null }])).toEqual(['S4EWNX0N1'])
    const text = (value: string) => value as IdentityText
    const reason = { kind: 'serial' as const, detail: '', observed: [text('dell/8xk2pl3')], known: [text('B8E2/942')] }
    expect(shownAgainst([reason])).toEqual([{ ...reason, observed: ['8XK2PL3'], known: ['B8E2/942'] }])
  })

  it('is the same value in every spelling', () => {
    const spelled = (kind: 'serial' | 'uuid' | 'ip', text: string) =>
      spelledAlike({ kind, value: text as IdentityText })
    expect(spelled('serial', 'vx3-djmk 0014r')).toBe(spelled('serial', 'VX3DJMK0014R'))
    expect(spelled('uuid', '564d1a2b-3c4d-5e6f-8091-a2b3c4d5e6f7')).toBe(
      spelled('uuid', '2b1a4d56-4d3c-6f5e-8091-a2b3c4d5e6f7'),
    )
    expect(spelled('ip', '1.11.1.1')).not.toBe(spelled('ip', '11.1.1.1'))
  })

  it('is stored in the same form whichever origin reported it first', () => {
    const forms = ['8xk2pl3', '8XK2PL3'].map((reported) => ({
      kind: 'serial' as const,
      value: 'dell/8xk2pl3',
      reported,
      manufacturer: 'Dell Inc.',
    }))
    const [small, capital] = forms
    if (!small || !capital) throw new Error('two forms')
    expect(chosenForm(small, capital)).toEqual({ reported: '8XK2PL3', manufacturer: 'Dell Inc.' })
    expect(chosenForm(capital, small)).toEqual(chosenForm(small, capital))
    const stored = (order: typeof forms) =>
      order.reduce<Identifier[]>((rows, form, index) => {
        const sighting = { origin: 'Agent' as const, isNewest: true, isComplete: true }
        const evidence = [{ ...form, strength: 'strong' as const }]
        const { write } = updateIdentifiers(rows, { ...sighting, evidence, observedAt: at(index * 100) })
        return write.length > 0 ? write : rows
      }, [])
    expect(stored(forms)).toMatchObject([{ reported: '8XK2PL3' }])
    expect(stored(forms.toReversed())).toMatchObject([{ reported: '8XK2PL3' }])
  })
})
