import { expect, test } from 'vitest'
import { adviceFor } from './advice.ts'

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
  ['10.0.0.5: host key changed', /reinstalled/],
  ['an unknown error', undefined],
])('advice for: %s', (error, text) => {
  if (text) expect(adviceFor(error)).toMatch(text)
  else expect(adviceFor(error)).toBeUndefined()
})
