import type { ChangeRow } from './record-changes.ts'

type Value = string | boolean | null | readonly string[]

/** Change log entries for the changed fields of a record, one a field; none if nothing changed. */
export function modifiedFields<F extends string>(
  entity: string,
  fields: readonly F[],
  before: Record<F, Value>,
  after: Record<F, Value> & { id: string },
  subject: string,
): ChangeRow[] {
  return fields.flatMap((field) => {
    const [from, to] = [textOf(before[field]), textOf(after[field])]
    return from === to ? [] : [{ verb: 'Modified' as const, entity, entityId: after.id, subject, field, from, to }]
  })
}

const textOf = (value: Value): string | null =>
  value === null ? null : Array.isArray(value) ? value.join(', ') : String(value)
