import type { ChangeRow } from './record-changes.ts'

type Value = string | boolean | null | readonly string[]

/** The change-log lines of what was changed of a record, one a field; none when nothing was. */
export function modifiedFields<F extends string>(
  entity: string,
  fields: readonly F[],
  before: Record<F, Value>,
  after: Record<F, Value> & { id: string },
): ChangeRow[] {
  return fields.flatMap((field) => {
    const [from, to] = [textOf(before[field]), textOf(after[field])]
    return from === to ? [] : [{ verb: 'Modified' as const, entity, entityId: after.id, field, from, to }]
  })
}

const textOf = (value: Value): string | null =>
  value === null ? null : Array.isArray(value) ? value.join(', ') : String(value)
