import type { Segment } from '@rollcall/shared/api/segment.ts'
import { type ChangeActor, type ChangeRow, fieldsOf, recordChanges } from '../../change-log/record-changes.ts'
import { recordEvents } from '../../change-log/record-events.ts'
import type { Tx } from '../../store/store.ts'

type Change = { before: Segment; after: Segment }

/**
 * Records changes of segments in the change log, one entry for each field, and emits an event for each changed segment.
 */
export async function recordModified(
  tx: Tx,
  origin: { siteId: string; actor: ChangeActor; timestamp: string },
  changes: readonly Change[],
): Promise<void> {
  const modified = changes.flatMap((change) => {
    const rows = rowsOf(change)
    return rows.length === 0 ? [] : [{ after: change.after, rows }]
  })
  await recordChanges(tx, { ...origin, rows: modified.flatMap(({ rows }) => rows) })
  const events = modified.map(({ after, rows }) => ({
    type: 'segment.modified' as const,
    subjectId: after.id,
    data: { name: after.name, fields: fieldsOf(rows) },
  }))
  await recordEvents(tx, { siteId: origin.siteId, timestamp: origin.timestamp, events })
}

function rowsOf({ before, after }: Change): ChangeRow[] {
  return (Object.keys(after) as (keyof Segment)[]).flatMap((field) => {
    const [from, to] = [textOf(before[field]), textOf(after[field])]
    if (from === to) return []
    return [{ verb: 'Modified' as const, entity: 'Segment', entityId: after.id, subject: after.name, field, from, to }]
  })
}

const textOf = (value: unknown): string | null =>
  value === null || typeof value === 'string' ? value : JSON.stringify(value)
