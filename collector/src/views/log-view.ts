import type { View } from '@rollcall/shared/api/view.ts'
import { modifiedFields } from '../change-log/modified-fields.ts'
import type { ChangeRow } from '../change-log/record-changes.ts'

/**
 * Builds the change log entries of an added, changed or deleted view. The log is open to everyone on the site, so it
 * names no private view: to the site, a view is added when it is shared, and deleted when it becomes private.
 */
export function viewEntries(before: View | undefined, after: View | undefined): ChangeRow[] {
  const [from, to] = [before?.shared ? before : undefined, after?.shared ? after : undefined]
  if (from && to)
    return modifiedFields('View', settable, loggedFields(from), { id: to.id, ...loggedFields(to) }, to.name)
  if (to) return [{ verb: 'Added', entity: 'View', entityId: to.id, to: to.name }]
  return from ? [{ verb: 'Deleted', entity: 'View', entityId: from.id, from: from.name }] : []
}

const settable = ['name', 'parameters', 'owner'] as const

const loggedFields = ({ name, parameters, owner }: View) => ({
  name,
  parameters: Object.entries(parameters).map(([name, value]) => `${name} = ${value}`),
  owner: owner?.name ?? null,
})
