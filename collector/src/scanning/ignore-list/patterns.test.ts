import type { IgnoreKind } from '@rollcall/shared/api/ignore-list.ts'
import { describe, expect, it } from 'vitest'
import { agent, ping } from '../../ingest/testing/observations.ts'
import { describe as describeFields } from '../../matching/device-fields.ts'
import { evidenceOf } from '../../matching/evidence.ts'
import { compilePatterns, matchesGlob, patternKeyOf } from './patterns.ts'
import { seenValues } from './seen-values.ts'

describe('a pattern', () => {
  it.each<[IgnoreKind, string, string | undefined]>([
    ['mac', '00-1B-21-3C-9D-F8', '001b213c9df8'],
    ['mac', '001b.213c.9df8', '001b213c9df8'],
    ['mac', '00:1B:21:*', '001b21*'],
    ['mac', '??:??:??:3c:9d:f8', '??????3c9df8'],
    ['mac', '00:1b:21', undefined],
    ['mac', 'printer', undefined],
    ['ip', '10.0.0.1', '10.0.0.1'],
    ['ip', '2001:0DB8:0:0::5', '2001:db8::5'],
    ['ip', '10.0.*', '10.0.*'],
    ['ip', '10.0.0', undefined],
    ['ip', '10.0.0.0/24', undefined],
    ['ip', 'ten*', undefined],
    ['name', 'Guest-**-?', 'guest-*-?'],
    ['name', '*?*', undefined],
    ['serial', ' ABC 123 ', 'abc 123'],
    ['uuid', '{44454C4C-4200-1030-8053-B7C04F4E4432}', '44454c4c420010308053b7c04f4e4432'],
    // The UUID with its first groups in reverse byte order.
    ['uuid', '4c4c4544-0042-3010-8053-b7c04f4e4432', '44454c4c420010308053b7c04f4e4432'],
    ['uuid', '4c4c4544-*', '4c4c4544*'],
    ['uuid', '4c4c4544', undefined],
  ])('compares %s %j as %j', (kind, pattern, key) => {
    expect(patternKeyOf(kind, pattern)).toBe(key)
  })

  it.each<[string, string, boolean]>([
    ['*', '', true],
    ['a*c', 'abbc', true],
    ['a*c', 'abcd', false],
    ['a?c', 'abc', true],
    ['a?c', 'ac', false],
    ['*ab*ab', 'abcabab', true],
    ['*ab*ac', 'abcabab', false],
    ['a.c', 'abc', false],
    ['abc*', 'abc', true],
  ])('%j against %j: %s', (pattern, text, matches) => {
    expect(matchesGlob(pattern, text)).toBe(matches)
  })

  it('matches in steps proportional to the product of both lengths, for any input', () => {
    let steps = 0
    const counted = new Proxy(Array<string>(250).fill('a'), {
      get(text, key) {
        steps += 1
        return Reflect.get(text, key)
      },
    })
    expect(matchesGlob(`${'*a'.repeat(100)}*b`, counted)).toBe(false)
    expect(steps).toBeLessThan(3 * 250 * 202)
  })
})

it('finds all patterns with a common start or a leading wildcard', () => {
  const set = compilePatterns(['pc-1', 'pc-*-lab', 'pc-?', '*-tmp', 'p*x'])
  const found = ['pc-1', 'pc-9', 'pc-a-lab', 'x-tmp', 'prefix', 'pc-10', 'pc', ''].map((text) => set.find(text))
  expect(found).toEqual(['pc-1', 'pc-?', 'pc-*-lab', '*-tmp', 'p*x', undefined, undefined, undefined])
})

it('compares patterns with identifying values, not with common ones', () => {
  const observation = agent(1, {
    hostname: 'PC1.example.com',
    dnsName: 'pc1.example.net',
    biosUuid: '4c4c4544-0042-3010-8053-b7c04f4e4432',
    manufacturer: 'Dell Inc.',
    serialNumber: 'ABC123',
    macAddresses: ['00:1b:21:3c:9d:f8', '02:42:ac:11:00:02'],
    ipAddresses: ['10.0.0.1', '172.17.0.1'],
    network: {
      ipAddress: '10.0.0.1',
      interfaces: [
        { name: 'eth0', macAddress: '00:1b:21:3c:9d:f8' },
        { name: 'docker0', macAddress: '02:42:ac:11:00:02', virtual: true },
      ],
    },
  })
  const seen = { observation, evidence: evidenceOf(observation), fields: describeFields(observation) }
  expect([...seenValues('mac', seen)]).toEqual(['001b213c9df8'])
  expect([...seenValues('ip', seen)]).toEqual(['10.0.0.1'])
  expect([...seenValues('name', seen)].sort()).toEqual(['pc1', 'pc1.example.com', 'pc1.example.net'])
  expect([...seenValues('serial', seen)].sort()).toEqual(['abc123', 'dell/abc123'])
  expect([...seenValues('uuid', seen)].sort()).toEqual([
    '44454c4c420010308053b7c04f4e4432',
    '4c4c4544004230108053b7c04f4e4432',
  ])
  const reached = ping(2, '10.0.0.7')
  const answered = { observation: reached, evidence: evidenceOf(reached), fields: describeFields(reached) }
  expect([...seenValues('ip', answered)]).toEqual(['10.0.0.7'])
})
