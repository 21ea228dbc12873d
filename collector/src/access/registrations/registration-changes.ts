import type { AppRegistration } from '@rollcall/shared/api/app-registration.ts'
import { modifiedFields } from '../../change-log/modified-fields.ts'
import type { ChangeRow } from '../../change-log/record-changes.ts'

const settable = ['name', 'enabled', 'expiresAt', 'capabilities', 'siteIds'] as const

/** Lists the change log entries for an update, one for each changed field. */
export const registrationChanges = (before: AppRegistration, after: AppRegistration): ChangeRow[] =>
  modifiedFields('App registration', settable, before, after, after.name)
