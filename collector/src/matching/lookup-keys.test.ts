import { expect, it } from 'vitest'
import { lookupKeys } from './lookup-keys.ts'

it('looks up a device by name only if there is no other evidence', () => {
  expect(lookupKeys([{ kind: 'name', value: 'a', strength: 'weak' }])).toEqual([{ kind: 'name', value: 'a' }])
  expect(
    lookupKeys([
      { kind: 'name', value: 'a', strength: 'weak' },
      { kind: 'ip', value: '10.0.0.1', strength: 'weak' },
    ]),
  ).toEqual([
    { kind: 'ip', value: '10.0.0.1' },
    { kind: 'claimedIp', value: '10.0.0.1' },
  ])
})
