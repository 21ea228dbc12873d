import type { TaskRecord } from '@rollcall/shared/api/task.ts'
import { expect, test } from 'vitest'
import { adviceFor, percentOf, titleOf } from './words.ts'

test.each([
  ['No Audit Service accepted this task in time.', /Audit Service is Active/],
  ['It expired at 2026-11-20T09:00:00Z before it was started; on pc-1 it is 2026-11-20T11:00:00Z.', /clock/],
  ['Its Audit Service sent no heartbeat for an hour.', /Audit Service is Active/],
  ['Its Audit Service no longer runs it and did not report a result.', /Start the task again/],
  ['Audit Service 0.1.0 does not understand this task: update it.', /version of the collector/],
  ['the segment has no credential of kind ldap', /Add a credential to the segment/],
  ['no host that answered could be read: is there a credential for it?', /Add a credential to the segment/],
  ['the sign-in of Azure refuses (401): invalid_client', /segment’s credential/],
  ['nothing answered', /host is on/],
  ['with the addresses of its names it has 1100000 addresses; at most 1048576 are allowed', /Split/],
  ['The task is too large to send. Give the segment fewer, larger address ranges.', /Split/],
  ['not scanned: nas.example.com: not found', /DNS/],
  ['cannot connect to the directory at ldaps://dc1.example.org: timeout', /firewalls/],
  ['10.0.0.5: another host key than the pinned one', /reinstalled/],
  ['an unknown error', undefined],
])('advice for: %s', (error, todo) => {
  if (todo) expect(adviceFor(error)).toMatch(todo)
  else expect(adviceFor(error)).toBeUndefined()
})

const task: TaskRecord = {
  id: '019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90',
  kind: 'scan',
  status: 'Running',
  segmentId: 's',
  deviceId: null,
  deviceName: null,
  auditServiceId: null,
  requestedBy: 'A person',
  createdAt: '2026-11-20T08:00:00.000Z',
  startedAt: null,
  finishedAt: null,
  progress: {
    addressesTotal: 3,
    addressesDone: 2,
    addressesDoneTo: null,
    hostsFound: 0,
    ignored: 0,
    new: 0,
    known: 0,
    audited: 0,
    failed: 0,
  },
  error: null,
}

test('titles a task by its kind and target', () => {
  expect(titleOf(task, 'Lab')).toBe('Scan of Lab')
  expect(titleOf(task)).toBe('Scan of a deleted segment')
  expect(titleOf({ ...task, kind: 'audit' }, 'Lab')).toBe('Audit of devices in Lab')
  expect(titleOf({ ...task, kind: 'audit', deviceId: 'd', deviceName: 'pc-1' }, 'Lab')).toBe('Audit of pc-1')
  expect(titleOf({ ...task, kind: 'audit', deviceId: 'd' }, 'Lab')).toBe('Audit of a deleted device')
  expect(titleOf({ ...task, kind: 'audit', segmentId: null })).toBe('Audit of several devices')
})

test('rounds progress down, and counts an empty task as 0 percent', () => {
  expect(percentOf(task)).toBe(66)
  expect(percentOf({ progress: { ...task.progress, addressesTotal: 1000, addressesDone: 999 } })).toBe(99)
  expect(percentOf({ progress: { ...task.progress, addressesTotal: 0 } })).toBe(0)
})
