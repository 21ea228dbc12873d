import { expect, it } from 'vitest'
import { inWords } from './match.ts'

const reason = { matched: [], against: [], confidence: 1, review: null }

it('a match is told in words, with what spoke against it', () => {
  expect(
    inWords({
      decision: 'matched',
      matched: [
        { kind: 'serial', value: 'dell/8xk2pl3' },
        ...[1, 2, 3, 4, 5].map((n) => ({ kind: 'mac' as const, value: `00:1b:21:00:00:0${n}` })),
        { kind: 'ip', value: '10.0.0.5' },
      ],
      against: [
        { kind: 'name', detail: 'another value than before', observed: ['pc-17'], known: ['pc-16'] },
        { kind: 'device', detail: 'device 7 would fit as well' },
      ],
      confidence: 0.987,
      review: 'The machine id changed.',
      rule: 'hardware',
    }),
  ).toBe(
    'Taken for this device by its serial number dell/8xk2pl3, MAC 00:1b:21:00:00:01, 00:1b:21:00:00:02, ' +
      '00:1b:21:00:00:03 and 2 more and address 10.0.0.5, 99 % sure. Against it: another name (pc-17, before pc-16); ' +
      'device 7 would fit as well. The machine id changed.',
  )
})

it('a new device is told as one; what an earlier release kept is told with what it has', () => {
  expect(inWords({ ...reason, decision: 'new' })).toBe('Taken for a new device, 99 % sure.')
  expect(
    inWords({
      ...reason,
      decision: 'new',
      against: [{ kind: 'uuid', detail: 'the same as of device 7' }],
      confidence: 0.55,
    }),
  ).toBe('Taken for a new device, 55 % sure. Against it: BIOS UUID: the same as of device 7.')
  expect(inWords({ ...reason, decision: 'matched' })).toBe('Taken for this device, 99 % sure.')
})

it('what came with another record, or was moved, is told with where it had been', () => {
  const moved = { from: 'd7', by: 'Ada', at: '2026-11-20T08:00:00.000Z' }
  expect(inWords({ ...reason, decision: 'new' }, moved)).toBe(
    'Came with device d7, which Ada merged into this one on 2026-11-20T08:00:00.000Z. There: Taken for a new device, 99 % sure.',
  )
  expect(inWords({ ...reason, decision: 'matched', rule: 'person', moved })).toBe(
    'A person has said that it is of this device. It had been taken for device d7, until Ada found otherwise on 2026-11-20T08:00:00.000Z.',
  )
})
