import type { AppRegistration } from '@rollcall/shared/api/app-registration.ts'
import { modifiedFields } from '../../change-log/modified-fields.ts'
import type { ChangeRow } from '../../change-log/record-changes.ts'

const settable = ['name', 'enabled', 'expiresAt', 'capabilities', 'siteIds'] as const

/** The change-log lines of what was changed, one a field; none when nothing was. */
export const registrationChanges = (before: AppRegistration, after: AppRegistration): ChangeRow[] =>
  modifiedFields('App registration', settable, before, after)
