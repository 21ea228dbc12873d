import type { AppRegistration } from '@rollcall/shared/api/app-registration.ts'
import type { ChangeRow } from '../changes/record.ts'

const settable = ['name', 'enabled', 'expiresAt', 'capabilities', 'siteIds'] as const

/** The change-log lines of what was changed, one a field; none when nothing was. */
export function registrationChanges(before: AppRegistration, after: AppRegistration): ChangeRow[] {
  return settable.flatMap((field) => {
    const [from, to] = [textOf(before[field]), textOf(after[field])]
    if (from === to) return []
    return [{ verb: 'Modified' as const, entity: 'App registration', entityId: after.id, field, from, to }]
  })
}

const textOf = (value: AppRegistration[(typeof settable)[number]]): string | null => {
  if (value === null) return null
  return Array.isArray(value) ? value.join(', ') : String(value)
}
