import { expect, it } from 'vitest'
import { type IdentityText, inWords } from './match.ts'

const text = (value: string) => value as IdentityText
const reason = { matched: [], against: [], confidence: 1, review: null }

it('describes a match with its contrary evidence', () => {
  expect(
    inWords({
      decision: 'matched',
      matched: [
        { kind: 'serial', value: text('8XK2PL3'), manufacturer: 'Dell Inc.' },
        { kind: 'bareSerial', value: text('8XK2PL3') },
        ...[1, 2, 3, 4, 5].map((n) => ({ kind: 'mac' as const, value: text(`00:1b:21:00:00:0${n}`) })),
        { kind: 'ip', value: text('10.0.0.5') },
      ],
      against: [
        { kind: 'name', detail: 'the value differs from before', observed: [text('pc-17')], known: [text('pc-16')] },
        { kind: 'device', detail: 'device 7 would fit as well' },
      ],
      confidence: 0.987,
      review: 'The machine id changed.',
      rule: 'hardware',
    }),
  ).toBe(
    'Matched by serial number 8XK2PL3, MAC 00:1b:21:00:00:01, 00:1b:21:00:00:02, ' +
      '00:1b:21:00:00:03 and 2 more and address 10.0.0.5 (99 % confidence). Evidence against: different name (pc-17, previously pc-16); ' +
      'device 7 would fit as well. The machine id changed.',
  )
})

it('describes a new device, and a reason of an earlier release by the fields that it has', () => {
  expect(inWords({ ...reason, decision: 'new' })).toBe('New device (99 % confidence).')
  expect(
    inWords({
      ...reason,
      decision: 'new',
      against: [{ kind: 'uuid', detail: 'also a value of device 7' }],
      confidence: 0.55,
    }),
  ).toBe('New device (55 % confidence). Evidence against: BIOS UUID: also a value of device 7.')
  expect(inWords({ ...reason, decision: 'matched' })).toBe('Matched (99 % confidence).')
})

it('names the previous device of a merged or moved snapshot', () => {
  const moved = { from: 'd7', by: 'Ada', at: '2026-11-20T08:00:00.000Z' }
  expect(inWords({ ...reason, decision: 'new' }, moved)).toBe(
    'Came with device d7, which Ada merged into this one on 2026-11-20T08:00:00.000Z. Original match: New device (99 % confidence).',
  )
  expect(inWords({ ...reason, decision: 'matched', rule: 'person', moved })).toBe(
    'A person assigned it to this device. Moved here from device d7 by Ada on 2026-11-20T08:00:00.000Z.',
  )
})
