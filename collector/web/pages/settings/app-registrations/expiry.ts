import type { AppRegistration } from '@rollcall/shared/api/app-registration.ts'
import { dayMs } from '@rollcall/shared/durations.ts'

/** The time before expiry from which alerts are shown. */
const soonMs = 30 * dayMs

export type RegistrationState = 'Active' | 'Disabled' | 'Expired' | 'Expires soon'

export function stateOf({ enabled, expiresAt }: AppRegistration, now: number): RegistrationState {
  const left = expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt) - now
  if (left <= 0) return 'Expired'
  if (!enabled) return 'Disabled'
  return left <= soonMs ? 'Expires soon' : 'Active'
}
