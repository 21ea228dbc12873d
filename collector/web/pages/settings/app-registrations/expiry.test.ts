import type { AppRegistration } from '@rollcall/shared/api/app-registration.ts'
import { expect, test } from 'vitest'
import { stateOf } from './expiry.ts'

const now = Date.parse('2026-03-01T00:00:00.000Z')

test.each([
  [true, null, 'Active'],
  [true, '2026-04-01T00:00:00.000Z', 'Active'],
  [true, '2026-03-31T00:00:00.000Z', 'Expires soon'],
  [true, '2026-03-01T00:00:00.000Z', 'Expired'],
  [false, '2026-02-01T00:00:00.000Z', 'Expired'],
  [false, '2026-03-02T00:00:00.000Z', 'Disabled'],
  [false, null, 'Disabled'],
])('enabled %s, until %s: %s', (enabled, expiresAt, state) =>
  expect(stateOf({ enabled, expiresAt } as AppRegistration, now)).toBe(state),
)
