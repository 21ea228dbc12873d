import type { Change } from '@rollcall/shared/api/change.ts'
import { expect, test } from 'vitest'
import { groupChanges } from './group-changes.ts'

const line = (id: string, deviceId: string | null, timestamp: string, actor = 'Agent'): Change => ({
  id,
  verb: 'Modified',
  entity: 'Software',
  entityId: id,
  deviceId,
  deviceName: deviceId,
  subjectName: null,
  subjectDeleted: false,
  field: 'openssl',
  from: '1',
  to: '2',
  actor,
  editor: null,
  timestamp,
  observedAt: null,
})

test('groups the changes of one audit; another device, time or actor starts a new group', () => {
  const changes = [
    line('a', 'pc-1', '2026-11-20T08:00:00.000Z'),
    line('b', 'pc-1', '2026-11-20T08:00:00.000Z'),
    line('c', 'pc-2', '2026-11-20T08:00:00.000Z'),
    line('d', 'pc-1', '2026-11-20T08:00:00.000Z'),
    line('e', 'pc-1', '2026-11-20T07:00:00.000Z'),
    line('f', 'pc-1', '2026-11-20T07:00:00.000Z', 'Ada'),
    line('g', null, '2026-11-20T07:00:00.000Z', 'Ada'),
    { ...line('h', null, '2026-11-20T07:00:00.000Z', 'Ada'), entity: 'Tag' },
  ]
  expect(groupChanges(changes).map(({ lines }) => lines.map(({ id }) => id).join(''))).toEqual([
    'ab',
    'c',
    'd',
    'e',
    'f',
    'g',
    'h',
  ])
})
