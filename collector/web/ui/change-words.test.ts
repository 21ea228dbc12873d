import type { Change } from '@rollcall/shared/api/change.ts'
import { expect, test } from 'vitest'
import { changeInWords, changesInWords } from './change-words.ts'

const change = (given: Partial<Change>): Change => ({
  id: 'a',
  verb: 'Modified',
  entity: 'Device',
  entityId: 'b',
  deviceId: null,
  deviceName: null,
  subjectName: null,
  subjectDeleted: false,
  field: null,
  from: null,
  to: null,
  actor: 'ada',
  editor: null,
  timestamp: '2026-11-20T08:00:00.000Z',
  observedAt: null,
  ...given,
})
const device = { deviceId: 'b' }

test.each<[words: string, Partial<Change>]>([
  ['Regular → Forbidden', { entity: 'Software', field: 'softwareGroup', from: 'Regular', to: 'Forbidden' }],
  ['scope: none → Office', { entity: 'Software', field: 'inScopeTagId', from: null, to: 'Office' }],
  ['Firefox 144 → 145', { ...device, entity: 'Software', field: 'Firefox', from: '144', to: '145' }],
  ['Firefox 145 installed', { ...device, verb: 'Added', entity: 'Software', field: 'Firefox', to: '145' }],
  ['Firefox 145 removed', { ...device, verb: 'Deleted', entity: 'Software', field: 'Firefox', from: '145' }],
  ['added', { verb: 'Added', entity: 'Tag', to: 'Office' }],
  ['deleted', { verb: 'Deleted', entity: 'User', from: 'grace' }],
  ['deleted', { ...device, verb: 'Deleted', from: 'pc-17' }],
  ['enabled: yes → no', { entity: 'App registration', field: 'enabled', from: 'true', to: 'false' }],
  ['password: none → reset', { entity: 'User', field: 'password', to: 'reset' }],
  [
    'retention: snapshots days: 90 → 30',
    { entity: 'Site settings', field: 'retention.snapshotsDays', from: '90', to: '30' },
  ],
  ['audit schedule: none → Nightly', { ...device, field: 'auditSchedule', to: 'Nightly' }],
  ['password changed', { entity: 'Credential', field: 'password' }],
  [
    'Disk sda: health: ok → failing',
    { ...device, entity: 'Hardware', field: 'disks[sda].health.status', from: 'ok', to: 'failing' },
  ],
  ['12 more changes', { ...device, to: '12 more changes' }],
])('writes %s', (words, given) => {
  expect(changeInWords(change(given))).toBe(words)
})

test('writes the first changes of an operation and counts the others, each sentence once', () => {
  const tagged = (to: string) => change({ ...device, field: 'tags', to })
  expect(changesInWords([tagged('a')])).toBe('tags: none → a')
  expect(changesInWords([tagged('a'), tagged('a'), tagged('b'), tagged('c')])).toBe(
    'tags: none → a, tags: none → b, tags: none → c',
  )
  expect(changesInWords(['a', 'b', 'c', 'd'].map(tagged))).toBe('tags: none → a, tags: none → b and 2 more')
})
