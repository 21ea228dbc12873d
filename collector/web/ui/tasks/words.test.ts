import type { TaskRecord } from '@rollcall/shared/api/task.ts'
import { expect, test } from 'vitest'
import { percentOf, titleOf } from './words.ts'

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
    notAudited: 0,
    failed: 0,
    reasons: [],
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
